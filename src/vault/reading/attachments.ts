import { scaledImage } from './image-scaling';
import { audioTypes, imageTypeOf, imageTypes, mimeTypeOf, textTypes } from './mime-types';
import { type App, arrayBufferToBase64, TFile, TFolder } from 'obsidian';
import { ToolFailure, unlessRefused } from '../../errors';
import { canvasLines } from '../../markdown/canvas/canvas-lines';
import {
  drawingTexts,
  isDrawing,
  type DrawingText,
  maxDrawingTexts,
} from '../../markdown/drawing/drawing-texts';
import { counted, matchOf } from '../../utils/text/pieces';
import { cutBetweenCharacters } from '../../markdown/text/excerpt';
import { afterLastPage, type PdfPages, type PdfTexts } from './pdf/pdf-texts';
import { type Notes, versionOf, storageFailure } from './notes';
import { uriOf } from '../app/note-resources';
import { saveOpenEditors } from '../app/open-editors';
import { foldPath } from '../../utils/text/folding';
import { isNote, type VisibleFiles } from '../access/visible-files';
import { folderForFile } from '../access/absent-files';
import { VaultPath } from '../access/vault-path';

const maxBlockBytes = 512 * 1024;
const maxTextBytes = 100 * 1024;
/** Characters in a page of a longer text, as in a PDF. */
const maxPageLength = 30_000;
/** As for `edit_canvas`: a canvas is parsed as a whole. */
const maxTextFileBytes = 4 * 1024 * 1024;
const maxPdfBytes = 50 * 1024 * 1024;

/** `#page=3` of a link, even among other parameters. */
const linkedPlace = /^#(?:[^|\]]*&)?page=(\d{1,6})(?:&[^|\]]*)?(?=$|[|\]])/u;

/** A PDF without readable text (encrypted, damaged, invalid) is still a file to link to. */
const textless: ReadonlySet<string> = new Set(['unsupported_file', 'unsupported_here']);

/** Content that a model sees in addition to the result's text. */
export type Attachment =
  | { readonly type: 'image' | 'audio'; readonly data: string; readonly mimeType: string }
  | {
      readonly type: 'resource_link';
      readonly uri: string;
      readonly name: string;
      readonly mimeType: string;
    };

interface AttachmentFacts {
  path: string;
  /** Bytes. */
  size: number;
  mimeType: string;
  /** For text files; for a canvas its nodes and edges, for a drawing its texts, one per line. */
  text?: string;
  /** Only for a canvas or drawing. */
  versionId?: string;
  /** Only for a PDF: its number of pages, and the text of some. */
  pageCount?: number;
  pages?: PdfPages['pages'];
  /** Where the rest of a PDF or text begins. */
  nextPage?: number;
  hints?: string[];
}

interface AttachmentQuestion {
  readonly path: string;
  /** Limit for the longer side of an image. */
  readonly maxPixels: number;
  readonly page: number;
  readonly signal: AbortSignal;
}

interface ShownAttachment {
  readonly facts: AttachmentFacts;
  readonly attachment?: Attachment;
}

export class Attachments {
  constructor(
    private readonly app: App,
    private readonly files: VisibleFiles,
    private readonly pdfs: PdfTexts,
    private readonly notes: Pick<Notes, 'readFile'>,
  ) {}

  /**
   * @throws ToolFailure `invalid_path`, `not_found`, `unsupported_file` for notes other than drawings, broken text and
   *   images that cannot be decoded, `too_large`, `invalid_argument` for a missing page; like `PdfTexts.read`
   */
  async read({ path, maxPixels, page, signal }: AttachmentQuestion): Promise<ShownAttachment> {
    const hash = Math.max(0, path.indexOf('#'));
    const [place = '', linkedPage] = matchOf(linkedPlace, path.slice(hash));
    const whole = path.slice(0, hash) + path.slice(hash + place.length);
    const file = this.files.otherFile(whole) ?? this.at(VaultPath.parse(whole));
    if (file.extension === 'md') return { facts: await this.drawing(file, signal) };
    const extension = file.extension.toLowerCase();
    const facts = { path: file.path, size: file.stat.size, mimeType: mimeTypeOf(extension) };
    if (textTypes.has(extension)) {
      await saveOpenEditors(this.app, file.path);
      return { facts: { ...facts, size: file.stat.size, ...(await this.text(file, page)) } };
    }
    if (imageTypes.has(extension)) return this.image(file, facts, maxPixels);
    if (audioTypes.has(extension))
      return { facts, attachment: { type: 'audio', data: await this.data(file), mimeType: facts.mimeType } };
    const attachment: Attachment = {
      type: 'resource_link',
      uri: uriOf(file.path),
      name: file.name,
      mimeType: facts.mimeType,
    };
    if (extension !== 'pdf') return { facts, attachment };
    const first = page === 1 && linkedPage !== undefined ? Number(linkedPage) : page;
    return { facts: { ...facts, ...(await this.pages(file, first, signal)) }, attachment };
  }

  /** The file at a path, or the only one with its name if the extension is missing. */
  private at(place: VaultPath): TFile {
    if (this.files.at(place) instanceof TFolder) throw folderForFile();
    const [path = place.value, other] = this.files.near.to(
      place.value,
      file =>
        file instanceof TFile &&
        !isNote(file) &&
        foldPath(`/${file.path}`).endsWith(foldPath(`/${place.value}.${file.extension}`)),
    );
    return this.files.file(other === undefined ? VaultPath.parse(path) : place);
  }

  /** A note is an attachment only if it is a drawing of the plugin Excalidraw. */
  private async drawing(file: TFile, signal: AbortSignal): Promise<AttachmentFacts> {
    const { text, size, versionId } = await this.notes.readFile(file, signal);
    const texts = drawingTexts(text);
    if (texts === undefined)
      throw new ToolFailure(
        'unsupported_file',
        isDrawing(text) ? 'The drawing is empty, damaged, or larger than 2 MB.' : 'This is a note.',
        { hint: 'Use `read_note`.' },
      );
    return { path: file.path, size, mimeType: 'text/markdown', ...drawingLines(texts), versionId };
  }

  /** The text of some pages. For a PDF without readable text, a hint on the first page says why. */
  private async pages(
    file: TFile,
    page: number,
    signal: AbortSignal,
  ): Promise<PdfPages | Pick<AttachmentFacts, 'hints'>> {
    const read = (): Promise<Uint8Array> => this.bytes(file).then(bytes => new Uint8Array(bytes));
    if (file.stat.size > maxPdfBytes) throw new ToolFailure('too_large', 'The PDF is larger than 50 MB.');
    try {
      return await this.pdfs.read(read, page, signal);
    } catch (error) {
      if (page > 1 || !(error instanceof ToolFailure) || !textless.has(error.code)) throw error;
      return { hints: [error.message] };
    }
  }

  private async image(file: TFile, facts: AttachmentFacts, maxPixels: number): Promise<ShownAttachment> {
    const bytes = await this.bytes(file);
    const mimeType = imageTypeOf(new Uint8Array(bytes));
    // A false image makes the client's whole request to its model fail.
    if (mimeType === undefined) throw notDecodable();
    const scaled = await scaledImage(bytes, mimeType, maxPixels);
    if (scaled === undefined) throw notDecodable();
    if (scaled.bytes.byteLength > maxBlockBytes) throw tooLarge();
    return {
      facts: { ...facts, mimeType },
      attachment: { type: 'image', data: arrayBufferToBase64(scaled.bytes), mimeType: scaled.mimeType },
    };
  }

  private async data(file: TFile): Promise<string> {
    if (file.stat.size > maxBlockBytes) throw tooLarge();
    return arrayBufferToBase64(await this.bytes(file));
  }

  private async text(file: TFile, page: number): Promise<TextPage & Pick<AttachmentFacts, 'versionId'>> {
    if (file.stat.size > maxTextFileBytes)
      throw new ToolFailure('too_large', 'The text is larger than 4 MB.', { hint: '' });
    const bytes = await this.bytes(file);
    const text = decoded(bytes);
    const length = bytes.byteLength > maxTextBytes ? maxPageLength : maxTextBytes;
    const shown = file.extension === 'canvas' ? linesOf(text) : text;
    return { ...textPage(shown, page, length), versionId: versionOf(new Uint8Array(bytes)) };
  }

  private async bytes(file: TFile): Promise<ArrayBuffer> {
    try {
      return await this.app.vault.readBinary(file);
    } catch (error) {
      throw storageFailure(error);
    }
  }
}

function decoded(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ToolFailure('unsupported_file', 'The file is not text in UTF-8.');
  }
}

type TextPage = Pick<AttachmentFacts, 'text' | 'nextPage'>;

/** A page of a text, in whole lines unless one is longer. @throws ToolFailure `invalid_argument` for a missing page */
function textPage(text: string, page: number, length: number): TextPage {
  let start = 0;
  for (let number = 1; ; number += 1) {
    const longest = start + cutBetweenCharacters(text.slice(start), length).length;
    const feed = longest === text.length ? -1 : text.lastIndexOf('\n', longest - 1);
    const end = feed < start ? longest : feed + 1;
    if (number === page)
      return { text: text.slice(start, end), ...(end < text.length ? { nextPage: page + 1 } : {}) };
    if (end === text.length) throw afterLastPage(number);
    start = end;
  }
}

/** The nodes and edges of a canvas, or its text if invalid. */
function linesOf(text: string): string {
  return unlessRefused(() => canvasLines(text).join('\n')) ?? text;
}

/** As many lines as fit. */
function drawingLines(texts: readonly DrawingText[]): Pick<AttachmentFacts, 'text' | 'hints'> {
  const lines: string[] = [];
  let length = 0;
  for (const { kind, text } of texts) {
    const line = `${kind} ${JSON.stringify(text)}`;
    if ((length += line.length + 1) > maxTextBytes) break;
    lines.push(line);
  }
  const left = texts.length - lines.length;
  const atLeast = texts.length < maxDrawingTexts ? '' : 'At least ';
  const hints = left === 0 ? {} : { hints: [`${atLeast}${counted(left, 'text')} of the drawing left out.`] };
  return { text: lines.join('\n'), ...hints };
}

function notDecodable(): ToolFailure {
  return new ToolFailure(
    'unsupported_file',
    'The image cannot be decoded: it is damaged, or of another kind.',
  );
}

function tooLarge(): ToolFailure {
  return new ToolFailure('too_large', 'The file is larger than 512 kB and could not be scaled down.');
}
