import { isRecord, isFunction, property } from './unknowns';

/**
 * The language of the app's texts. The app keeps it in its window's storage under `language`, and English is what
 * nothing stands for; a host without a window is English.
 */
export function getLanguage(): string {
  const storage = property(property(globalThis, 'window'), 'localStorage');
  const getItem = isRecord(storage) ? property(storage, 'getItem') : undefined;
  const language: unknown = isFunction(getItem) ? Reflect.apply(getItem, storage, ['language']) : undefined;
  return typeof language === 'string' && language !== '' ? language : 'en';
}
