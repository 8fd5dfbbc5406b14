import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type VaultEnd, VaultProcess } from '../../../pkg/headless/front/vault-process';
import { closing } from '../../support/left-open';

const folder = mkdtempSync(join(tmpdir(), 'lectern-process-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** Starts a program in place of Lectern. @returns how it ends */
function started(text: string): Promise<VaultEnd> {
  const program = join(folder, 'program.mjs');
  writeFileSync(program, text);
  return new Promise(resolve => {
    const vault = new VaultProcess({
      vault: { name: 'work', folder },
      program,
      words: () => [],
      environment: {},
      tell: () => undefined,
      onReady: () => undefined,
      onEnd: end => {
        void stop();
        resolve(end);
      },
      onMisuse: () => undefined,
    });
    const stop = closing('The process', () => vault.stop());
    vault.start();
  });
}

test('a process that hangs while it starts is ended, and started again', async () => {
  jest.useFakeTimers();
  try {
    const end = started('setInterval(() => undefined, 1000);');
    jest.advanceTimersByTime(40_000);
    expect(await end).toMatchObject({ signal: 'SIGKILL', retryMs: 1000 });
  } finally {
    jest.useRealTimers();
  }
});
