/** Splits a Dataview query into tokens, like Dataview's own grammar (read in the package `obsidian-dataview` 0.5.68). */

export type WordKind = 'comment' | 'string' | 'link' | 'tag' | 'number' | 'name' | 'sign';

export interface QueryWord {
  readonly kind: WordKind;
  readonly text: string;
}

const pattern =
  /\s+|(?<comment>\/\/[^\n]*)|(?<string>"(?:\\[^]|[^"\\])*")|(?<link>\[\[[^[\]]*\]\])|(?<tag>#[\p{L}\p{N}_/-]*)|(?<number>[0-9]+(?:\.[0-9]+)?)|(?<name>\p{L}[0-9\p{L}_-]*)|(?<sign>=>|!=|<=|>=|[^])/gu;

const kinds = ['comment', 'string', 'link', 'tag', 'number', 'name', 'sign'] as const;

/** All tokens except spaces. */
export function queryWords(query: string): QueryWord[] {
  const words: QueryWord[] = [];
  for (const { 0: text, groups } of query.matchAll(pattern)) {
    const kind = kinds.find(name => groups?.[name] !== undefined);
    if (kind !== undefined) words.push({ kind, text });
  }
  return words;
}

/** The text of a string without its quotes. */
export function stringText({ text }: QueryWord): string {
  return text.slice(1, -1).replace(/\\(["\\])/g, (_found, escaped: string) => escaped);
}
