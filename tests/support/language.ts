import { isRecord, property } from '../../pkg/headless/obsidian/core/unknowns';

/** The app in another language, for all tests of a file or a `describe`. */
export function withAppLanguage(language: string): void {
  const before = property(globalThis, 'window');
  beforeAll(() => {
    const localStorage = { getItem: (key: string) => (key === 'language' ? language : null) };
    Reflect.set(globalThis, 'window', { ...(isRecord(before) ? before : {}), localStorage });
  });
  afterAll(() => {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'window');
    else Reflect.set(globalThis, 'window', before);
  });
}
