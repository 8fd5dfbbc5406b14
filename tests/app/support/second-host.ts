import { spawn } from 'node:child_process';
import { z } from 'zod';
import { clients, type Endpoint } from '../../support/clients';
import { until } from './app-under-test';

const ready = z.object({ event: z.literal('ready'), url: z.string(), token: z.string() });

/**
 * Starts the built headless host on a vault's folder, lets it begin to rename a tag, and kills it in the middle.
 * @param hasBegun whether the rename has reached the disk
 */
export async function killedInTheMiddle(
  vault: string,
  command: string,
  state: string,
  hasBegun: () => Promise<boolean>,
): Promise<void> {
  const child = spawn(process.execPath, [command, vault, '--json', '--port', '0'], {
    env: { ...process.env, XDG_STATE_HOME: state, LECTERN_TOKEN: '' },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const ended = new Promise(resolve => child.once('exit', resolve));
  let text = '';
  child.stdout.on('data', chunk => (text += String(chunk)));
  await until('the second host is ready', () => Promise.resolve(text.includes('\n')));
  const endpoint: Endpoint = ready.parse(JSON.parse(text.slice(0, text.indexOf('\n'))));
  const client = await clients['2025'](endpoint);
  const renamed = client.call('rename_tag', { from: 'first', to: 'second' }).catch(() => undefined);
  await until('the rename has begun', hasBegun);
  child.kill('SIGKILL');
  await ended;
  await renamed;
}
