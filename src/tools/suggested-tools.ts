/** Suggests known tools for an unknown name. */

import { nearest } from '../utils/near';

/** Tools by the verbs that other servers use for the same action. */
const byVerb: readonly (readonly [verbs: RegExp, tools: readonly string[]])[] = [
  [/^(?:search|find|grep|lookup)/u, ['search', 'query_notes']],
  [/^(?:query|filter)/u, ['query_notes', 'search']],
  [/^(?:read|get|open|view|cat|fetch|show|load)/u, ['read_note', 'read_notes']],
  [/^(?:append|prepend|insert)/u, ['update_note', 'patch_note']],
  [/^(?:write|create|new|add|make|save|put)/u, ['create_note', 'update_note']],
  [/^(?:edit|replace|modify|change|patch|strreplace)/u, ['edit_note', 'patch_note']],
  [/^(?:rename|move)/u, ['move']],
  [/^(?:delete|remove|trash)/u, ['delete']],
  [/^(?:list|ls|browse|tree)/u, ['list', 'list_notes']],
];

const most = 3;
const maxNameLength = 60;

/**
 * At most three tools, best first: the same name in another spelling (`readNote`), else those for its verb,
 * and those with similar spelling.
 * @param known names of the existing tools
 */
export function suggestedTools(name: string, known: readonly string[]): string[] {
  const folded = name.toLowerCase().replaceAll(/[^a-z]/gu, () => '');
  const respelled = known.filter(one => one.replaceAll('_', () => '') === folded);
  if (respelled.length > 0) return respelled;
  const ofVerb = byVerb.find(([verbs]) => verbs.test(folded))?.[1] ?? [];
  const meant = [...ofVerb, ...nearest(name.slice(0, maxNameLength), known, most)];
  return [...new Set(meant)].filter(tool => known.includes(tool)).slice(0, most);
}
