import * as z from 'zod';
import { ToolFailure } from '../../../src/errors';
import { tools } from '../../../src/tools';
import { readArguments } from '../../../src/tools/arguments';
import { suggestedTools } from '../../../src/tools/suggested-tools';
import { type ForeignCall, foreignCalls } from './other-servers';
import { clientNames, usualNames } from '../../../src/tools/argument-shapes';
import { flagsOf } from '../../../src/tools/field-flags';
import type { Tool } from '../../../src/tools/tool';

/** Arguments and tools that are called otherwise elsewhere. */
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
    ['list_tasks', 'since', ['doneAfter']],
    ['list', 'sortOrder', ['order']],
    ['check_links', 'type', ['kind']],
    ['update_frontmatter', 'status', ['set']],
  ])('%s with `%s` suggests the right argument', (tool, name, expected) => {
    const { code, message, details } = failureOf(tool, { [name]: 'x' });
    expect([code, message, details.candidates?.slice(0, 1)]).toEqual([
      'invalid_argument',
      `There is no argument "${name}".`,
      expected,
    ]);
  });

  test('move suggests `path` for `name`', () => {
    expect(failureOf('move', { name: 'a', to: 'b' }).details.candidates).toContain('path');
  });

  test('an argument that is given already is not suggested', () => {
    expect(failureOf('create_note', { path: 'a', name: 'b' }).details.candidates).toEqual(['path']);
    expect(failureOf('rename_heading', { path: 'a', from: 'b' }).details.candidates).toEqual(['heading']);
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
    expect(message).toBe('There is no argument "edits[0].original".');
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

/** What arguments may be. */
describe('arguments', () => {
  const schema = z.strictObject({
    path: z.string().optional(),
    limit: z.int().min(1).max(10).default(5),
    deep: z.boolean().default(false),
    names: z.array(z.string()).optional(),
    edits: z.array(z.strictObject({ line: z.int(), text: z.string() })).optional(),
    filter: z.record(z.string(), z.unknown()).optional(),
    value: z.unknown().optional(),
  });

  const read = (raw: unknown): unknown => readArguments(schema, raw);

  function failureOf(raw: unknown): ToolFailure {
    try {
      read(raw);
    } catch (error) {
      if (error instanceof ToolFailure) return error;
    }
    throw new Error('It was accepted.');
  }

  describe('arguments', () => {
    test('may be left out where the schema has defaults', () => {
      expect(read(undefined)).toEqual({ limit: 5, deep: false });
      expect(read({})).toEqual({ limit: 5, deep: false });
    });

    test('are refused where JSON is given as a text of more than a million characters', () => {
      const edits = (length: number): string => JSON.stringify([{ line: 1, text: 'x'.repeat(length) }]);
      expect(read({ edits: edits(900_000) })).toMatchObject({ edits: [{ line: 1 }] });
      expect(failureOf({ edits: edits(1_000_000) }).message).toBe(
        '`edits` must be a list, not a string of more than 1,000,000 characters.',
      );
    });

    test('are decoded from JSON strings by their declared type', () => {
      expect(
        read({
          limit: '7',
          deep: 'false',
          names: '["a","b"]',
          edits: '[{"line":"3","text":"4"}]',
          filter: '{"a":1}',
        }),
      ).toEqual({
        limit: 7,
        deep: false,
        names: ['a', 'b'],
        edits: [{ line: 3, text: '4' }],
        filter: { a: 1 },
      });
    });

    test.each(['a', '*.md', '{*.md,*.txt}', '[ab]*', '[[Note]]', 'a=b'])(
      'of a list of texts may be a single text: %s',
      single => {
        expect(read({ names: single })).toMatchObject({ names: [single] });
      },
    );

    test('of any type and of type text are never decoded', () => {
      expect(read({ path: '7', value: 'true' })).toMatchObject({ path: '7', value: 'true' });
      expect(read({ names: ['["x"]'] })).toMatchObject({ names: ['["x"]'] });
    });

    test.each([
      [{ deep: 'yes' }, 'deep'],
      [{ deep: '1' }, 'deep'],
      [{ deep: 1 }, 'deep'],
      [{ limit: 'NaN' }, 'limit'],
      [{ limit: 0 }, 'limit'],
      [{ limit: 1.5 }, 'limit'],
      [{ limit: 1e9 }, 'limit'],
      [{ limit: [] }, 'limit'],
      [{ names: '["a"' }, 'names'],
      [{ names: '[1]' }, 'names'],
      [{ filter: '[1]' }, 'filter'],
      [{ path: {} }, 'path'],
      [{ edits: [{ line: 1, text: 'x', bold: true }] }, 'edits[0].bold'],
    ])('that do not fit are refused by name: %j', (raw, name) => {
      const failure = failureOf(raw);
      expect(failure.code).toBe('invalid_argument');
      expect(failure.message).toContain(name);
    });

    test('that are unknown are refused with the most similar known one', () => {
      const failure = failureOf({ limits: 3 });
      expect(failure.message).toContain('"limits"');
      expect(failure.details.candidates).toEqual(['limit']);
    });

    test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
      'named like a member of every object are unknown: %s',
      name => {
        expect(failureOf(JSON.parse(`{"${name}": {"polluted": true}}`)).code).toBe('invalid_argument');
        expect(Reflect.get({}, 'polluted')).toBeUndefined();
      },
    );

    test('must be an object', () => {
      expect(failureOf([]).code).toBe('invalid_argument');
      expect(failureOf('path').code).toBe('invalid_argument');
    });

    test.each([
      [{ path: 'a\ud800' }, 'path'],
      [{ filter: { a: { b: ['x', '\udc00'] } } }, 'filter'],
      [{ filter: { 'a\ud800': 1 } }, 'filter'],
      [{ value: '\ud800' }, 'value'],
      [{ value: [{ a: '\ud800' }] }, 'value'],
    ])('with half of a surrogate pair at any depth are refused: %j', (raw, name) => {
      expect(failureOf(raw).message).toContain(`\`${name}\` contains an unpaired surrogate`);
    });

    const forms = z.strictObject({
      mode: z.enum(['append', 'prepend', 'overwrite']),
      limit: z.int().min(1).max(200).default(5),
      names: z.array(z.string()).min(1).max(2).default(['a']),
      word: z.string().min(1).max(3).default('a'),
      edits: z.array(z.strictObject({ line: z.int() })).default([]),
    });
    test.each([
      [{}, '`mode` is required: append, prepend or overwrite.'],
      [{ mode: 'add' }, '`mode` must be append, prepend or overwrite.'],
      [{ mode: 'append', limit: 201 }, '`limit` must be at most 200.'],
      [{ mode: 'append', limit: 1e99 }, '`limit` must be at most 200.'],
      [{ mode: 'append', limit: 0 }, '`limit` must be at least 1.'],
      [{ mode: 'append', limit: 1.5 }, '`limit` must be a whole number.'],
      [{ mode: 'append', names: [] }, '`names` must have at least 1 item.'],
      [{ mode: 'append', names: ['a', 'b', 'c'] }, '`names` must have at most 2 items.'],
      [{ mode: 'append', names: ['a', 3] }, '`names[1]` must be a string.'],
      [{ mode: 'append', word: 'long' }, '`word` must have at most 3 characters.'],
      [{ mode: 'append', word: 3 }, '`word` must be a string.'],
      [{ mode: 'append', edits: [{}] }, '`edits[0].line` is required.'],
      [{ mode: 'append', edits: [3] }, '`edits[0]` must be an object.'],
    ])('that are wrong are refused in one sentence that says what they must be: %j', (raw, message) => {
      const refuse = (): unknown => readArguments(forms, raw);
      expect(refuse).toThrow(new ToolFailure('invalid_argument', message));
    });

    test('with more entries than can be checked at once are refused before they are checked', () => {
      const many = Object.fromEntries(
        Array.from({ length: 10_001 }, (_, index) => [`key${index}`, '\ud800']),
      );
      for (const raw of [
        { filter: many },
        { names: Object.keys(many) },
        { names: JSON.stringify(Object.keys(many)) },
      ])
        expect(failureOf(raw).message).toMatch(/^`(?:filter|names)` has more than 10000 entries\.$/);
    });
  });

  describe('of every tool', () => {
    type Fields = Readonly<Record<string, z.core.$ZodType>>;

    function bare(field: z.core.$ZodType | undefined): z.core.$ZodType | undefined {
      return field instanceof z.ZodOptional || field instanceof z.ZodDefault ? bare(field.unwrap()) : field;
    }

    const isOptional = (field: z.core.$ZodType): boolean => bare(field) !== field;

    /** A value that a field takes. */
    function sample(field: z.core.$ZodType | undefined): unknown {
      const type = bare(field);
      if (type instanceof z.ZodString) return 'abc';
      if (type instanceof z.ZodEnum) return type.options[0];
      if (type instanceof z.ZodNumber) return Number(type.minValue);
      if (type instanceof z.ZodBoolean) return true;
      if (type instanceof z.ZodArray) return [sample(type.element)];
      if (type instanceof z.ZodObject) return samples(type);
      return type instanceof z.ZodRecord ? { key: null } : 'any';
    }

    function samples({ shape }: z.ZodObject, keep: (field: z.core.$ZodType) => boolean = () => true): object {
      const fields: Fields = shape;
      const kept = Object.entries(fields).filter(([, field]) => keep(field));
      return Object.fromEntries(kept.map(([name, field]) => [name, sample(field)]));
    }

    const entriesOf = (value: unknown): [string, unknown][] =>
      typeof value === 'object' && value !== null ? Object.entries(value) : [];

    /** The names in snake case, at every depth where they are declared. */
    function inSnakeCase(value: unknown, field: z.core.$ZodType | undefined): unknown {
      const type = bare(field);
      if (type instanceof z.ZodArray && Array.isArray(value))
        return value.map(item => inSnakeCase(item, type.element));
      if (!(type instanceof z.ZodObject)) return value;
      const fields: Fields = type.shape;
      const entries = entriesOf(value).map(([name, one]) => [
        name.replace(/[A-Z]/gu, letter => `_${letter.toLowerCase()}`),
        inSnakeCase(one, fields[name]),
      ]);
      return Object.fromEntries(entries);
    }

    const cases = tools.map(tool => ({ name: tool.name, tool }));

    describe.each(cases)('$name', ({ tool }: { tool: Tool }) => {
      const fields: Fields = tool.input.shape;
      const required = samples(tool.input, field => !isOptional(field));
      const plain = readArguments(tool.input, required);
      const optional = Object.entries(fields).flatMap(([name, field]) => (isOptional(field) ? [name] : []));

      test('takes null for every argument that may be left out', () => {
        const nulls = Object.fromEntries(optional.map(name => [name, null]));
        const read = readArguments(tool.input, { ...nulls, ...required });
        expect(read).toEqual('value' in fields ? { ...plain, value: null } : plain);
      });

      test('takes an empty text for every argument that may be left out and has no use of one', () => {
        const names = optional.filter(
          name => flagsOf(fields[name]).mayBeEmpty !== true && !(bare(fields[name]) instanceof z.ZodUnknown),
        );
        const empty = Object.fromEntries(names.map(name => [name, '']));
        expect(readArguments(tool.input, { ...empty, ...required })).toEqual(plain);
      });

      test('takes every name in snake case, in items of lists too', () => {
        const whole = samples(tool.input);
        expect(readArguments(tool.input, inSnakeCase(whole, tool.input))).toEqual(
          readArguments(tool.input, whole),
        );
      });

      test('takes JSON as a text for every list, object, number and switch', () => {
        const whole = samples(tool.input);
        const texts = Object.entries(whole).map(([name, value]) => [
          name,
          typeof value === 'string' ? value : JSON.stringify(value),
        ]);
        expect(readArguments(tool.input, Object.fromEntries(texts))).toEqual(
          readArguments(tool.input, whole),
        );
      });

      test('leaves out what programs add, but for its own arguments', () => {
        const added = Object.keys(clientNames).filter(name => !Object.hasOwn(fields, name));
        const extra = Object.fromEntries(added.map(name => [name, 'x']));
        expect(readArguments(tool.input, { ...extra, ...required })).toEqual(plain);
      });

      test('refuses a name with an error in it, of each argument', () => {
        const known = Object.keys(fields).filter(name => name.length > 4);
        for (const name of known)
          expect([
            name,
            failureOf(tool, { ...required, [`${name.slice(0, -2)}${name.slice(-1)}`]: 'x' }),
          ]).toEqual([name, 'invalid_argument']);
      });

      test('refuses a name with another second word, of each argument of two', () => {
        const pairs = Object.keys(fields).map(name => name.split(/(?=[A-Z])/u));
        for (const [first = '', ...others] of pairs)
          if (others.length === 1 && !/^(?:include|with|max|min)$/u.test(first))
            for (const name of [`${first}Something`, `${first}_something`])
              expect([name, failureOf(tool, { ...required, [name]: 'x' })]).toEqual([
                name,
                'invalid_argument',
              ]);
      });

      test('takes what clients add to calls that read', () => {
        if (!tool.risk.annotations.readOnlyHint) return;
        for (const name of ['responseFormat', 'output_format', 'max_tokens', 'vaultName', 'with_metadata'])
          expect([name, failureOf(tool, { ...required, [name]: 'x' })]).toEqual([name, 'taken']);
      });
    });

    function failureOf(tool: Tool, raw: unknown): unknown {
      try {
        readArguments(tool.input, raw, { onLeftOut: () => undefined });
        return 'taken';
      } catch (error) {
        return Reflect.get(Object(error), 'code');
      }
    }

    test('no name means two arguments of a tool', () => {
      const others = Object.entries(usualNames).flatMap(([own, names]) => names.map(name => ({ own, name })));
      for (const tool of tools) {
        const meant = others.filter(
          ({ own, name }) => own in tool.input.shape && !(name in tool.input.shape),
        );
        expect(new Set(meant.map(({ name }) => name)).size).toBe(meant.length);
      }
    });
  });
});
