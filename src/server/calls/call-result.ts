import type { ToolFailure } from '../../errors';
import { oneLine } from '../../utils/text/one-line';
import { shorten } from '../../utils/text/shortening';
import type { LongText } from '../../utils/text/long-text';
import type { Attachment } from '../../vault/reading/attachments';

/** Limit for a failure in bytes of JSON; lists of candidates and diffs come from notes. */
const maxBytesOfFailure = 50_000;

interface Result<Text> {
  readonly content: ({ type: 'text'; text: Text } | Attachment)[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** The result of a call in the protocol's format, but with long texts not yet joined. */
export type CallResult = Result<string | LongText>;

/** The result of a call in the protocol's format. */
export type ProtocolResult = Result<string>;

/** The result of a failure, with the same facts in text and structure. */
export function failureResult(failure: ToolFailure): ProtocolResult {
  const { candidates, versionId, diff } = shorten(failure.details, maxBytesOfFailure).value;
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
