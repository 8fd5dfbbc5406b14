/** Problems of a base that do not prevent its use. */
import { BasePatterns } from '../functions/texts/base-patterns';

/** More are only counted. */
const maxWarnings = 30;
const shownText = 120;

export class Warnings {
  /** Those that the base has had so far: too many are a problem. */
  readonly patterns = new BasePatterns();
  readonly #texts = new Set<string>();
  #left = 0;

  /** @param place in the base, such as `formulas.total` */
  add(place: string, message: string): void {
    const text = place === '' ? message : `${place}: ${message}`;
    if (this.#texts.has(text)) return;
    if (this.#texts.size < maxWarnings) this.#texts.add(text);
    else this.#left += 1;
  }

  list(): string[] {
    const rest = this.#left === 0 ? [] : [`There are ${this.#left} more warnings.`];
    return [...this.#texts, ...rest];
  }
}

/** The text of an expression in a warning. */
export function quotedExpression(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  return `\`${line.length <= shownText ? line : `${line.slice(0, shownText)}…`}\``;
}
