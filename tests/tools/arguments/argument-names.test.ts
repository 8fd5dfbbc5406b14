/** Arguments and tools that are called otherwise elsewhere. */
import { ToolFailure } from '../../../src/errors';
import { tools } from '../../../src/tools';
import { readArguments } from '../../../src/tools/arguments';
import { suggestedTools } from '../../../src/tools/suggested-tools';
import { type ForeignCall, foreignCalls } from './other-servers';

describe('what a caller hears of them', () => {
  function failureOf(tool: string, raw: unknown): ToolFailure {
    const found = tools.find(({ name }) => name === tool);
    if (found === undefined) throw new Error('There is no such tool.');
    try {
      readArguments(found.input, raw);
    } catch (error) {
      if (error instanceof ToolFailure) return error;
    }
    throw new Error('It was accepted.');
  }

  test.each([
    ['list', 'folde', ['path']],
    ['list', 'limt', ['limit']],
    ['list', 'glob', ['includes']],
    ['list', 'recurse', ['recursive']],
    ['list', 'since', ['modifiedSince']],
    ['list', 'max', ['limit']],
    ['query_notes', 'fields', ['select']],
    ['query_notes', 'query', ['where']],
    ['read_note', 'name', ['path']],
    ['read_note', 'offset', ['startLine']],
    ['read_notes', 'path', ['paths']],
    ['update_note', 'new_text', ['content']],
    ['create_note', 'overwrite', ['ifExists']],
    ['update_tags', 'tags', ['add']],
    ['rename_tag', 'oldTag', ['from']],
    ['rename_tag', 'newTag', ['to']],
    ['rename_property', 'from', ['property']],
    ['rename_property', 'to', ['newProperty']],
    ['undo_change', 'id', ['changeId']],
    ['edit_note', 'dryrun', ['dryRun']],
    ['edit_note', 'dry-run', ['dryRun']],
    ['list', 'limits', ['limit']],
    ['list_tasks', 'dueDate', ['dueBefore']],
    ['list_tasks', 'due_date', ['dueBefore']],
    ['list_tasks', 'dueOn', ['dueBefore']],
    ['list_tasks', 'before', ['dueBefore']],
    ['list_tasks', 'scheduledDate', ['scheduledBefore']],
  ])('%s with `%s` suggests the right argument', (tool, name, expected) => {
    const { code, message, details } = failureOf(tool, { [name]: 'x' });
    expect([code, message, details.candidates?.slice(0, 1)]).toEqual([
      'invalid_argument',
      `There is no argument \`${name}\`.`,
      expected,
    ]);
  });

  test('move suggests `path` for `name`', () => {
    expect(failureOf('move', { name: 'a', to: 'b' }).details.candidates).toContain('path');
  });

  test('an argument that is given already is not suggested', () => {
    expect(failureOf('create_note', { path: 'a', name: 'b' }).details.candidates).toEqual(['path']);
    expect(failureOf('query_notes', { where: ['a'], filters: ['b'] }).details.candidates).toEqual(['filter']);
  });

  test.each([
    ['edit_notes', 'path', 'path', 'changes'],
    ['create_notes', 'content', 'content', 'notes'],
  ])('%s with `%s` says that the argument belongs into an item of a list', (tool, name, inner, list) => {
    const { hint, details } = failureOf(tool, { [name]: 'x' });
    expect(hint).toBe(`Give it in an item of \`${list}\`, as {"${list}":[{"${inner}":…}]}.`);
    expect(details.candidates).toEqual([list]);
  });

  test('an unknown field of an item is named with its place', () => {
    const { message, details } = failureOf('edit_note', { path: 'a', edits: [{ original: 'x' }] });
    expect(message).toBe('There is no argument `edits[0].original`.');
    expect(details.candidates).toEqual(['edits[0].oldText']);
  });

  test.each([
    ['read_file', 'read_note'],
    ['readNote', 'read_note'],
    ['read-note', 'read_note'],
    ['get_note', 'read_note'],
    ['search_notes', 'search'],
    ['search_vault', 'search'],
    ['write_note', 'create_note'],
    ['append_to_note', 'update_note'],
    ['delete_note', 'delete'],
    ['move_note', 'move'],
    ['list_files', 'list'],
    ['serch', 'search'],
    ['complete_task', 'update_task'],
    ['completeTask', 'update_task'],
    ['toggle_todo', 'update_task'],
    ['mark-task-done', 'update_task'],
    ['get_tasks', 'list_tasks'],
    ['manage_tags', 'update_tags'],
    ['add_tags', 'update_tags'],
    ['find_backlinks', 'get_links'],
    ['set_properties', 'update_frontmatter'],
    ['obsidian_get_file_contents', 'read_note'],
    ['obsidian_append_content', 'update_note'],
    ['obsidian_patch_content', 'patch_note'],
    ['obsidian_get_periodic_note', 'read_note'],
    ['obsidian_list_files_in_vault', 'list'],
    ['obsidian_simple_search', 'search'],
    ['obsidian_delete_file', 'delete'],
    ['obsidianAppendContent', 'update_note'],
    ['mcp_vault_search', 'search'],
    ['note_create', 'create_note'],
    ['notes_move', 'move'],
    ['file_delete', 'delete'],
    ['daily_note', 'read_note'],
    ['get_recent_changes', 'list_changes'],
    ['list_properties_of_note', 'list_properties'],
    ['view', 'read_note'],
    ['str_replace', 'edit_note'],
  ])('for the unknown tool `%s` the suggestion is `%s`', (name, expected) => {
    const names = tools.map(tool => tool.name);
    expect(suggestedTools(name, names)[0]).toBe(expected);
  });

  test.each(['view', 'open', 'cat', 'fetch'])('`%s` alone means no tool whose name holds it', name => {
    const names = tools.map(tool => tool.name);
    expect(suggestedTools(name, names)).toEqual(['read_note', 'read_notes']);
  });

  test('a tool that the caller does not see is not suggested', () => {
    expect(suggestedTools('delete_note', ['read_note', 'search'])).not.toContain('delete');
  });
});

describe('calls of other servers', () => {
  function read(tool: string, given: unknown): unknown {
    const found = tools.find(({ name }) => name === tool);
    if (found === undefined) throw new Error(`There is no tool ${tool}.`);
    const { input, insteadOf, risk } = found;
    const onLeftOut = risk.annotations.readOnlyHint ? (): void => undefined : undefined;
    try {
      return readArguments(input, given, { insteadOf, onLeftOut });
    } catch (error) {
      if (error instanceof ToolFailure && error.code === 'invalid_argument') return 'refused';
      throw error;
    }
  }

  const meant = ({ tool, own }: ForeignCall): unknown => (own === 'refused' ? own : read(tool, own));

  test.each(foreignCalls)('$tool takes $given as users of $server mean it, or refuses it', call => {
    const taken = read(call.tool, call.given);
    if (taken !== 'refused') expect(taken).toEqual(meant(call));
  });

  test('of 200 such calls at least 190 do what is meant at the first try', () => {
    const done = foreignCalls.filter(call => {
      const taken = read(call.tool, call.given);
      return taken !== 'refused' && JSON.stringify(taken) === JSON.stringify(meant(call));
    });
    expect(foreignCalls).toHaveLength(200);
    expect(done.length).toBeGreaterThanOrEqual(190);
  });

  test.each([
    ['delete', { path: 'a.md', confirm: false }],
    ['delete', { path: 'a.md', confirmPath: 'b.md' }],
    ['move', { path: 'a.md', newPath: 'b.md', overwrite: true }],
    ['move', { path: 'a.md', newPath: 'b.md', updateLinks: false }],
    ['move', { path: 'a.md', from: 'c.md', newPath: 'b.md' }],
    ['update_frontmatter', { path: 'a.md', frontmatter: {}, merge: false }],
    ['update_frontmatter', { path: 'a.md', operation: 'get', key: 'status', value: 1 }],
    ['update_tags', { path: 'a.md', operation: 'list', tags: ['a'] }],
    ['create_note', { path: 'a.md', onConflict: 'overwrite' }],
  ])('%s %j, which asks for something else, is refused', (tool, given) => {
    expect(read(tool, given)).toBe('refused');
  });
});
