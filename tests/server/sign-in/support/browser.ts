import { atPublicName, type PublicAnswer } from './public-name';

const unescaped = (text: string): string =>
  text
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&');

/** Where the page's form sends the code. */
export function formAddress(page: string): string {
  const address = /<form method="post" action="([^"]+)"/.exec(page)?.[1];
  if (address === undefined) throw new Error(`There is no form in ${page}`);
  return unescaped(address);
}

export function enterCode(port: number, form: string, code: string, address?: string): Promise<PublicAnswer> {
  return atPublicName(port, form, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      origin: new URL(form).origin,
      ...(address === undefined ? {} : { 'x-forwarded-for': address }),
    },
    body: new URLSearchParams({ code }).toString(),
  });
}

/** A person at a browser: reads the page, enters the code and waits. @returns where the browser is sent at the end */
export async function signIn(port: number, url: string | URL, code: string): Promise<URL> {
  const page = await atPublicName(port, String(url));
  if (page.status !== 200) throw new Error(`${page.status}: ${page.text}`);
  const entered = await enterCode(port, formAddress(page.text), code);
  let next = entered.headers.get('location') ?? '';
  while (new URL(next).pathname.endsWith('/oauth/wait')) {
    const waiting = await atPublicName(port, next);
    const refresh = /^2; url=(.+)$/.exec(waiting.headers.get('refresh') ?? '')?.[1];
    next = waiting.headers.get('location') ?? refresh ?? '';
    await new Promise(resolve => setTimeout(resolve, 5));
  }
  return new URL(next);
}
