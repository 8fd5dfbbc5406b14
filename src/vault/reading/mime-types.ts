/** Media types of the files that vaults hold, by extension without the dot. */

export const imageTypes: ReadonlyMap<string, string> = new Map([
  ['png', 'image/png'],
  ['jpg', 'image/jpeg'],
  ['jpeg', 'image/jpeg'],
  ['gif', 'image/gif'],
  ['webp', 'image/webp'],
]);
export const audioTypes: ReadonlyMap<string, string> = new Map([
  ['mp3', 'audio/mpeg'],
  ['wav', 'audio/wav'],
  ['ogg', 'audio/ogg'],
  ['m4a', 'audio/mp4'],
  ['flac', 'audio/flac'],
  ['webm', 'audio/webm'],
]);
export const textTypes: ReadonlyMap<string, string> = new Map([
  ['canvas', 'application/json'],
  ['base', 'application/yaml'],
  ['csv', 'text/csv'],
  ['tsv', 'text/tab-separated-values'],
  ['json', 'application/json'],
  ['txt', 'text/plain'],
  ['svg', 'image/svg+xml'],
]);
const otherTypes: ReadonlyMap<string, string> = new Map([
  ['pdf', 'application/pdf'],
  ['avif', 'image/avif'],
  ['bmp', 'image/bmp'],
  ['3gp', 'audio/3gpp'],
  ['mp4', 'video/mp4'],
  ['mov', 'video/quicktime'],
  ['mkv', 'video/x-matroska'],
  ['ogv', 'video/ogg'],
  ['zip', 'application/zip'],
  ['epub', 'application/epub+zip'],
  ['docx', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'],
  ['xlsx', 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'],
  ['pptx', 'application/vnd.openxmlformats-officedocument.presentationml.presentation'],
  ['odt', 'application/vnd.oasis.opendocument.text'],
  ['ods', 'application/vnd.oasis.opendocument.spreadsheet'],
  ['odp', 'application/vnd.oasis.opendocument.presentation'],
]);

const imageStarts: readonly (readonly [RegExp, string])[] = [
  [/^\x89PNG\r\n/u, 'image/png'],
  [/^\xff\xd8\xff/u, 'image/jpeg'],
  [/^GIF8[79]a/u, 'image/gif'],
  [/^RIFF.{4}WEBP/su, 'image/webp'],
];

/** The media type of an image that models can see, by its first bytes; undefined for other content. */
export function imageTypeOf(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, 12));
  return imageStarts.find(([start]) => start.test(head))?.[1];
}

/** @param extension in lower case */
export function mimeTypeOf(extension: string): string {
  return knownType(extension) ?? 'application/octet-stream';
}

/** The extension of a path in lower case, if it is one of those above; `Node.js` may be the name of a note. */
export function attachmentEnding(path: string): string | undefined {
  const extension = path.slice(path.lastIndexOf('.') + 1).toLowerCase();
  return knownType(extension) === undefined ? undefined : extension;
}

function knownType(extension: string): string | undefined {
  return [imageTypes, audioTypes, textTypes, otherTypes].find(types => types.has(extension))?.get(extension);
}
