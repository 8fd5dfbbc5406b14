import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { builtProduct } from '../../support/process/built-product';
import { eventually } from '../../support/time/waiting';

const bundle = builtProduct().command;

interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

class Run {
  out = '';
  err = '';
  readonly ended: Promise<Ended>;

  constructor(readonly child: ChildProcess) {
    child.stdout?.on('data', text => (this.out += String(text)));
    child.stderr?.on('data', text => (this.err += String(text)));
    this.ended = new Promise(resolve => {
      child.on('close', code => resolve({ code, out: this.out, err: this.err }));
    });
  }

  /** The first line of the standard output. */
  async line(): Promise<string> {
    await eventually(() => {
      if (this.out.includes('\n')) return true;
      if (this.child.exitCode !== null) throw new Error(this.err);
      return false;
    }, 15_000);
    return this.out.slice(0, this.out.indexOf('\n'));
  }
}

describe('the lectern command', () => {
  let base: string;
  const running: Run[] = [];

  beforeEach(() => {
    base = realpathSync(mkdtempSync(join(tmpdir(), 'lectern-')));
    mkdirSync(join(base, 'Vault'));
    writeFileSync(join(base, 'Vault', 'a.md'), 'alpha');
  });

  afterEach(async () => {
    for (const run of running.splice(0)) {
      run.child.kill('SIGKILL');
      await run.ended;
    }
    rmSync(base, { recursive: true });
  });

  const lectern = (words: readonly string[], environment: Record<string, string> = {}): Run => {
    const env = { ...process.env, XDG_STATE_HOME: join(base, 'state'), LECTERN_TOKEN: '', ...environment };
    const run = new Run(
      spawn(process.execPath, [bundle, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] }),
    );
    running.push(run);
    return run;
  };

  const freePort = async (): Promise<{ port: number; server: Server }> => {
    const server = createServer();
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    return { port: address.port, server };
  };

  const unusedPort = async (): Promise<string> => {
    const { port, server } = await freePort();
    await new Promise(done => server.close(done));
    return String(port);
  };

  test('prints one line of JSON when ready and ends cleanly on a signal', async () => {
    const port = await unusedPort();
    const run = lectern([join(base, 'Vault'), '--json', '--port', port], {
      LECTERN_TOKEN: 'a-token-of-thirty-two-characters',
    });
    const ready: unknown = JSON.parse(await run.line());
    expect(ready).toEqual({
      event: 'ready',
      url: `http://127.0.0.1:${port}/mcp`,
      token: 'a-token-of-thirty-two-characters',
      vault: join(base, 'Vault'),
      pid: run.child.pid,
    });
    run.child.kill('SIGTERM');
    const { code, out } = await run.ended;
    expect(code).toBe(0);
    expect(out.split('\n')).toHaveLength(2);
  });

  test('keeps the token that it made outside the vault, readable by the user only', async () => {
    const port = await unusedPort();
    const tokens: unknown[] = [];
    for (let start = 0; start < 2; start++) {
      const run = lectern([join(base, 'Vault'), '--json', '--port', port]);
      const ready: unknown = JSON.parse(await run.line());
      tokens.push(typeof ready === 'object' && ready !== null && 'token' in ready ? ready.token : undefined);
      run.child.kill('SIGINT');
      expect((await run.ended).code).toBe(0);
    }
    expect(typeof tokens[0]).toBe('string');
    expect(tokens[1]).toBe(tokens[0]);
    expect(statSync(join(base, 'state')).isDirectory()).toBe(true);
  });

  test.each([
    [['--rights', 'write'], /^$/],
    [['--rights', 'read', '--tools', 'all'], /--rights read .*write.*--tools all .*core.*--read-only/],
  ])('says what of %j does not change the token that is there', async (words, expected) => {
    for (const given of [[], words]) {
      const run = lectern([join(base, 'Vault'), '--json', '--port', await unusedPort(), ...given]);
      await run.line();
      run.child.kill('SIGINT');
      const { err } = await run.ended;
      const warnings = err.split('\n').filter(line => line.includes('token'));
      expect(warnings.join()).toMatch(given.length === 0 ? /^$/ : expected);
    }
  });

  test('serves a vault whose settings switch the automatic start off', async () => {
    const folder = join(base, 'Vault', '.obsidian', 'plugins', 'lectern-mcp');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data.json'), '{"autoStart": false}');
    const port = await unusedPort();
    const run = lectern([join(base, 'Vault'), '--json', '--port', port]);
    expect(JSON.parse(await run.line())).toMatchObject({ event: 'ready' });
  });

  test('prints URL, token and setup texts on a terminal', async () => {
    const port = await unusedPort();
    const run = lectern([join(base, 'Vault'), '--port', port]);
    await run.line();
    await eventually(() => run.out.includes('Ctrl+C'));
    expect(run.out).toContain(`http://127.0.0.1:${port}/mcp`);
    expect(run.out).toContain('Claude Code');
  });

  test('says why it cannot listen', async () => {
    const { port, server } = await freePort();
    const { code, out, err } = await lectern([join(base, 'Vault'), '--json', '--port', String(port)]).ended;
    server.close();
    expect([code, out]).toEqual([1, '']);
    expect(err).toContain(String(port));
  });

  test('says that there is no such vault', async () => {
    const { code, err } = await lectern([join(base, 'None')]).ended;
    expect(code).toBe(1);
    expect(err).toContain(`There is no folder ${join(base, 'None')}.`);
  });

  test('takes no settings that the plugin does not know', async () => {
    const file = join(base, 'settings.json');
    writeFileSync(file, '{"prot": 1}');
    const { code, out, err } = await lectern([join(base, 'Vault'), '--json', '--settings', file]).ended;
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain('prot');
  });

  test.each([[[]], [['--unknown', 'V']], [['V', '--stdio', '--json']]])(
    'says where its options are listed after %j',
    async words => {
      const { code, out, err } = await lectern(words).ended;
      expect([code, out]).toEqual([2, '']);
      expect(err).toMatch(/^[^\n]+\n[^\n]*node \S*lectern\.mjs --help [^\n]+\n$/);
    },
  );

  test('prints the setup for several vaults, and refuses words that name none', async () => {
    const work = `work=${join(base, 'Vault')}`;
    const right = await lectern([work, '--setup', 'cursor']).ended;
    expect([right.code, right.out]).toEqual([0, (await lectern(['--setup', 'cursor']).ended).out]);
    for (const words of [
      [work, work],
      [work, join(base, 'Vault')],
      ['work=/none', '--port', '4000'],
    ]) {
      const { code, out, err } = await lectern([...words, '--setup', 'cursor']).ended;
      expect([code, out, err.trim().split('\n')]).toEqual([1, '', [expect.any(String)]]);
    }
  });

  test.each(['install', 'connect', 'doctor'])(
    'prints the help for --help after %s, whatever other arguments there are',
    async command => {
      const { code, out } = await lectern([command, '--print', '--help']).ended;
      expect([code, out.slice(0, 14)]).toEqual([0, 'Usage: lectern']);
    },
  );

  test('prints --help and --version', async () => {
    expect((await lectern(['--help']).ended).out).toContain('Usage: lectern');
    expect((await lectern(['--version']).ended).out).toMatch(/^\d+\.\d+\.\d+\n$/);
  });
});
