/** Results for the SDK: large ones contain placeholders, as their JSON is made while they are sent. */
import { jsonWeight } from '../../utils/json/json-pieces';
import type { ResourceContent } from '../../vault/app/note-resources';
import type { CallResult, ProtocolResult } from '../calls/call-result';
import { largeResponse } from '../http/body-budget';
import type { DeferredResult } from '../http/deferred-json';

export function sendableResult(result: CallResult, deferred: DeferredResult): ProtocolResult {
  const isLarge = jsonWeight(result, largeResponse) > largeResponse;
  const content = result.content.map(item => {
    if (item.type === 'text')
      return { ...item, text: isLarge ? deferred.text(item.text) : item.text.toString() };
    if (item.type === 'resource_link' || !isLarge) return item;
    return { ...item, data: deferred.text(item.data) };
  });
  if (!isLarge) return { ...result, content };
  return { ...result, content, structuredContent: deferred.fields(result.structuredContent) };
}

export function sendableContent(content: ResourceContent, deferred: DeferredResult): ResourceContent {
  if (jsonWeight(content, largeResponse) <= largeResponse) return content;
  return 'text' in content
    ? { ...content, text: deferred.text(content.text) }
    : { ...content, blob: deferred.text(content.blob) };
}
