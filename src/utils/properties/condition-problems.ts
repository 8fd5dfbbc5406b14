/** Finds conditions that no note can satisfy, with the correct form. */

import { matchOf } from '../text/pieces';
import { parseIsoDate } from '../dates';
import { plainNumber } from './condition-values';
import type { NamedField, NoteField } from './note-field-names';
import { cutText } from '../text/trimming';

export interface ConditionProblem {
  /** Continues a sentence whose subject is the condition. */
  readonly problem: string;
  readonly hint: string;
}

const maxShownLength = 60;
const dates: readonly NoteField[] = ['created', 'modified'];

/** The type of value that `>` needs for the field: a list compares by its length. */
export function valueKind({ root, name }: NamedField): 'date' | 'number' | 'list' | 'object' | 'text' {
  if (name === 'tasks') return 'object';
  if (dates.includes(root)) return 'date';
  if (root === 'wordCount' || root === 'size' || root === 'tasks') return 'number';
  return root === 'tags' || root === 'aliases' || root === 'links' || root === 'backlinks' ? 'list' : 'text';
}

/** Why a condition on a built-in field cannot hold; `isDate` tells whether a text is a date. */
export function fieldProblem(
  field: NamedField,
  operator: string,
  value: string,
  isDate: (text: string) => boolean,
): ConditionProblem | undefined {
  const kind = valueKind(field);
  // `~` searches for part of a text, equality for a member of a list.
  if (operator === '~' && kind !== 'object') return undefined;
  if (kind === 'list' && (operator === '=' || operator === '!=')) return undefined;
  return comparisonProblem(field, value, isDate);
}

/** Why a built-in field does not compare with a value; undefined where it does. By default dates are ISO 8601 only. */
export function comparisonProblem(
  field: NamedField,
  value: string | number,
  isDate = (text: string): boolean => parseIsoDate(text) !== undefined,
): ConditionProblem | undefined {
  const { name } = field;
  const kind = valueKind(field);
  const property = `of a property of this name, write \`frontmatter.${name}\``;
  if (kind === 'object')
    return {
      problem: `compares \`${name}\`, which is an object`,
      hint: `Write \`tasks.open\` or \`tasks.done\`; ${property}.`,
    };
  const text = String(value).trim();
  if (kind === 'text' || (kind === 'date' ? isDate(text) : plainNumber.test(text))) return undefined;
  const [what, example] = kind === 'date' ? ['a date', '2026-10-01'] : ['a number', '100'];
  return {
    problem: `compares \`${name}\`, ${what}, with "${cutText(text, maxShownLength)}"`,
    hint: `Compare it with ${what}, such as \`${name}>${example}\`; ${property}.`,
  };
}

const wordOperator =
  /^(\S+)\s+(is\s+not(?:\s+in)?|not\s+in|(?:starts?|begins?|ends?)\s*with|is|in|between|contains?|includes?|has|like|matches|equals?)\s+(\S.*)$/iu;

/** An operator of another query language in a condition without one of ours; undefined if there is none. */
export function wordOperatorProblem(condition: string): ConditionProblem | undefined {
  const [, key = '', word, value = ''] = matchOf(wordOperator, condition.trim());
  if (word === undefined) return undefined;
  const operator = word.toLowerCase().replaceAll(/\s+/gu, () => ' ');
  return {
    problem: `uses "${operator}", which is not an operator`,
    hint: `Write ${spellingHint(operator, key.slice(0, maxShownLength), value.slice(0, maxShownLength))}.`,
  };
}

function spellingHint(operator: string, key: string, value: string): string {
  if (/\bin$/u.test(operator)) {
    const members = value.replaceAll(/[()[\]"']/gu, () => '').split(',');
    const rule = JSON.stringify({
      in: [{ var: `frontmatter.${key}` }, members.map(member => member.trim())],
    });
    return `\`filter\` ${operator === 'in' ? rule : `{"!":${rule}}`} of \`query_notes\``;
  }
  if (operator === 'between') {
    const [from = '', to = ''] = value.split(/\sand\s|,|\.\./iu).map(bound => bound.trim());
    return `\`where\` ["${key}>=${from}","${key}<=${to}"]`;
  }
  if (/with$|^matches/u.test(operator))
    return `\`filter\` {"regexp":[pattern,{"var":"frontmatter.${key}"}]} of \`query_notes\``;
  if (/^(?:is|equals?)$/u.test(operator)) return `\`${key}=${value}\``;
  return operator === 'is not' ? `\`${key}!=${value}\`` : `\`${key}~${value}\``;
}
