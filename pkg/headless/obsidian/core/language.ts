import { isRecord, isFunction, property } from './unknowns';

/**
 * The language of the app's texts. The app keeps it in its window's storage under `language`; no entry means
 * English, and so does a host without a window.
 */
export function getLanguage(): string {
  const storage = property(property(globalThis, 'window'), 'localStorage');
  const getItem = isRecord(storage) ? property(storage, 'getItem') : undefined;
  const language: unknown = isFunction(getItem) ? Reflect.apply(getItem, storage, ['language']) : undefined;
  return typeof language === 'string' && language !== '' ? language : 'en';
}
