/** The first bytes of common kinds of files, with something behind them. */
const bytes = (...parts: readonly (string | readonly number[])[]): Buffer =>
  Buffer.concat(
    parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : Buffer.from(part))),
  );

export const png = bytes([0x89], 'PNG\r\n', [0x1a], '\n', 'picture');
export const gif = bytes('GIF89a', 'picture');
export const jpeg = bytes([0xff, 0xd8, 0xff, 0xe0], 'picture');
export const mp3 = bytes('ID3', [4], 'music');
export const mp4 = bytes([0, 0, 0, 24], 'ftypisom', 'film');
export const zip = bytes('PK', [3, 4], 'archive');
export const exe = bytes('MZ', [0x90, 0], 'program');
export const pdf = bytes('%PDF-1.7\n', 'document');

export const base64Of = (data: string | Uint8Array): string => Buffer.from(data).toString('base64');
