import * as z from 'zod';
import { counted, oneLine } from '../../utils/text/pieces';
import { file, versionId } from '../shared/fields';
import { versionOf } from '../shared/write-text';
import { defineTool, noteFailures, READS, WithAttachment } from '../tool';

const output = z.object({
  path: z.string(),
  size: z.int().describe('Bytes.'),
  mimeType: z.string(),
  text: z.string().optional(),
  pageCount: z.int().optional().describe('Of a PDF.'),
  pages: z
    .array(z.object({ page: z.int(), text: z.string() }))
    .optional()
    .describe('Text of a PDF, a row for each page.'),
  nextPage: z.int().optional().describe('Pass it as `page` for the rest.'),
  hints: z.array(z.string()).optional(),
  versionId: versionId.optional(),
});

export const readAttachment = defineTool({
  name: 'read_attachment',
  profile: 'standard',
  title: 'Read attachment',
  summary: 'Reads images, audio, canvases and other files.',
  family: 'read',
  risk: READS,
  description:
    'Read a file that is not a note: images and audio (up to 512 kB), text of .pdf, .canvas, .base, .csv, .json, .txt, .svg and drawings; else a link.',
  input: z.strictObject({
    path: file.describe('File, with its extension.'),
    maxPixels: z.int().min(16).max(4096).default(1568).describe('Longest side of an image. Default: 1568.'),
    page: z.int().min(1).max(100_000).default(1).describe('First page of a PDF or text. Default: 1.'),
  }),
  output,
  rest: 'Read it as the resource `vault:///` with its path.',
  failures: noteFailures,
  async run(query, { services, signal }) {
    const { facts, attachment } = await services.attachments.read({ ...query, signal });
    return attachment === undefined ? facts : new WithAttachment(facts, attachment);
  },
  text: renderFile,
  hints: 'above',
});

function renderFile(file: z.input<typeof output>): string {
  const { path, size, mimeType, text, pageCount, pages = [], nextPage } = file;
  const facts = [
    path,
    `${size} B`,
    mimeType,
    ...(pageCount === undefined ? [] : [counted(pageCount, 'page')]),
    ...versionOf(file),
  ];
  return [
    oneLine(facts.join(' · ')),
    ...(nextPage === undefined ? [] : [`More with page: ${nextPage}`]),
    ...(text === undefined ? [] : [text]),
    // The number before each line shows its page, whatever the PDF contains.
    ...pages.flatMap(({ page, text: lines }) => lines.split('\n').map(line => `${page}→${oneLine(line)}`)),
  ].join('\n');
}
