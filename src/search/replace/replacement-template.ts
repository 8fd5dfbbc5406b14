import { ToolFailure } from '../../errors';

/** The groups of one match; 0 is all of it. */
export type Groups = (group: number | string) => string;

type Part = { readonly text: string } | { readonly group: number | string };

/** What may follow a `$`. */
const placeholder = /\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/gu;

/** The replacement of a match: `$1` and `$<name>` are its groups, `$&` the whole match, `$$` a dollar sign. */
export class ReplacementTemplate {
  private readonly parts: readonly Part[];

  /** @throws ToolFailure `invalid_query` for a group that the pattern does not have */
  constructor(template: string, pattern: { readonly groups: number; readonly names: ReadonlySet<string> }) {
    const parts: Part[] = [];
    let at = 0;
    for (const found of template.matchAll(placeholder)) {
      const [whole, dollar, all, digits, name] = found;
      parts.push({ text: template.slice(at, found.index) });
      at = found.index + whole.length;
      if (dollar !== undefined) parts.push({ text: '$' });
      else if (all !== undefined) parts.push({ group: 0 });
      else if (name !== undefined) parts.push({ group: requireName(name, pattern.names) });
      else parts.push(...numbered(digits ?? '', pattern.groups));
    }
    this.parts = [...parts, { text: template.slice(at) }];
  }

  fill(groups: Groups): string {
    return this.parts.map(part => ('text' in part ? part.text : groups(part.group))).join('');
  }
}

/** `$12` is group 12 if there is one, else group 1 and a 2. */
function numbered(digits: string, groups: number): Part[] {
  if (Number(digits) <= groups) return [{ group: Number(digits) }];
  const [first = '', second = ''] = digits;
  if (second !== '' && Number(first) <= groups) return [{ group: Number(first) }, { text: second }];
  throw new ToolFailure('invalid_query', '`replace` names a group that is not in the pattern.', {
    hint: 'Write `$$` for a dollar sign.',
  });
}

function requireName(name: string, names: ReadonlySet<string>): string {
  if (names.has(name)) return name;
  throw new ToolFailure('invalid_query', '`replace` names a group that is not in the pattern.', {
    candidates: [...names],
  });
}
