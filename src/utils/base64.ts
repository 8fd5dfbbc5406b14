const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Decodes standard base64 with padding. Undefined for anything else, such as line breaks, the URL alphabet
 * and unused bits, which decoders silently ignore.
 */
export function bytesOfBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  const last = alphabet.indexOf(text.charAt(text.length - padding - 1));
  const unused = padding === 2 ? 0b1111 : padding === 1 ? 0b11 : 0;
  if ((last & unused) !== 0) return undefined;
  const decoded = atob(text);
  const bytes = new Uint8Array(decoded.length);
  for (let index = 0; index < decoded.length; index++) bytes[index] = decoded.charCodeAt(index);
  return bytes;
}
