import { readFileSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import {
  openStateFolder,
  type StateFolder,
  stateFolderPath,
  stdioTokenOf,
} from '../../pkg/headless/state-folder';
import { builtProduct } from '../support/process/built-product';
import { bridgedClient, closeBridged } from '../support/process/bridged-client';
import { stateHome } from '../support/process/command';
import { eventually } from '../support/time/waiting';
import { VaultFolder } from '../support/files/vault-folder';

describe.each(['2025', '2026'] as const)('`lectern --stdio` for a client of %s', era => {
  let folder: VaultFolder;

  const open = (): void => {
    folder = new VaultFolder({ 'a.md': 'one\ntwo\n', 'é 日.md': 'far' });
  };
  const close = async (): Promise<void> => {
    await closeBridged();
    folder.remove();
  };
  const start = (...words: string[]): ReturnType<typeof bridgedClient> =>
    bridgedClient(era, {
      args: [builtProduct().command, folder.path, '--stdio', ...words],
      env: { XDG_STATE_HOME: stateHome(folder) },
    });

  describe('once started', () => {
    let bridged: Awaited<ReturnType<typeof start>>;
    beforeAll(async () => {
      open();
      bridged = await start();
    });
    afterAll(close);

    test('lists tools, reads and writes', async () => {
      const { client } = bridged;
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toContain('read_note');
      const read = await client.callTool({ name: 'read_note', arguments: { path: 'é 日' } });
      expect(read.structuredContent).toMatchObject({ path: 'é 日.md', content: '1→far' });
      await client.callTool({
        name: 'update_note',
        arguments: { path: 'a', mode: 'append', content: 'three' },
      });
      expect(readFileSync(join(folder.path, 'a.md'), 'utf8')).toBe('one\ntwo\nthree\n');
    });

    test('reads a resource whose URI does not fit into a header', async () => {
      const { contents } = await bridged.client.readResource({ uri: 'vault:///%C3%A9%20%E6%97%A5.md' });
      expect(contents).toMatchObject([{ text: 'far' }]);
    });

    test('ends when its client exits', async () => {
      const process = bridged.pid() ?? 0;
      await bridged.client.close();
      await eventually(() => !isAlive(process));
    });
  });

  describe('started again or otherwise', () => {
    beforeEach(open);
    afterEach(close);

    test('undoes what it changed before it was started again', async () => {
      const first = await start();
      await first.client.callTool({
        name: 'update_note',
        arguments: { path: 'a', mode: 'append', content: 'three' },
      });
      await closeBridged();
      const second = await start();
      await second.client.callTool({ name: 'undo_change', arguments: {} });
      expect(readFileSync(join(folder.path, 'a.md'), 'utf8')).toBe('one\ntwo\n');
      expect(second.complaints()).not.toContain(stdioTokenOf(stateOf(folder)));
    });

    test('refuses what its rights do not allow', async () => {
      const { client } = await start('--rights', 'read');
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).not.toContain('update_note');
    });
  });
});

test('the token of standard input is another in each vault', () => {
  const [one, other] = [new VaultFolder({}), new VaultFolder({})];
  expect(stdioTokenOf(stateOf(one))).toBe(stdioTokenOf(stateOf(one)));
  expect(stdioTokenOf(stateOf(one))).not.toBe(stdioTokenOf(stateOf(other)));
  for (const folder of [one, other]) folder.remove();
});

function stateOf(folder: VaultFolder): StateFolder {
  const root = realpathSync(folder.path);
  return openStateFolder(stateFolderPath(root, { XDG_STATE_HOME: stateHome(folder) }), root);
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
