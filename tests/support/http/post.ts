import type { Endpoint } from '../clients';

/** Posts JSON as a client does that takes one JSON message. */
export async function post(
  { url, token }: Endpoint,
  message: unknown,
  headers: Readonly<Record<string, string>> = {},
): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${token}`,
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...headers,
    },
    body: JSON.stringify(message),
  });
  return JSON.parse(await response.text());
}
