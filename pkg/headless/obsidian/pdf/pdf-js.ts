/**
 * PDF.js as far as it reads text, on a thread of its own (typings: `loadPdfJs`; PDF.js's own documentation for the
 * members). The library is loaded when the first PDF is opened.
 */
import { existsSync } from 'node:fs';
import { ambient } from '../ambient';
import { guardObject, notImitated } from '../core/strict';
import { PdfThread } from './pdf-thread';

interface PdfPage {
  readonly pageNumber: number;
  streamTextContent(): ReadableStream<unknown>;
}

interface PdfDocument {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  destroy(): Promise<void>;
}

interface LoadingTask {
  readonly promise: Promise<PdfDocument>;
  destroy(): Promise<void>;
}

export function loadPdfJs(): Promise<object> {
  const { pdfWorker } = ambient();
  if (pdfWorker === undefined || !existsSync(pdfWorker)) return notImitated('loadPdfJs');
  const getDocument = (source: Readonly<Record<string, unknown>>): LoadingTask => {
    const thread = new PdfThread(pdfWorker);
    const promise = opened(thread, source);
    return guardObject({ promise, destroy: () => thread.end() }, 'PDFDocumentLoadingTask');
  };
  return Promise.resolve(guardObject({ getDocument }, 'pdfjsLib'));
}

async function opened(thread: PdfThread, source: Readonly<Record<string, unknown>>): Promise<PdfDocument> {
  const numPages = Number(await thread.ask({ kind: 'open', source }));
  const getPage = async (number: number): Promise<PdfPage> => {
    await thread.ask({ kind: 'page', number });
    const streamTextContent = (): ReadableStream<unknown> =>
      new ReadableStream({
        pull: async controller => {
          const chunk = await thread.ask({ kind: 'chunk' });
          if (chunk === undefined) controller.close();
          else controller.enqueue(chunk);
        },
      });
    return guardObject({ pageNumber: number, streamTextContent }, 'PDFPageProxy');
  };
  return guardObject({ numPages, getPage, destroy: () => thread.end() }, 'PDFDocumentProxy');
}
