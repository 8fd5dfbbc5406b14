/** Names of this computer; the URL parser converts decimal and hexadecimal addresses to these forms. */
const loopbackName = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/u;

/** Whether a setting names a server that is never asked, since `loopbackUrl` takes no such address. */
export function isRefusedAddress(text: string): boolean {
  return text.trim() !== '' && loopbackUrl(text) === undefined;
}

/** The URL of a server on this computer; undefined for any other text, and for one with a password or query. */
export function loopbackUrl(text: string): URL | undefined {
  const url = URL.canParse(text.trim()) ? new URL(text.trim()) : undefined;
  if (url === undefined || !/^https?:$/u.test(url.protocol)) return undefined;
  const isPlain = url.username === '' && url.password === '' && url.search === '' && url.hash === '';
  return isPlain && loopbackName.test(url.hostname) ? url : undefined;
}
