/** The calls that the model of rules draws from. */
import { base64Of, png } from '../support/files/sample-files';
import type { Random } from './random';

/** A tool and its arguments. */
export type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

export interface CallPlaces {
  readonly folders: readonly string[];
  /** Of notes, without extension; each folder has one of each. */
  readonly names: readonly string[];
  /** Ids of the changes so far. */
  readonly changes: readonly string[];
}

const properties = ['kind', 'sort', 'type'];
const headings = ['H', 'I'];

/** Functions that draw a call each; calls that are to be drawn more often have several. */
export function modelCalls(draw: Random, { folders, names, changes }: CallPlaces): readonly (() => Call)[] {
  const path = (): string => `${draw.of(folders)}/${draw.of(names)}.md`;
  const board = (): string => `${draw.of(folders)}/board.canvas`;
  const moves = (): Call => ['move', { path: path(), newPath: path() }];
  const tasks = (): Call => {
    const at = path();
    const mark = `do secret-of-${at.slice(0, -'.md'.length)}-`;
    const box = draw.of(['- [ ]', '- [x]']);
    return [
      'update_task',
      { path: at, line: draw.of([5, 6]), expectedText: `${box} ${mark}`, status: draw.of(['open', 'done']) },
    ];
  };
  const card = (): Record<string, unknown> =>
    draw.of([
      { action: 'update_node', id: 'one', fields: { text: `text ${draw.below(9)}` } },
      { action: 'add_node', fields: { type: 'file', file: path(), x: 0, y: 0, width: 10, height: 10 } },
      { action: 'update_node', id: 'one', fields: { type: 'file', text: null, file: path() } },
      { action: 'add_node', fields: { type: 'group', background: path() } },
      { action: 'remove_node', id: 'one' },
    ]);
  return [
    () => ['create_note', { path: path(), content: 'new [[a]] [[b]]\n- [ ] new\n' }],
    () => ['update_note', { path: path(), mode: 'append', content: 'more' }],
    () => ['edit_note', { path: path(), edits: [{ oldText: 'at ', newText: 'AT ' }] }],
    () => ['read_note', { path: path() }],
    () => ['list', { recursive: true }],
    () => ['search', { query: 'secret' }],
    () => [
      'add_attachment',
      {
        ...{ name: draw.of([`${draw.of(folders)}/pic.png`, 'pic.png']), data: base64Of(png) },
        ...{ note: path(), embed: draw.of([true, false]) },
      },
    ],
    moves,
    moves,
    () => ['merge_notes', { from: path(), into: path() }],
    () => ['rename_heading', { path: path(), heading: draw.of(headings), newHeading: draw.of(headings) }],
    () => ['replace_in_notes', { find: 'more', replace: 'MORE', confirm: draw.below(3) }],
    () => [
      'rename_property',
      {
        ...{ property: draw.of(properties), newProperty: draw.of(properties) },
        ...(draw.below(2) === 0 ? {} : { path: draw.of(folders) }),
      },
    ],
    () => ['list_tasks', { status: 'any', ...(draw.below(2) === 0 ? {} : { path: draw.of(folders) }) }],
    tasks,
    tasks,
    () => [
      'query_base',
      { source: 'views:\n  - type: table\n    name: all\n', format: 'paths', limit: 1000 },
    ],
    () => ['get_context', draw.of([{ path: path() }, { query: 'secret' }])],
    () => ['suggest_links', draw.of([{ path: path() }, { text: 'a b c board of secret' }])],
    () => ['edit_canvas', { path: board(), operations: [card()] }],
    () => ['read_attachment', { path: board() }],
    () => ['move', { path: draw.of(folders), newPath: `${draw.of(folders)}/${draw.of(['In', 'Out'])}` }],
    () => ['delete', { path: draw.of([path(), board(), ...folders]), recursive: true }],
    () => ['undo_change', { changeId: changes.at(-1 - draw.below(6)) ?? 'none' }],
    () => ['list_changes', { limit: 20 }],
  ];
}
