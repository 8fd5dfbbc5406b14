/** A client of the sign-in that does what a test says, and nothing by itself. */
import { createHash } from 'node:crypto';
import { z } from 'zod';
import { atPublicName, type PublicAnswer, publicUrl, type Sent } from './public-name';

export const verifier = 'a-verifier-of-the-tests-that-is-long-enough-for-it';
export const challenge = createHash('sha256').update(verifier).digest('base64url');

export interface RegisteredClient {
  readonly id: string;
  readonly redirect: string;
}

export function register(port: number, body: unknown, sent: Sent = {}): Promise<PublicAnswer> {
  return atPublicName(port, `${publicUrl}/oauth/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sent.headers },
    body: JSON.stringify(body),
  });
}

const registration = z.looseObject({ client_id: z.string() });

export async function registered(
  port: number,
  name = 'Client',
  redirect = 'https://client.example/callback',
): Promise<RegisteredClient> {
  const answer = await register(port, { client_name: name, redirect_uris: [redirect] });
  return { id: registration.parse(JSON.parse(answer.text)).client_id, redirect };
}

export function authorizationUrl(
  { id, redirect }: RegisteredClient,
  changes: Readonly<Record<string, string>> = {},
): string {
  const usual = {
    response_type: 'code',
    client_id: id,
    redirect_uri: redirect,
    state: 'a state',
    code_challenge: challenge,
    code_challenge_method: 'S256',
  };
  return `${publicUrl}/oauth/authorize?${new URLSearchParams({ ...usual, ...changes }).toString()}`;
}

export function form(
  port: number,
  endpoint: 'token' | 'revoke',
  fields: Readonly<Record<string, string>> | URLSearchParams,
  sent: Sent = {},
): Promise<PublicAnswer> {
  return atPublicName(port, `${publicUrl}/oauth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...sent.headers },
    body: new URLSearchParams(fields).toString(),
  });
}

export function redeemed(
  port: number,
  { id, redirect }: RegisteredClient,
  code: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<PublicAnswer> {
  const usual = {
    grant_type: 'authorization_code',
    client_id: id,
    redirect_uri: redirect,
    code_verifier: verifier,
    code,
  };
  return form(port, 'token', { ...usual, ...changes });
}

export function refreshed(
  port: number,
  { id }: RegisteredClient,
  token: string,
  changes: Readonly<Record<string, string>> = {},
): Promise<PublicAnswer> {
  return form(port, 'token', {
    grant_type: 'refresh_token',
    client_id: id,
    refresh_token: token,
    ...changes,
  });
}

const tokens = z.looseObject({ access_token: z.string(), refresh_token: z.string(), expires_in: z.number() });
export type Tokens = z.output<typeof tokens>;

export function tokensIn(answer: PublicAnswer): Tokens {
  if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
  return tokens.parse(JSON.parse(answer.text));
}

/** Calls a tool at the public name. */
export function called(
  port: number,
  token: string,
  url = `${publicUrl}/mcp`,
  sent: Sent = {},
  params: unknown = { name: 'read_note', arguments: { path: 'Home' } },
): Promise<PublicAnswer> {
  return atPublicName(port, url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json',
      ...sent.headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  });
}
