/** The kinds of files that may be added as attachments, and the bytes that they begin with. */
import { ToolFailure } from '../../../errors';
import { imageTypeOf, mimeTypeOf } from '../../reading/mime-types';
import { isPlainText } from '../../../utils/bytes';

/** Bytes that identify a kind of file; no check reads more. */
export const headBytes = 1024;

type HeadTest = (head: Uint8Array) => boolean;

const startsWith =
  (...bytes: readonly number[]): HeadTest =>
  head =>
    bytes.every((byte, index) => head[index] === byte);

const hasAscii =
  (text: string, at = 0): HeadTest =>
  head =>
    textOf(head, at, at + text.length) === text;

const oneOf =
  (...tests: readonly HeadTest[]): HeadTest =>
  head =>
    tests.some(test => test(head));

const riff =
  (form: string): HeadTest =>
  head =>
    hasAscii('RIFF')(head) && hasAscii(form, 8)(head);

/** ISO base media: a box with its length, then its name. Old QuickTime files have no `ftyp`. */
const isoMedia = oneOf(...['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip'].map(box => hasAscii(box, 4)));
const matroska = startsWith(0x1a, 0x45, 0xdf, 0xa3);
const ogg = hasAscii('OggS');
const zip = oneOf(hasAscii('PK\u0003\u0004'), hasAscii('PK\u0005\u0006'));
/** A frame: eleven bits set, and a layer. */
const mpegFrame: HeadTest = ([first = 0, second = 0]) =>
  first === 0xff && (second & 0xe0) === 0xe0 && (second & 0x06) !== 0;

/** The kinds that the app shows, and common documents; programs are not allowed. */
const binaryKinds: ReadonlyMap<string, HeadTest> = new Map([
  ...['png', 'jpg', 'jpeg', 'gif', 'webp'].map((ending): [string, HeadTest] => [
    ending,
    head => imageTypeOf(head) === mimeTypeOf(ending),
  ]),
  ['avif', hasAscii('ftyp', 4)],
  ['bmp', hasAscii('BM')],
  ['mp3', oneOf(hasAscii('ID3'), mpegFrame)],
  ['wav', riff('WAVE')],
  ['ogg', ogg],
  ['ogv', ogg],
  ['flac', hasAscii('fLaC')],
  ['m4a', isoMedia],
  ['3gp', isoMedia],
  ['mp4', isoMedia],
  ['mov', isoMedia],
  ['webm', matroska],
  ['mkv', matroska],
  ['pdf', head => textOf(head).includes('%PDF-')],
  ...['zip', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'epub'].map((ending): [string, HeadTest] => [
    ending,
    zip,
  ]),
]);

/** UTF-8 without NUL; an SVG has its root element near its start. */
const textKinds: ReadonlyMap<string, HeadTest> = new Map([
  ...['txt', 'csv', 'tsv', 'json'].map((ending): [string, HeadTest] => [ending, () => true]),
  ['svg', head => textOf(head).includes('<svg')],
]);

/** Other names that programs use for a media type. */
const otherNames: ReadonlyMap<string, string> = new Map([
  ['image/jpg', 'image/jpeg'],
  ['image/x-ms-bmp', 'image/bmp'],
  ['audio/mp3', 'audio/mpeg'],
  ['audio/x-m4a', 'audio/mp4'],
  ['audio/wave', 'audio/wav'],
  ['audio/x-wav', 'audio/wav'],
  ['audio/x-flac', 'audio/flac'],
  ['video/webm', 'audio/webm'],
  ['application/x-zip-compressed', 'application/zip'],
  ['text/json', 'application/json'],
]);

export interface AttachmentKind {
  /** With its extension; its path, if the caller gave one. */
  readonly name: string;
  /** In lower case, without the dot. */
  readonly extension: string;
  readonly mediaType: string;
}

/**
 * @param name may lack its extension if `mediaType` implies it
 * @throws ToolFailure `unsupported_file`, `invalid_argument` if name and media type contradict each other
 */
export function kindOf(name: string, mediaType: string | undefined): AttachmentKind {
  // The last part of a time or a version is not an extension.
  const ending = /\.((?!\d+$)[^./]+)$/u.exec(name)?.[1];
  const wanted = mediaType === undefined ? undefined : typeNamed(mediaType);
  if (ending === undefined && wanted !== undefined) {
    const extension = [...binaryKinds.keys(), ...textKinds.keys()].find(one => mimeTypeOf(one) === wanted);
    if (extension === undefined) throw notAdded('of this media type');
    return { name: `${name}.${extension}`, extension, mediaType: wanted };
  }
  const extension = (ending ?? '').toLowerCase();
  if (ending === undefined || !(binaryKinds.has(extension) || textKinds.has(extension)))
    throw notAdded(ending === undefined ? 'without an extension' : 'with this extension', extension);
  const own = mimeTypeOf(extension);
  if (wanted !== undefined && wanted !== own)
    throw new ToolFailure('invalid_argument', `\`mediaType\` does not fit a ".${extension}" file: ${own}.`, {
      hint: 'Correct the name or the media type, or leave `mediaType` out.',
    });
  return { name, extension, mediaType: own };
}

/**
 * Checks by its first bytes that a file is of the kind that its name says.
 * @param head the first `headBytes` bytes, or all of a shorter file
 * @throws ToolFailure `unsupported_file`
 */
export function checkHead({ extension }: AttachmentKind, head: Uint8Array): void {
  const test = binaryKinds.get(extension) ?? textKinds.get(extension);
  if (head.length === 0) throw new ToolFailure('invalid_argument', 'The file is empty.');
  if (test?.(head.subarray(0, headBytes)) !== true) throw otherContent(extension);
}

/** Checks the content; beyond the head only if it is text. @throws ToolFailure `unsupported_file` */
export async function checkContent(kind: AttachmentKind, bytes: Uint8Array): Promise<void> {
  checkHead(kind, bytes);
  if (!textKinds.has(kind.extension)) return;
  if (!(await isPlainText(bytes))) throw otherContent(kind.extension);
}

function typeNamed(mediaType: string): string {
  const [type = ''] = mediaType.toLowerCase().split(';');
  return otherNames.get(type.trim()) ?? type.trim();
}

function otherContent(extension: string): ToolFailure {
  return new ToolFailure('unsupported_file', `The content does not look like a ".${extension}" file.`, {
    hint: 'Give the file the right extension; text must be UTF-8.',
  });
}

function notAdded(which: string, extension = ''): ToolFailure {
  const ways: Readonly<Record<string, readonly string[]>> = {
    md: ['Use `create_note` for notes.', 'This tool adds other files only.'],
    base: ['Use `create_note` for bases.', 'This tool adds other files only.'],
  };
  return new ToolFailure('unsupported_file', `Files ${which} cannot be added.`, {
    hint: ways[extension] ?? `Allowed: ${[...binaryKinds.keys(), ...textKinds.keys()].join(', ')}.`,
  });
}

function textOf(head: Uint8Array, from = 0, to = head.length): string {
  return String.fromCharCode(...head.subarray(from, to));
}
