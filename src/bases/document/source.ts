/** The expressions of a base, parsed and checked, and its problems that do not prevent its use. */

import { BasePatterns } from '../functions/patterns';
import { compile } from '../evaluation/compile';
import type { Program } from '../evaluation/scope';
import { globalFunctionNames, memberFunctionNames } from '../functions/dispatch';
import { parseExpression } from '../language/parser';
import { cutText, jsonLine } from '../../utils/text/pieces';
import { everyExpression, type Expression, levelsOf } from '../language/syntax';

/** More are only counted. */
const maxWarnings = 30;
const shownText = 120;

export class Warnings {
  /** The patterns found in the base so far; too many are a problem. */
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
    return [...this.#texts, ...(this.#left === 0 ? [] : [`Warnings not shown: ${this.#left}.`])];
  }
}

/** The beginning of an expression in backticks; in double quotes where it has backticks itself. */
export function quotedExpression(text: string): string {
  const line = text.replace(/\s+/gu, ' ').trim();
  const shown = line.length <= shownText ? line : `${cutText(line, shownText)}…`;
  return shown.includes('`') ? jsonLine(shown) : `\`${shown}\``;
}

/** The text of a filter or formula with its parsed form. */
export interface Source {
  readonly text: string;
  /** Undefined if the text is no expression. */
  readonly parsed: ParsedSource | undefined;
}

export interface ParsedSource {
  readonly expression: Expression;
  readonly program: Program;
  /** How deeply its parts are nested. */
  readonly levels: number;
  readonly usesThis: boolean;
  /** Names after dots, and texts, since a name may be one in brackets. */
  readonly members: ReadonlySet<string>;
  /** Names after `formula.`. */
  readonly formulas: readonly string[];
}

/** @param place its position in the base, for warnings */
export function readSource(text: string, place: string, warnings: Warnings): Source {
  const parsed = parseExpression(text);
  if (!parsed.ok) {
    const { message, at } = parsed.problem;
    warnings.add(
      place,
      `Unable to parse formula: at character ${at + 1} of ${quotedExpression(text)}, ${message}.`,
    );
    return { text, parsed: undefined };
  }
  const { expression } = parsed;
  const formulas = new Set<string>();
  const members = new Set<string>();
  let usesThis = false;
  for (const part of everyExpression(expression)) {
    const problem = problemOf(part, warnings.patterns);
    if (problem !== undefined) warnings.add(place, `${problem} in ${quotedExpression(text)}.`);
    if (part.kind === 'name' && part.name === 'this') usesThis = true;
    if (part.kind === 'field' || part.kind === 'method') members.add(part.name);
    if (part.kind === 'literal') members.add(String(part.value));
    const formula = formulaNamedIn(part);
    if (formula !== undefined) formulas.add(formula);
  }
  const program = compile(expression, warnings.patterns);
  const levels = levelsOf(expression);
  return { text, parsed: { expression, program, levels, usesThis, members, formulas: [...formulas] } };
}

/** The problem of an expression that fails for every row. */
function problemOf(part: Expression, patterns: BasePatterns): string | undefined {
  if (part.kind === 'call' && !globalFunctionNames.has(part.name))
    return `Cannot find function "${part.name}"`;
  if (part.kind === 'method' && !memberFunctionNames.has(part.name))
    return `Cannot find function "${part.name}" on any type`;
  if (part.kind !== 'pattern') return undefined;
  return patterns.problemOf(part.source, part.flags)?.message.replace(/\.$/u, () => '');
}

function formulaNamedIn(part: Expression): string | undefined {
  const isOfFormula = (object: Expression): boolean => object.kind === 'name' && object.name === 'formula';
  if (part.kind === 'field' && isOfFormula(part.object)) return part.name;
  if (part.kind !== 'index' || !isOfFormula(part.object)) return undefined;
  return part.index.kind === 'literal' ? String(part.index.value) : undefined;
}
