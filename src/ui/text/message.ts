/**
 * A message of the catalogue: a text with places in braces, such as `{name}`, or a text for each plural category that
 * English and German have. The category follows from the value of `{count}`.
 */
export type Message = string | PluralForms;

export interface PluralForms {
  readonly one: string;
  readonly other: string;
}

/** A value of a place. A number is written as the language writes numbers. */
export type Value = string | number;

/** A translation of a part of the catalogue: the same keys, no more and no fewer. */
export type Translation<English> = Readonly<Record<keyof English, Message>>;

/** The names of the places of a message. */
type Places<English> = English extends string
  ? PlacesOf<English>
  : English extends { readonly other: infer Other }
    ? PlacesOf<Other>
    : never;

type PlacesOf<Text> = Text extends `${string}{${infer Place}}${infer Rest}` ? Place | PlacesOf<Rest> : never;

/** The arguments that a message takes beside its key: a value for each place, or none. */
export type ValuesFor<English> = [Places<English>] extends [never]
  ? readonly []
  : readonly [values: Readonly<Record<Places<English>, Value>>];

/** What the user reads of a tool: its title, and a plain sentence that says what it does. */
export interface ToolTexts {
  readonly title: string;
  readonly summary: string;
}
