import { z } from 'zod';
import { oneLine } from '../../utils/text/one-line';
import { versionId } from '../shared/fields';
import { versionOf } from '../shared/write-text';
import { defineTool, READS, WithAttachment } from '../tool';

export const readAttachment = defineTool({
  name: 'read_attachment',
  title: 'Read attachment',
  summary: 'Reads images, audio, canvases and other files.',
  family: 'read',
  risk: READS,
  description:
    'Shows a file: images and audio (up to 512 kB), text of .canvas, .base, .csv, .json, .txt and .svg, a link for others.',
  input: z.strictObject({
    path: z.string().describe('Takes a path with extension.'),
    maxPixels: z.int().min(16).max(4096).default(1568).describe('Limits the longer side (default 1568).'),
  }),
  output: z.object({
    path: z.string(),
    size: z.int().describe('Bytes.'),
    mimeType: z.string(),
    text: z.string().optional(),
    versionId: versionId.optional(),
  }),
  rest: 'Read it as the resource `vault:///` with its path.',
  failures: ['invalid_path', 'not_found', 'unsupported_file', 'too_large', 'storage_error'],
  async run({ path, maxPixels }, { services }) {
    const { facts, attachment } = await services.attachments.read(path, maxPixels);
    return attachment === undefined ? facts : new WithAttachment(facts, attachment);
  },
  text: ({ path, size, mimeType, text, versionId: version }) =>
    [
      oneLine([path, `${size} B`, mimeType, ...versionOf({ versionId: version })].join(' · ')),
      ...(text === undefined ? [] : [text]),
    ].join('\n'),
});
