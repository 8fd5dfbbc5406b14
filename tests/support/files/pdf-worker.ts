import { buildSync } from 'esbuild';
import { join } from 'node:path';
import { ambient } from '../../../pkg/headless/obsidian/ambient';

const root = join(__dirname, '..', '..', '..');

/** Builds the thread that reads PDFs in the host, and lets the host of this process use it. */
export function usePdfWorker(folder: string): void {
  const outfile = join(folder, 'pdf-worker.mjs');
  const entry = join(root, 'pkg/headless/obsidian/pdf/pdf-worker.ts');
  buildSync({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  ambient().pdfWorker = outfile;
}
