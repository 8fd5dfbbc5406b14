import { Plugin, type TAbstractFile, TFile } from 'obsidian';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Cursors } from '../../../src/utils/page';
import { VaultEvents } from '../../../src/vault/index/vault-events';
import { type CommandApproval, Commands } from '../../../src/vault/app/commands';
import { ToolFailure } from '../../../src/errors';
import { tools } from '../../../src/tools';
import { Access } from '../../../src/vault/access/access';
import { NameIndex } from '../../../src/vault/index/names/name-index';
import { Pager } from '../../../src/vault/paging';
import { PeriodicNotes } from '../../../src/vault/plugins/periodic-notes';
import { VisibleFiles } from '../../../src/vault/access/visible-files';
import { VisibleFolders } from '../../../src/vault/access/visible-folders';
import { ownerGrant } from '../../../src/vault/writing/undo/owner-changes';
import { field } from '../../support/json';
import { RunningLectern } from '../../support/lectern';
import { closePage, openPage } from '../../headless/page';
import type { TestClient, Answer } from '../../support/clients';
import { appInterfaceOf } from '../../support/app-interface';
import { installPlugin } from '../../support/files/vault-folder';

describe('commands', () => {
  let lectern: RunningLectern;
  let client: TestClient;
  /** The almanac makes elements while it loads. */
  let page: ReturnType<typeof openPage>;

  const narrow = 'lct_narrow-token-0123456789';
  const writer = 'lct_writer-token-0123456789';

  beforeAll(async () => {
    page = openPage();
    lectern = await RunningLectern.start({
      files: { 'Templates/Letter.md': '', 'Secret/Letter.md': '' },
      communityPlugins: ['almanac', 'counter'],
      prepare: folder => installPlugin(folder, 'almanac', { address: 'data:application/json,1' }),
      settings: {
        enabledTools: ['execute_command'],
        commandAllowList: ['almanac:turn-page', 'almanac:n*', 'almanac:fail', 'almanac:gone'],
        tokens: [
          { name: 'narrow', rights: 'full', value: narrow, deny: ['Secret'] },
          { name: 'writer', rights: 'write', value: writer },
        ],
      },
    });
    const { commands } = lectern.host.internals;
    for (const folder of ['Templates', 'Secret'])
      commands.addCommand({
        id: `stamps:${folder}/Letter.md`,
        name: 'Stamps: insert Letter',
        callback: () => undefined,
      });
    for (const [id, name] of [
      ['1', 'Pins: open Secret/Letter.md'],
      ['2', 'Pins: open Secret/Letter'],
      ['3', 'Pins: open Templates/Letter.md'],
      ['4', 'Pins: letter'],
    ] as const)
      commands.addCommand({ id: `pins:${id}`, name, callback: () => undefined });
    client = await lectern.connect();
  });
  afterAll(async () => {
    await lectern.close();
    closePage(page);
  });

  async function call(
    tool: string,
    args: Record<string, unknown> = {},
    by = client,
  ): Promise<Record<string, unknown>> {
    return (await by.call(tool, args)).structured;
  }

  const ids = ({ commands }: Record<string, unknown>): unknown[] =>
    [commands].flat().map(command => field(command, 'id'));

  describe('list_commands', () => {
    test('lists commands of the app and its plugins by name, in pages', async () => {
      const first = await call('list_commands', { limit: 2 });
      expect(first).toMatchObject({
        commands: [
          { id: 'almanac:fail', name: 'Almanac: Fail' },
          { id: 'almanac:never', name: 'Almanac: Never there' },
        ],
        hasMore: true,
      });
      const { nextCursor: cursor, totalCount } = first;
      const rest = await call('list_commands', { limit: 1000, cursor });
      expect(ids(rest)).toHaveLength(Number(totalCount) - 2);
      expect(ids(rest)).toContain('counter:count');
    });

    test('filters by id and name, in any letter case', async () => {
      expect(ids(await call('list_commands', { filter: 'TURN' }))).toEqual(['almanac:turn-page']);
      expect(ids(await call('list_commands', { filter: 'almanac: turn' }))).toEqual(['almanac:turn-page']);
      expect(await call('list_commands', { filter: 'no such' })).toEqual({
        commands: [],
        totalCount: 0,
        hasMore: false,
        hints: ['No command has this text.'],
      });
    });

    test('does not list commands whose name is that of a note which the caller may not see', async () => {
      const stamps = ids(
        await call('list_commands', { filter: 'stamps' }, await lectern.connect('2026', narrow)),
      );
      expect(stamps).toEqual(['stamps:Templates/Letter.md']);
      expect(ids(await call('list_commands', { filter: 'stamps' }))).toHaveLength(2);
    });

    test('does not list commands whose name contains the path of such a note', async () => {
      const by = await lectern.connect('2026', narrow);
      expect(ids(await call('list_commands', { filter: 'pins' }, by))).toEqual(['pins:4', 'pins:3']);
      expect(ids(await call('list_commands', { filter: 'pins' }))).toHaveLength(4);
    });

    test('is marked as reading, and counts as a read', async () => {
      const tool = tools.find(({ name }) => name === 'list_commands');
      expect(tool?.risk.annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false });
      await call('list_commands');
      expect(appInterfaceOf(lectern).tab.live.state.lastCall).toMatchObject({
        tool: 'list_commands',
        effect: 'reads',
      });
    });

    test('needs full rights', async () => {
      const { error } = await call('list_commands', {}, await lectern.connect('2026', writer));
      expect(field(error, 'code')).toBe('permission_denied');
    });
  });

  describe('execute_command', () => {
    const execute = (commandId: string): Promise<Record<string, unknown>> =>
      call('execute_command', { commandId });

    test('runs a command on the allow-list', async () => {
      expect(await execute('almanac:turn-page')).toEqual({ commandId: 'almanac:turn-page', executed: true });
      await expect(lectern.host.app.vault.adapter.read('Turned.md')).resolves.toBe('turned\n');
    });

    test('says when the command is not available', async () => {
      expect(await execute('almanac:never')).toEqual({ commandId: 'almanac:never', executed: false });
    });

    test.each([
      ['counter:count', 'permission_denied'],
      ['almanac:turn-page2', 'permission_denied'],
      ['x/almanac:turn-page', 'permission_denied'],
      ['__proto__', 'permission_denied'],
      ['almanac:gone', 'not_found'],
      ['almanac:fail', 'internal_error'],
    ])('answers for %s: %s', async (id, code) => {
      const { error } = await execute(id);
      expect(field(error, 'code')).toBe(code);
      expect(JSON.stringify(error)).not.toContain('Secret');
    });

    test('is refused if approval is required and no user can be asked', async () => {
      const asking = await RunningLectern.start({
        communityPlugins: ['counter'],
        settings: {
          enabledTools: ['execute_command'],
          commandAllowList: ['*'],
          approval: { command: 'ask' },
        },
      });
      try {
        const { structured } = await (
          await asking.connect()
        ).call('execute_command', { commandId: 'counter:count' });
        expect(field(structured, 'error', 'code')).toBe('approval_refused');
        expect(asking.host.notices).toEqual([]);
      } finally {
        await asking.close();
      }
    });

    test('is off until it is switched on', async () => {
      const other = await RunningLectern.start({ settings: { commandAllowList: ['*'] } });
      try {
        const { structured } = await (await other.connect()).call('execute_command', { commandId: 'x' });
        expect(field(structured, 'error', 'code')).toBe('tool_disabled');
      } finally {
        await other.close();
      }
    });
  });

  describe('before a command runs', () => {
    const commandsWith = (approveCommand: CommandApproval): Commands => {
      const { app } = lectern.host;
      const access = new Access({ ...ownerGrant, token: 'test' }, { readOnly: false, hidden: [] }, false);
      const events = new VaultEvents(app, () => undefined);
      const files = new VisibleFiles(
        app,
        new NameIndex(app, events),
        new VisibleFolders(() => 0),
        access,
        path => path,
        new PeriodicNotes({ app, clock: { now: () => new Date() }, pluginSettings: () => undefined }),
      );
      const pager = new Pager(access, new Cursors(text => text));
      return new Commands({ app, files, pager }, { commandAllowList: ['counter:*'], approveCommand });
    };
    const call = { tool: 'execute_command', client: 'tests', signal: new AbortController().signal };

    test('the approver is asked, and it runs if they agree', async () => {
      const asked: unknown[] = [];
      const commands = commandsWith((command, _call, token) =>
        Promise.resolve(void asked.push({ ...command, token })),
      );
      expect(await commands.execute('counter:count', call)).toMatchObject({ executed: true });
      expect(asked).toEqual([{ id: 'counter:count', name: 'Counter: Count', token: 'test' }]);
    });

    test('the approver is asked, and it does not run if they refuse', async () => {
      const refusal = new ToolFailure('approval_refused', 'The user refused.');
      const before = lectern.host.notices.length;
      await expect(commandsWith(() => Promise.reject(refusal)).execute('counter:count', call)).rejects.toBe(
        refusal,
      );
      expect(lectern.host.notices).toHaveLength(before);
    });

    test('the caller can disconnect, and nothing runs', async () => {
      const controller = new AbortController();
      const leave: CommandApproval = () => {
        controller.abort(new ToolFailure('budget_exceeded', 'Gone.'));
        return Promise.resolve();
      };
      await expect(
        commandsWith(leave).execute('counter:count', { ...call, signal: controller.signal }),
      ).rejects.toThrow('Gone.');
    });
  });
});

describe('templates', () => {
  const full = 'lct_a-token-with-full-rights-here';
  const writer = 'lct_a-token-that-may-only-write';
  const narrow = 'lct_a-token-without-the-closed-folder';

  const files = {
    '.obsidian/templates.json': JSON.stringify({ dateFormat: '[on] YYYY', timeFormat: '' }),
    'T/Plain.md': '---\nkind: plain\n---\n# {{title}} {{date}} {{date:[x]}} {{date+1d}}\n',
    'T/Code.md': '# <% tp.file.title %>\n',
    'T/Empty.md': '',
    'T/data.csv': 'a',
    'Taken.md': 'here',
  };

  let lectern: RunningLectern;
  afterEach(() => lectern.close());

  async function start(settings: Record<string, unknown> = {}): Promise<void> {
    lectern = await RunningLectern.start({
      files,
      settings: {
        tokens: [
          { name: 'full', value: full, rights: 'full' },
          { name: 'writer', value: writer, rights: 'write', deny: ['Hidden/**'] },
          { name: 'narrow', value: narrow, rights: 'full', deny: ['Closed/**'] },
        ],
        ...settings,
      },
    });
  }

  const code = ({ structured, isError }: Answer): unknown =>
    isError ? field(structured, 'error', 'code') : 'ok';
  const text = (path: string): string => readFileSync(join(lectern.folder.path, path), 'utf8');
  const isThere = (path: string): boolean => existsSync(join(lectern.folder.path, path));

  async function create(args: Record<string, unknown>, token = full): Promise<Answer> {
    return (await lectern.connect('2026', token)).call('create_note', args);
  }

  const year = String(new Date().getFullYear());
  const plain = (title: string): string => `---\nkind: plain\n---\n# ${title} on ${year} x {{date+1d}}\n`;

  describe('a core template', () => {
    beforeEach(() => start());

    test.each<[Record<string, unknown>, string]>([
      [{ template: 'T/Plain' }, plain('New')],
      [{ template: '[[Plain]]', content: 'more' }, `${plain('New')}more\n`],
      [
        { template: 'T/Plain.md', frontmatter: { kind: 'other', b: 1 } },
        plain('New').replace('kind: plain\n', () => 'kind: other\nb: 1\n'),
      ],
      [{ template: 'T/Empty', content: 'only' }, 'only'],
      [{ template: 'T/Code' }, '# <% tp.file.title %>\n'],
    ])('with %j is filled', async (args, expected) => {
      expect(code(await create({ path: 'A/New', ...args }))).toBe('ok');
      expect(text('A/New.md')).toBe(expected);
    });

    test('gives a renamed note its own title', async () => {
      const answer = await create({ path: 'Taken', template: 'T/Plain', ifExists: 'rename' });
      expect([code(answer), text('Taken 1.md')]).toEqual(['ok', plain('Taken 1')]);
    });

    test.each([
      [{ template: 'T/None' }, 'not_found'],
      [{ template: 'T/data.csv' }, 'unsupported_file'],
      [{ template: '../x' }, 'invalid_path'],
      [{ template: 'T/Plain', path: 'Taken' }, 'already_exists'],
      [{ template: 'T/Plain', dryRun: true }, 'ok'],
    ])('with %j writes nothing', async (args, expected) => {
      expect(code(await create({ path: 'New', ...args }))).toBe(expected);
      expect([isThere('New.md'), text('Taken.md')]).toEqual([false, 'here']);
    });
  });

  type Parse = (config: unknown) => unknown;

  /**
   * What other plugins see of Templater 2.25.0, with what it does for a template given by the test. As the real one it
   * reads the template and the note that is made from it, and looks at each new note that is not marked as its own work.
   */
  class StandIn extends Plugin {
    /** New notes on which it would have run by itself. */
    readonly triggered: string[] = [];
    readonly ended: string[] = [];
    parse: Parse = () => '';
    readonly templater = {
      files_with_pending_templates: new Set<string>(),
      create_running_config: (template_file: unknown, target_file: unknown, run_mode: unknown) => ({
        template_file,
        target_file,
        run_mode,
      }),
      read_and_parse_template: async (config: unknown): Promise<unknown> => {
        for (const file of [field(config, 'template_file'), field(config, 'target_file')]) {
          if (!(file instanceof TFile)) throw new Error('no file');
          await this.app.vault.read(file);
        }
        return this.parse(config);
      },
      end_templater_task: (path: string) => {
        this.templater.files_with_pending_templates.delete(path);
        this.ended.push(path);
      },
    };

    override onload(): void {
      const look = ({ path }: TAbstractFile): void => {
        if (!this.templater.files_with_pending_templates.has(path)) this.triggered.push(path);
      };
      this.registerEvent(this.app.vault.on('create', file => file instanceof TFile && look(file)));
      this.registerEvent(this.app.vault.on('rename', file => queueMicrotask(() => look(file))));
    }
  }

  const manifest = {
    id: 'templater-obsidian',
    name: 'T',
    version: '2.0.0',
    minAppVersion: '1.0.0',
    author: '',
    description: '',
  };

  let templater: StandIn;

  async function startWith(
    parse: Parse,
    settings: Record<string, unknown> = { runTemplater: true },
  ): Promise<void> {
    await start(settings);
    const { instance } = await lectern.host.loadPlugin(StandIn, manifest);
    if (!(instance instanceof StandIn)) throw new Error('no stand-in');
    templater = instance;
    templater.parse = parse;
  }

  describe('a template with commands of Templater', () => {
    test('is run for an existing empty note, and Lectern writes its result', async () => {
      const seen: unknown[] = [];
      await startWith(config => {
        const target = field(config, 'target_file');
        const template = field(config, 'template_file');
        if (target instanceof TFile) seen.push(target.path, target.basename, text(target.path));
        if (template instanceof TFile) seen.push(template.path, field(config, 'run_mode'));
        return Promise.resolve('made\n');
      });
      const answer = await create({ path: 'A/New', template: 'T/Code', content: 'more' });
      expect([code(answer), text('A/New.md')]).toEqual(['ok', 'made\nmore\n']);
      expect(answer.structured).toMatchObject({ path: 'A/New.md', created: true, bytesBefore: 0 });
      expect(seen).toEqual(['A/New.md', 'New', '', 'T/Code.md', 0]);
      const client = await lectern.connect('2026', full);
      await client.call('undo_change', { changeId: answer.structured['changeId'] });
      expect(isThere('A')).toBe(false);
    });

    test('is not run a second time by Templater itself, which processes new notes a moment later', async () => {
      await startWith(() => 'made');
      await create({ path: 'New', template: 'T/Code' });
      expect(templater.triggered).toEqual([]);
      expect([...templater.templater.files_with_pending_templates]).toEqual(['New.md']);
    });

    test('may rename its note: the result is written there', async () => {
      await startWith(async config => {
        const target = field(config, 'target_file');
        if (target instanceof TFile) await lectern.host.app.fileManager.renameFile(target, 'T/Moved.md');
        return 'made';
      });
      const answer = await create({ path: 'A/New', template: 'T/Code' });
      expect(answer.structured).toMatchObject({ path: 'T/Moved.md', created: true });
      expect([text('T/Moved.md'), isThere('A'), templater.triggered]).toEqual(['made', false, []]);
    });

    test('is refused where it moves its note to where the token may not write', async () => {
      await startWith(async config => {
        const target = field(config, 'target_file');
        if (target instanceof TFile) await lectern.host.app.fileManager.renameFile(target, 'Closed/Moved.md');
        return 'made';
      });
      await lectern.host.app.vault.createFolder('Closed');
      const answer = await create({ path: 'New', template: 'T/Code' }, narrow);
      expect([code(answer), isThere('New.md'), isThere('Closed/Moved.md')]).toEqual([
        'permission_denied',
        false,
        false,
      ]);
    });

    test('keeps what another program wrote into the note meanwhile', async () => {
      await startWith(async config => {
        const target = field(config, 'target_file');
        if (target instanceof TFile) await lectern.host.app.vault.modify(target, 'theirs');
        return 'made';
      });
      const answer = await create({ path: 'New', template: 'T/Code' });
      expect([code(answer), text('New.md')]).toEqual(['version_conflict', 'theirs']);
    });

    test('a template without commands needs no Templater', async () => {
      let runs = 0;
      await startWith(() => (runs += 1), {});
      expect(code(await create({ path: 'New', template: 'T/Plain' }))).toBe('ok');
      expect([text('New.md'), runs]).toEqual([plain('New'), 0]);
    });

    test.each([
      ['without the setting', {}, full, {}],
      ['without full rights', { runTemplater: true }, writer, {}],
    ])('is refused %s, before anything runs', async (_why, settings, token, args) => {
      let runs = 0;
      await startWith(() => (runs += 1), settings);
      const answer = await create({ path: 'New', template: 'T/Code', ...args }, token);
      expect([code(answer), runs, isThere('New.md')]).toEqual(['permission_denied', 0, false]);
    });

    test.each([
      ['a preview', { dryRun: true }, 'invalid_argument'],
      ['a name that is taken', { path: 'Taken' }, 'already_exists'],
      ['a path that cannot be', { path: '../x' }, 'invalid_path'],
    ])('runs nothing for %s', async (_what, args, expected) => {
      let runs = 0;
      await startWith(() => (runs += 1));
      expect(code(await create({ path: 'New', template: 'T/Code', ...args }))).toBe(expected);
      expect(runs).toBe(0);
    });

    test.each<[string, Parse]>([
      [
        'throws',
        () => {
          throw new Error('secret');
        },
      ],
      ['rejects', () => Promise.reject(new Error('secret'))],
      ['answers nothing', () => undefined],
      ['answers no text', () => ({ secret: true })],
    ])('returns an error where Templater %s', async (_what, parse) => {
      await startWith(parse);
      const answer = await create({ path: 'A/New', template: 'T/Code' });
      expect([code(answer), isThere('A')]).toEqual(['invalid_argument', false]);
      expect(answer.text).not.toContain('secret');
      expect(code(await create({ path: 'New', template: 'T/Plain' }))).toBe('ok');
    });

    test('returns an error if the plugin has an unknown version', async () => {
      await start({ runTemplater: true });
      Reflect.set(lectern.host.internals.plugins.plugins, 'templater-obsidian', { templater: { run: 1 } });
      expect(code(await create({ path: 'New', template: 'T/Code' }))).toBe('plugin_missing');
    });
  });
});
