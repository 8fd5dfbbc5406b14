import { loadPdfJs } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { type TimeLimit, timeLimit } from '../../../platform';
import { InOrder } from '../../../utils/lazily';
import { callMethod, property } from '../../plugins/plugin-api';

export interface PdfPages {
  /** Of the whole PDF. */
  pageCount: number;
  pages: { page: number; text: string }[];
  /** Where the rest begins; left out at the end. */
  nextPage?: number;
  /** Why there may be less text than expected. */
  hints?: string[];
}

interface PdfLimits {
  /** Limit for the pages of one result together. */
  readonly characters: number;
  readonly pages: number;
  /** Milliseconds for one result. */
  readonly time: number;
}

const defaultLimits: PdfLimits = { characters: 30_000, pages: 50, time: 10_000 };

/** Text only: no fonts, scripts, forms or pictures, and no requests for them. */
const textOnly = {
  disableFontFace: true,
  useSystemFonts: false,
  isEvalSupported: false,
  enableXfa: false,
  disableAutoFetch: true,
  disableStream: true,
  verbosity: 0,
};

export function afterLastPage(last: number): ToolFailure {
  return new ToolFailure('invalid_argument', `\`page\` is after the last page, ${last}.`);
}

/** The work on one PDF was stopped from outside. */
class TimeIsUp extends Error {}

/** Reads the text of PDFs with the app's PDF.js, one at a time, up to its time limit. */
export class PdfTexts {
  private readonly inOrder = new InOrder();

  constructor(private readonly limits: PdfLimits = defaultLimits) {}

  /**
   * @param read returns the bytes when it is this PDF's turn
   * @param from the first page, from 1
   * @throws ToolFailure `unsupported_file` for an invalid, damaged or encrypted PDF, `invalid_argument` for a
   * missing page, `budget_exceeded`, `too_large`; the signal's reason
   */
  read(read: () => Promise<Uint8Array>, from: number, signal: AbortSignal): Promise<PdfPages> {
    return this.inOrder.run(() => this.readNow(read, from, signal));
  }

  private async readNow(
    read: () => Promise<Uint8Array>,
    from: number,
    signal: AbortSignal,
  ): Promise<PdfPages> {
    signal.throwIfAborted();
    const library = await pdfJs();
    const data = await read();
    const task = callMethod(library, 'getDocument', [{ data, ...textOnly }]);
    const watch = watchFor(this.limits.time, signal);
    try {
      const document = await watch.until(property(task, 'promise'));
      return await this.pages(document, from, watch);
    } catch (error) {
      signal.throwIfAborted();
      throw failureOf(error);
    } finally {
      watch.end();
      // Ends all remaining work of the library on this PDF.
      await Promise.resolve(callMethod(task, 'destroy', [])).catch(() => undefined);
    }
  }

  private async pages(document: unknown, from: number, watch: Watch): Promise<PdfPages> {
    const pageCount = Number(property(document, 'numPages'));
    if (pageCount < 1) throw new ToolFailure('unsupported_file', 'The PDF has no pages.');
    if (from > pageCount) throw afterLastPage(pageCount);
    const pages: PdfPages['pages'] = [];
    const hints: string[] = [];
    let left = this.limits.characters;
    let next = from;
    for (; next <= pageCount && pages.length < this.limits.pages; next += 1) {
      const most = pages.length === 0 ? this.limits.characters : left;
      const text = await pageText(document, next, { most, watch }).catch((error: unknown) => {
        if (error instanceof TimeIsUp && pages.length > 0) return undefined;
        throw error;
      });
      if (text === undefined || (text.isCut && pages.length > 0)) break;
      if (text.isCut)
        hints.push(`Page ${next} has more text than fits into one answer; its end is left out.`);
      pages.push({ page: next, text: text.text });
      left -= text.text.length;
    }
    if (pages.every(({ text }) => text.trim() === ''))
      hints.push('These pages have no text: they may be scanned. Their pictures are not read.');
    return {
      pageCount,
      pages,
      ...(next <= pageCount ? { nextPage: next } : {}),
      ...(hints.length === 0 ? {} : { hints }),
    };
  }
}

async function pdfJs(): Promise<unknown> {
  try {
    const library: unknown = await loadPdfJs();
    return library;
  } catch {
    throw new ToolFailure('unsupported_here', 'PDFs cannot be read here.');
  }
}

/** Stops reading when there is too much text: a page can contain any amount. @param most in characters */
async function pageText(
  document: unknown,
  number: number,
  { most, watch }: { readonly most: number; readonly watch: Watch },
): Promise<{ text: string; isCut: boolean }> {
  const page = await watch.until(callMethod(document, 'getPage', [number]));
  const reader = callMethod(callMethod(page, 'streamTextContent', []), 'getReader', []);
  let text = '';
  for (;;) {
    const part = await watch.until(callMethod(reader, 'read', []));
    const value = property(part, 'value');
    if (property(part, 'done') !== false || value === undefined) return { text: plain(text), isCut: false };
    text += textOfItems(property(value, 'items'), most - text.length + 1);
    if (text.length > most) break;
  }
  await Promise.resolve(callMethod(reader, 'cancel', [])).catch(() => undefined);
  return { text: plain(text.slice(0, most)), isCut: true };
}

function textOfItems(items: unknown, most: number): string {
  let text = '';
  for (const item of Array.isArray(items) ? items : []) {
    const piece = property(item, 'str');
    if (typeof piece === 'string') text += piece.slice(0, most);
    if (property(item, 'hasEOL') === true) text += '\n';
    if (text.length > most) break;
  }
  return text;
}

/** Removes control characters, trailing spaces and repeated empty lines. */
function plain(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .split('\n')
    .map(line => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

/** Stops waiting for a promise when the time is up or the call has ended. */
interface Watch extends Pick<TimeLimit, 'end'> {
  readonly until: (promise: unknown) => Promise<unknown>;
}

function watchFor(time: number, signal: AbortSignal): Watch {
  const { up, end } = timeLimit(time, signal);
  const ended = up.then(() => {
    throw new TimeIsUp();
  });
  // It may end while no code awaits it.
  ended.catch(() => undefined);
  return { until: promise => Promise.race([promise, ended]), end };
}

/** Recognises the errors of PDF.js by name; their messages may contain text of the file. */
function failureOf(error: unknown): unknown {
  if (error instanceof ToolFailure) return error;
  if (error instanceof TimeIsUp)
    return new ToolFailure('budget_exceeded', 'The PDF took too long to be read.', {
      hint: 'Try another `page`.',
    });
  switch (property(error, 'name')) {
    case 'PasswordException':
      return new ToolFailure('unsupported_file', 'The PDF is encrypted: it needs a password.');
    case 'OutOfMemoryException':
      return new ToolFailure('too_large', 'The PDF takes too much memory to be read.');
    default:
      return new ToolFailure('unsupported_file', 'The file is damaged or not a PDF.');
  }
}
