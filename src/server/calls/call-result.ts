import type { ToolFailure } from '../../errors';
import { oneLine } from '../../utils/text/one-line';
import { shorten } from '../../utils/text/shortening';
import type { LongText } from '../../utils/text/long-text';
import type { Attachment } from '../../vault/reading/attachments';

/** Bytes of JSON that a failure may have; lists of candidates and diffs come from notes. */
const mostBytesOfFailure = 50_000;

interface Result<Text> {
  readonly content: ({ type: 'text'; text: Text } | Attachment)[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** What a call resulted in, in the shape of the protocol but for texts that are not put together. */
export type CallResult = Result<string | LongText>;

/** What a call resulted in, in the shape of the protocol. */
export type ProtocolResult = Result<string>;

/** The result of a failure, with the same facts in text and structure. */
export function failureResult(failure: ToolFailure): ProtocolResult {
  const { candidates, versionId, diff } = shorten(failure.details, mostBytesOfFailure).value;
  const error = {
    code: failure.code,
    message: oneLine(failure.message),
    hint: oneLine(failure.hint),
    ...(candidates === undefined || candidates.length === 0 ? {} : { candidates }),
    ...(versionId === undefined ? {} : { versionId }),
    ...(diff === undefined ? {} : { diff }),
  };
  const lines = [`${error.code}: ${error.message} ${error.hint}`];
  if (error.candidates !== undefined) lines.push(`Candidates: ${error.candidates.map(oneLine).join(', ')}`);
  if (versionId !== undefined) lines.push(`Current versionId: ${versionId}`);
  if (diff !== undefined) lines.push(diff);
  return { isError: true, structuredContent: { error }, content: [{ type: 'text', text: lines.join('\n') }] };
}
