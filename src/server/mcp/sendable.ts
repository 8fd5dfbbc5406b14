/** Results as the SDK gets them: of large ones only placeholders, as their JSON is made while they are sent. */
import { jsonWeight } from '../../utils/json/json-pieces';
import type { ResourceContent } from '../../vault/app/note-resources';
import type { CallResult } from '../calls/call-result';
import { largeAnswer } from '../http/body-budget';
import type { DeferredJson } from '../http/deferred-json';

export function sendableResult(result: CallResult, deferred: DeferredJson): CallResult {
  if (jsonWeight(result, largeAnswer) <= largeAnswer) return result;
  const content = result.content.map(item => {
    if (item.type === 'resource_link') return item;
    if (item.type === 'text') return { ...item, text: deferred.text(item.text) };
    return { ...item, data: deferred.text(item.data) };
  });
  return { ...result, content, structuredContent: deferred.fields(result.structuredContent) };
}

export function sendableContent(content: ResourceContent, deferred: DeferredJson): ResourceContent {
  if (jsonWeight(content, largeAnswer) <= largeAnswer) return content;
  return 'text' in content
    ? { ...content, text: deferred.text(content.text) }
    : { ...content, blob: deferred.text(content.blob) };
}
