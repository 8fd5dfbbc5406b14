/** Answers of tools, with the vault that they come from. */
import { isObject, jsonField } from '../../../../src/utils/json';
import { outward } from './uris';
import { type Json, objectOf } from './json';

/** Text that begins with the vault's name. @param isSeveral whether URIs name the vault */
export function answerFrom(vault: string, result: Json, isSeveral: boolean): Json {
  const { structuredContent, content } = result;
  const items: unknown[] = Array.isArray(content) ? content : [];
  return {
    ...result,
    content: items.map((item, at) => {
      const text = jsonField(item, 'text');
      if (at === 0 && typeof text === 'string') return { ...objectOf(item), text: `${vault}: ${text}` };
      return isSeveral ? withOutwardUris(item, vault) : item;
    }),
    ...(isObject(structuredContent) ? { structuredContent: { vault, ...structuredContent } } : {}),
  };
}

/** A link to a resource, or a resource that is part of an answer. */
export function withOutwardUris(item: unknown, vault: string): unknown {
  if (!isObject(item)) return item;
  const { uri, resource } = item;
  return {
    ...item,
    ...(typeof uri === 'string' ? { uri: outward(uri, vault) } : {}),
    ...(resource === undefined ? {} : { resource: withOutwardUris(resource, vault) }),
  };
}
