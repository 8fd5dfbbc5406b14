import type { ToolFailure } from '../../errors';
import { oneLine } from '../../utils/text/one-line';
import { shorten } from '../../utils/text/shortening';
import { jsonWeight } from '../../utils/json/json-pieces';
import type { Attachment } from '../../vault/reading/attachments';
import { largeAnswer } from '../http/body-budget';
import type { DeferredJson } from '../http/deferred-json';

/** Bytes of JSON that a failure may have; lists of candidates and diffs come from notes. */
const roomForFailure = 50_000;

/** What a call answered, ready for the protocol. */
export interface CallResult {
  readonly content: ({ type: 'text'; text: string } | Attachment)[];
  readonly structuredContent: Record<string, unknown>;
  readonly isError?: true;
}

/** The result that tells a client of a failure, with the same facts in text and structure. */
export function failureResult(failure: ToolFailure): CallResult {
  const { candidates, versionId, diff } = shorten(failure.details, roomForFailure).value;
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

/** The result for the SDK; of a large one only placeholders, as its JSON is made while it is sent. */
export function sendable(result: CallResult, deferred: DeferredJson): CallResult {
  if (jsonWeight(result, largeAnswer) <= largeAnswer) return result;
  const content = result.content.map(item => {
    if (item.type === 'resource_link') return item;
    if (item.type === 'text') return { ...item, text: deferred.text(item.text) };
    return { ...item, data: deferred.text(item.data) };
  });
  return { ...result, content, structuredContent: deferred.fields(result.structuredContent) };
}
