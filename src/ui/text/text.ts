import { settings } from './english/settings';
import { windows } from './english/windows';
import { settings as settingsInGerman } from './german/settings';
import { windows as windowsInGerman } from './german/windows';
import { appLanguage, type Language, type Message, type Value, type ValuesFor } from './message';

type Catalogue = typeof settings & typeof windows;
export type TextKey = keyof Catalogue;

// Without a prototype: adding so many keys to an ordinary object costs milliseconds at the start.
const english = { __proto__: null, ...settings, ...windows };
const german = { __proto__: null, ...settingsInGerman, ...windowsInGerman };
export const catalogues: Readonly<Record<Language, Readonly<Record<TextKey, Message>>>> = {
  en: english,
  de: german,
};

/** A message in the app's language, with its placeholders filled. */
export function t<Key extends TextKey>(key: Key, ...values: ValuesFor<Catalogue[Key]>): string {
  return textIn(appLanguage(), key, ...values);
}

/** A message in a language, for a page that is read outside the app. */
export function textIn<Key extends TextKey>(
  language: Language,
  key: Key,
  ...values: ValuesFor<Catalogue[Key]>
): string {
  return filled(catalogues[language][key], language, values);
}

/** Marks what Lectern draws as being in its language, which may be another than the app's, and read from the left. */
export function markOwn(element: HTMLElement, ...classes: readonly string[]): void {
  element.addClasses([...classes]);
  element.setAttrs({ lang: appLanguage(), dir: 'ltr' });
}

/** Words by which the settings find a row, in addition to its name and description. */
export function searchWords(key: TextKey): string[] {
  const message = catalogues[appLanguage()][key];
  return typeof message === 'string' ? message.split(', ') : [];
}

function filled(message: Message, language: Language, [values = {}]: readonly Values[]): string {
  const place = /\{(\w+)\}/g;
  return formOf(message, language, values).replace(place, (_, name: string) => {
    const value = values[name];
    return typeof value === 'number' ? new Intl.NumberFormat(language).format(value) : (value ?? '');
  });
}

type Values = Readonly<Record<string, Value>>;

function formOf(message: Message, language: Language, { count }: Values): string {
  if (typeof message === 'string') return message;
  return new Intl.PluralRules(language).select(Number(count)) === 'one' ? message.one : message.other;
}
