/** The languages of the interface, and what a message of its catalogue is. */

import { getLanguage } from 'obsidian';

export const languages = ['en', 'de'] as const;
export type Language = (typeof languages)[number];

/** The app's language, or English where the interface does not speak it. It changes only when the app is restarted. */
export function appLanguage(): Language {
  const [language] = getLanguage().split('-');
  return languages.find(known => known === language) ?? 'en';
}

/**
 * A message of the catalogue: a text with placeholders in braces, such as `{name}`, or a text for each plural
 * category of English and German, chosen by the value of `{count}`.
 */
export type Message = string | { readonly one: string; readonly other: string };

/** A value of a placeholder. Numbers are formatted in the language. */
export type Value = string | number;

/** A translation of a part of the catalogue: the same keys, no more and no fewer. */
export type Translation<English> = Readonly<Record<keyof English, Message>>;

/** The names of the placeholders of a message. */
type Places<English> = English extends string
  ? PlacesOf<English>
  : English extends { readonly other: infer Other }
    ? PlacesOf<Other>
    : never;

type PlacesOf<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesOf<Rest> : never;

/** The arguments of a message in addition to its key: a value for each placeholder, or none. */
export type ValuesFor<English> = [Places<English>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Places<English>, Value>>];

/** A tool's texts for the user: its title, and a plain sentence that says what it does. */
export interface ToolTexts {
  readonly title: string;
  readonly summary: string;
}
