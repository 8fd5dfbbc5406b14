import { codeOf, messageOf } from '../obsidian/core/unknowns';
import { Misuse } from './command-context';

/** What `parse` returns. @throws Misuse in one sentence for words that Node's `parseArgs` refuses */
export function parsedWords<T>(parse: () => T): T {
  try {
    return parse();
  } catch (error) {
    if (codeOf(error)?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    throw new Misuse(firstSentence(messageOf(error)));
  }
}

/** Node adds advice about `--` that does not apply here. */
export function firstSentence(message: string): string {
  const end = message.indexOf('. ');
  return end < 0 ? message : `${message.slice(0, end)}.`;
}
