import { spawnSync, spawn, type ChildProcess } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { Plugin } from '../../pkg/headless/obsidian/plugins/plugin';
import { View } from '../../pkg/headless/obsidian/workspace/views';
import { loadPlugin } from '../../pkg/headless/plugins/plugin-loader';
import { requireBeside } from '../../pkg/headless/plugins/plugin-require';
import { ActivityView, type DrawActivity } from '../../src/ui/activity/activity-view';
import { AppLectern } from '../browser/support/app-lectern';
import { temporaryVault, type TemporaryVault } from '../headless/temporary-vault';
import { builtProduct } from '../support/process/built-product';
import { manifest } from '../support/lectern';
import { Command, type RunningCommand, stateHome } from '../support/process/command';
import { VaultFolder } from '../support/files/vault-folder';
import { closing } from '../support/left-open';
import { eventually } from '../support/time/waiting';
import { atPublicName, publicUrl } from '../server/sign-in/support/public-name';
import { signIn } from '../server/sign-in/support/browser';
import {
  authorizationUrl,
  called,
  redeemed,
  refreshed,
  type RegisteredClient,
  registered,
  tokensIn,
} from '../server/sign-in/support/plain-client';

describe('loading', () => {
  const loader = join(__dirname, '..', '..', 'scripts', 'load-plugin.cjs');

  describe('until the layout is ready', () => {
    test('the built plugin requires only the module of the app, and uses nothing of it', () => {
      const { stdout } = spawnSync(process.execPath, [loader, builtProduct().mainFile]);
      expect(JSON.parse(stdout.toString())).toMatchObject({ asked: ['obsidian'], touched: [], waiting: 1 });
    });
  });

  describe('while the app starts', () => {
    let vault: TemporaryVault;
    let reads = 0;
    let instance: Plugin;
    class Counted extends AppLectern {
      override loadData(): Promise<unknown> {
        reads += 1;
        return super.loadData();
      }
    }

    beforeEach(async () => {
      reads = 0;
      vault = await temporaryVault({ 'Home.md': 'home' });
      const context = { app: vault.host.internals, log: console, packages: requireBeside(undefined) };
      const settings = `.obsidian/plugins/${manifest.id}`;
      await vault.host.app.vault.adapter.mkdir(settings);
      await vault.host.app.vault.adapter.write(`${settings}/data.json`, '{"version":1,"port":0}');
      ({ instance } = await loadPlugin({ ...context, codeFolder: undefined }, Counted, manifest, {}));
    });
    afterEach(() => vault.close());

    test('the settings are read when the layout is ready, and then the server starts', async () => {
      expect([reads, vault.host.internals.commands.listCommands()]).toEqual([0, []]);
      if (!(instance instanceof Counted)) throw new Error('This is not Lectern.');
      const plugin = instance;
      expect(() => plugin.lectern).toThrow('Lectern has not been started.');
      await vault.host.becomeReady();
      await plugin.control.started();
      expect(reads).toBe(1);
      expect(vault.host.internals.commands.listCommands()).not.toEqual([]);
      await plugin.control.stop();
    });
  });

  describe('an activity view of the restored layout', () => {
    const opened = async () => {
      const vault = await temporaryVault();
      const leaf = vault.host.app.workspace.getRightLeaf(false);
      if (leaf === null) throw new Error('There is no sidebar.');
      const drawn: string[] = [];
      let begin: (draw: DrawActivity) => void = () => undefined;
      const draw = new Promise<DrawActivity>(resolve => {
        begin = resolve;
      });
      const view: unknown = new ActivityView(leaf, draw);
      if (!(view instanceof View)) throw new Error('This is no view of the host.');
      await view.show();
      const start = async (): Promise<string[]> => {
        begin(() => {
          drawn.push('drawn');
          return { resize: () => undefined, end: () => void drawn.push('ended') };
        });
        await draw;
        return drawn;
      };
      return { vault, view, drawn, start };
    };

    test('opens before the plugin has started, and is filled when it has', async () => {
      const { vault, view, drawn, start } = await opened();
      expect(drawn).toEqual([]);
      expect(await start()).toEqual(['drawn']);
      await view.dismiss();
      expect(drawn).toEqual(['drawn', 'ended']);
      await vault.close();
    });

    test('stays empty when it is closed before that', async () => {
      const { vault, view, start } = await opened();
      await view.dismiss();
      expect(await start()).toEqual([]);
      await vault.close();
    });
  });
});

describe('pairing', () => {
  const folder = new VaultFolder({ 'Home.md': 'home', 'Private/Diary.md': 'diary' });
  const settingsFile = join(folder.parent, 'settings.json');
  let host: RunningCommand;

  async function startHost(): Promise<void> {
    host = await new Command(folder, ['--json', '--port', '0', '--settings', settingsFile]).ready();
  }

  beforeAll(() => {
    writeFileSync(settingsFile, JSON.stringify({ publicUrl }));
    return startHost();
  }, 30_000);
  afterAll(async () => {
    await host.command.end('SIGTERM');
    folder.remove();
  });

  /** `lectern pair VAULT`. */
  class Pair {
    private out = '';
    private complaints = '';
    readonly ended: Promise<number | null>;
    private readonly child: ChildProcess;

    constructor(words: readonly string[], vault = folder) {
      const child = spawn(process.execPath, [builtProduct().command, 'pair', vault.path, ...words], {
        env: { PATH: process.env['PATH'], XDG_STATE_HOME: stateHome(vault) },
        stdio: ['pipe', 'pipe', 'pipe'],
      });
      this.child = child;
      child.stdout.on('data', data => (this.out += String(data)));
      child.stderr.on('data', data => (this.complaints += String(data)));
      this.ended = new Promise(resolve => child.once('close', resolve));
      closing('lectern pair', async () => {
        child.kill('SIGKILL');
        await this.ended;
      });
    }

    get output(): string {
      return this.out;
    }

    get errors(): string {
      return this.complaints;
    }

    get events(): Record<string, unknown>[] {
      const lines = this.out.split('\n').filter(line => line !== '');
      return lines.map(line => z.record(z.string(), z.unknown()).parse(JSON.parse(line)));
    }

    say(line: string): void {
      this.child.stdin?.write(`${line}\n`);
    }

    kill(signal: 'SIGINT' | 'SIGKILL'): void {
      this.child.kill(signal);
    }

    async code(): Promise<string> {
      await eventually(() => this.out.includes('\n') || this.complaints !== '', 10_000);
      return String(this.events[0]?.['code']);
    }
  }

  async function signedIn(): Promise<{ client: RegisteredClient; token: string }> {
    const code = await new Pair(['--json', '--yes']).code();
    const client = await registered(host.port);
    const back = await signIn(host.port, authorizationUrl(client), code);
    const answer = await redeemed(host.port, client, back.searchParams.get('code') ?? '');
    return { client, token: tokensIn(answer).refresh_token };
  }

  const isOpen = async (): Promise<boolean> =>
    (await atPublicName(host.port, `${publicUrl}/oauth/authorize`)).status !== 403;

  test('pairs a client with the given rights, tells each step, and ends', async () => {
    const pair = new Pair(['--json', '--yes', '--folder', 'Private']);
    const code = await pair.code();
    expect(code).toMatch(/^[A-HJ-NP-Z]{8}$/);
    const client = await registered(host.port, 'Phone');
    const back = await signIn(
      host.port,
      authorizationUrl(client),
      code.toLowerCase().replace(/^..../, '$& - '),
    );
    const tokens = await redeemed(host.port, client, back.searchParams.get('code') ?? '');
    expect(tokens.status).toBe(200);
    expect(await pair.ended).toBe(0);
    expect(pair.events.map(({ event }) => event)).toEqual(['pairing', 'request', 'paired']);
    expect(pair.events[1]).toMatchObject({ client: 'Phone', rights: 'read', redirect: client.redirect });
    expect(pair.events[2]).toEqual({ event: 'paired', name: 'Phone' });
    expect(await isOpen()).toBe(false);
  });

  test('a host that is killed right after its answer knows the tokens that it gave', async () => {
    const { client, token } = await signedIn();
    const next = tokensIn(await refreshed(host.port, client, token));
    await host.command.end('SIGKILL');
    await startHost();
    expect((await called(host.port, next.access_token)).status).toBe(200);
    expect((await refreshed(host.port, client, next.refresh_token)).status).toBe(200);
  });

  test('asks on the terminal, and a no refuses the client', async () => {
    const pair = new Pair([]);
    await eventually(() => /[A-Z]{4}-[A-Z]{4}/.test(pair.output), 10_000);
    const code = /[A-Z]{4}-[A-Z]{4}/.exec(pair.output)?.[0] ?? '';
    const client = await registered(host.port, 'Bad \u202e\u001b[2Jname');
    const back = signIn(host.port, authorizationUrl(client), code);
    await eventually(() => pair.errors.includes('[y/N]'), 10_000);
    expect(pair.errors).toContain('Bad [2Jname');
    pair.say('n');
    expect((await back).searchParams.get('error')).toBe('access_denied');
    expect(await pair.ended).toBe(1);
  });

  test.each(['SIGINT', 'SIGKILL'] as const)('closes the pairing when it is ended by %s', async signal => {
    const pair = new Pair(['--json', '--yes']);
    await pair.code();
    expect(await isOpen()).toBe(true);
    pair.kill(signal);
    await eventually(async () => !(await isOpen()), 5_000);
  });

  test('a later one ends the earlier one', async () => {
    const first = new Pair(['--json', '--yes']);
    await first.code();
    const second = new Pair(['--json', '--yes']);
    await second.code();
    expect(await first.ended).toBe(1);
    expect(first.events.at(-1)).toEqual({ event: 'closed' });
    second.kill('SIGINT');
    expect(await second.ended).toBe(1);
    expect(second.events.at(-1)).toEqual({ event: 'closed' });
  });

  test('of several hosts of a vault, one answers that can pair', async () => {
    const other = await new Command(folder, ['--json', '--port', '0']).ready();
    for (let time = 0; time < 2; time += 1) {
      const pair = new Pair(['--json', '--yes']);
      const code = await pair.code();
      const client = await registered(host.port);
      const back = await signIn(host.port, authorizationUrl(client), code);
      await redeemed(host.port, client, back.searchParams.get('code') ?? '');
      expect(await pair.ended).toBe(0);
    }
    await other.command.end('SIGTERM');
  }, 30_000);

  test('says that no host serves the vault, and why a host cannot pair', async () => {
    const other = new VaultFolder({ 'A.md': 'a' });
    const nowhere = new Pair(['--json'], other);
    expect(await nowhere.ended).toBe(1);
    expect(nowhere.errors).toContain(other.path);
    const without = await new Command(other, ['--json', '--port', '0']).ready();
    const refused = new Pair(['--json'], other);
    expect(await refused.ended).toBe(1);
    expect(refused.errors).toContain('publicUrl');
    await without.command.end('SIGTERM');
    other.remove();
  }, 30_000);
});
