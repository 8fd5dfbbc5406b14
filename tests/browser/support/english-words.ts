import { tools } from '../../../src/tools';
import { toolsInGerman } from '../../../src/ui/text/german/tool-names';
import { catalogues } from '../../../src/ui/text/text';

const german = new Set(wordsOf([catalogues.de, toolsInGerman]));
/** Words of the English texts, none of which a German one has. */
const english = new Set(
  wordsOf([catalogues.en, tools.map(({ title, summary, description }) => [title, summary, description])])
    .filter(word => word.length > 2 && !german.has(word))
    .concat('the', 'of', 'by'),
);

/**
 * English words in a text.
 * @param names what is no word: names of tokens and clients; those of tools are none either
 */
export function englishWordsIn(text: string, names: readonly string[] = []): string[] {
  const all = [...tools.map(({ name }) => name), ...names];
  return wordsOf(all.reduce((left, name) => left.replaceAll(name, () => ''), text)).filter(word =>
    english.has(word),
  );
}

/** Words of all texts in a value, without the names of places such as `{count}`. */
function wordsOf(value: unknown): string[] {
  if (typeof value === 'string')
    return (value.replace(/\{\w+\}/g, () => ' ').match(/\p{L}+/gu) ?? []).map(word => word.toLowerCase());
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(wordsOf) : [];
}
