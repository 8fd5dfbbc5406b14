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
import type { TestClient } from '../../support/clients';
import { appInterfaceOf } from '../../support/app-interface';
import { installPlugin } from '../../support/files/vault-folder';

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
