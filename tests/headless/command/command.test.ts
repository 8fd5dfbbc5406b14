import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
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

  test('says which words do not change the token that is there, and ends cleanly on SIGINT', async () => {
    for (const [words, expected] of [
      [[], /^$/],
      [['--rights', 'write'], /^$/],
      [['--rights', 'read', '--tools', 'all'], /--rights read .*write.*--tools all .*core.*--read-only/],
    ] as const) {
      const run = lectern([join(base, 'Vault'), '--json', '--port', '0', ...words]);
      await run.line();
      run.child.kill('SIGINT');
      const { code, err } = await run.ended;
      const warnings = err.split('\n').filter(line => line.includes('token'));
      expect([code, warnings.join()]).toEqual([0, expect.stringMatching(expected)]);
    }
  });

  test('serves a vault whose settings switch the automatic start off', async () => {
    const folder = join(base, 'Vault', '.obsidian', 'plugins', 'lectern-mcp');
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'data.json'), '{"autoStart": false}');
    const run = lectern([join(base, 'Vault'), '--json', '--port', '0']);
    expect(JSON.parse(await run.line())).toMatchObject({ event: 'ready' });
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
