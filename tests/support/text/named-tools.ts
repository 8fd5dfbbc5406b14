import { tools } from '../../../src/tools';

/** The tools that a text names: a name of several words anywhere, one of a single word in backticks. */
export function namedTools(text: string): string[] {
  const words = new Set(text.match(/[a-z]+(?:_[a-z]+)+|`[a-z]+`/gu));
  return tools.map(({ name }) => name).filter(name => words.has(name.includes('_') ? name : `\`${name}\``));
}
