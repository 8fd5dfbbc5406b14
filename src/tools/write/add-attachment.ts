import * as z from 'zod';
import { ToolFailure } from '../../errors';
import { counted, oneLine } from '../../utils/text/pieces';
import type { NewAttachment } from '../../vault/writing/attachments/attachment-writer';
import { dryRun, endingFields, file, versionId } from '../shared/fields';
import { minute } from '../shared/text-lines';
import { writeCall, writeFailures } from '../shared/write-call';
import { deed, endingOf, versionOf } from '../shared/write-text';
import { ADDS, defineTool, type Tool } from '../tool';

/** Limit for content in an argument, in bytes. */
const maxDataBytes = 1024 * 1024;

const output = z.object({
  path: z.string(),
  mediaType: z.string(),
  size: z.int().optional().describe('Bytes.'),
  versionId: versionId.optional(),
  note: z.string().optional().describe('The note that has the embed.'),
  embed: z.string().optional(),
  uploadUrl: z.string().optional().describe('Where to PUT the content, once.'),
  expires: z.string().optional().describe('Until when.'),
  ...endingFields,
});

export const addAttachment = defineTool({
  name: 'add_attachment',
  title: 'Add attachment',
  summary: 'Adds images, PDFs and other files.',
  family: 'write',
  risk: ADDS,
  description:
    'Add an image, PDF or other file where the app keeps attachments, under a free name. Without `data` the answer has `uploadUrl`: PUT up to 50 MB there once (`curl -T`).',
  input: z.strictObject({
    name: z.string().describe('File name (`plan.png`) or path.'),
    data: z.string().optional().describe('Content in base64, up to 1 MB.'),
    note: file.optional().describe('Note that it belongs to; decides the folder.'),
    embed: z.boolean().default(false).describe('Embed it at the end of `note`. Default: false.'),
    mediaType: z.string().optional().describe('Media type. Default: by the extension.'),
    dryRun,
  }),
  output,
  failures: ['already_exists', ...writeFailures],
  async run({ data, ...query }, context) {
    const bytes = data === undefined ? undefined : decoded(data);
    const call = writeCall(query, context);
    const answer = await context.services.attachmentWriter.add(query, bytes, call);
    return bytes !== undefined || query.dryRun ? answer : { ...answer, ...context.openUpload(query) };
  },
  text: renderAttachment,
});

/** The same tool for one attachment whose content arrived at an upload address. */
export function uploadedAttachment(attachment: NewAttachment, content: () => Promise<Uint8Array>): Tool {
  return {
    ...addAttachment,
    async run(_raw, context) {
      const { attachmentWriter } = context.services;
      const call = writeCall({}, context);
      const value = await attachmentWriter.add(attachment, await content(), call);
      return { value: { ...value }, text: renderAttachment(value) };
    },
  };
}

function decoded(data: string): Uint8Array {
  const isTooLong = data.length > Math.ceil(maxDataBytes / 3) * 4;
  const bytes = isTooLong ? undefined : bytesOfBase64(data);
  if (isTooLong || (bytes?.length ?? 0) > maxDataBytes)
    throw new ToolFailure('too_large', '`data` holds more than 1 MB.');
  if (bytes !== undefined) return bytes;
  throw new ToolFailure('invalid_argument', '`data` is not base64 with its padding, in one line.', {
    hint: 'Encode the bytes again: no line breaks, no "data:" in front.',
  });
}

function renderAttachment(answer: z.input<typeof output>): string {
  const { path, mediaType, size, note, embed, uploadUrl, expires = '' } = answer;
  if (uploadUrl !== undefined)
    return oneLine(
      `PUT the file by ${minute(expires)}: curl -T FILE ${uploadUrl} · then ${path} · ${mediaType}`,
    );
  const facts = [
    `${deed('create', answer)} ${path}`,
    ...(size === undefined ? [] : [counted(size, 'byte')]),
    mediaType,
    ...(note === undefined || embed === undefined
      ? []
      : [`${answer.dryRun === true ? 'to be embedded' : 'embedded'} in ${note} as ${embed}`]),
    ...versionOf(answer),
    ...endingOf(answer),
  ];
  return oneLine(facts.join(' · '));
}

/** Decodes standard base64 with padding; undefined for anything else, which decoders silently ignore. */
function bytesOfBase64(text: string): Uint8Array | undefined {
  const bytes = Buffer.from(text, 'base64');
  // A copy: a short `Buffer` is a view of a pool that others share.
  return bytes.toString('base64') === text ? new Uint8Array(bytes) : undefined;
}
