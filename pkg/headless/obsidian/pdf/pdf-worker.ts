/** Entry of the bundle `dist/pdf-worker.mjs`: reads one PDF outside the main thread, and ends with its thread. */
import { parentPort } from 'node:worker_threads';
import './pdf-globals';
// With it PDF.js reads on this thread, and starts no other.
import 'pdfjs-dist/legacy/build/pdf.worker.mjs';
import { getDocument, type PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { isRecord } from '../core/unknowns';
import type { PdfResponse, PdfRequest } from './pdf-messages';

let document: PDFDocumentProxy | undefined;
let chunks: ReadableStreamDefaultReader<unknown> | undefined;

parentPort?.on('message', (question: PdfRequest) => {
  void answered(question).then(answer => parentPort?.postMessage(answer));
});

async function answered(question: PdfRequest): Promise<PdfResponse> {
  try {
    return await answer(question);
  } catch (error) {
    const { name, message } = error instanceof Error ? error : new Error('Unknown error');
    return { failure: { name, message } };
  }
}

async function answer(question: PdfRequest): Promise<PdfResponse> {
  switch (question.kind) {
    case 'open':
      document = await getDocument({ ...question.source }).promise;
      return { value: document.numPages };
    case 'page': {
      await chunks?.cancel();
      const page = await document?.getPage(question.number);
      const stream: unknown = page?.streamTextContent();
      chunks = stream instanceof ReadableStream ? stream.getReader() : undefined;
      return { value: undefined };
    }
    case 'chunk': {
      const { done = true, value } = (await chunks?.read()) ?? {};
      return { value: done ? undefined : isRecord(value) ? { items: value['items'] } : undefined };
    }
  }
}
