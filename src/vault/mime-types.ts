/** Media types of the files that vaults hold, by extension without the dot. */

export const imageTypes: Readonly<Record<string, string>> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
};
export const audioTypes: Readonly<Record<string, string>> = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  m4a: 'audio/mp4',
  flac: 'audio/flac',
  webm: 'audio/webm',
};
export const textTypes: Readonly<Record<string, string>> = {
  canvas: 'application/json',
  base: 'application/yaml',
  csv: 'text/csv',
  json: 'application/json',
  txt: 'text/plain',
  svg: 'image/svg+xml',
};
const otherTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  mp4: 'video/mp4',
  zip: 'application/zip',
};

/** @param extension in lower case */
export function mimeTypeOf(extension: string): string {
  const types = { ...imageTypes, ...audioTypes, ...textTypes, ...otherTypes };
  return types[extension] ?? 'application/octet-stream';
}
