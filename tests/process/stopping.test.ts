import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Command, type RunningCommand } from '../support/process/command';
import type { TestClient } from '../support/clients';
import { VaultFolder } from '../support/files/vault-folder';

const writers = 4;
const notesEach = 10;

describe('a stop and a start under load', () => {
  let folder: VaultFolder;
  const commands: Command[] = [];

  beforeEach(() => {
    folder = new VaultFolder({ '.obsidian/app.json': '{}', 'a.md': 'one\n' });
  });
  afterEach(async () => {
    for (const command of commands.splice(0)) await command.end('SIGKILL');
    folder.remove();
  });

  async function start(port: number): Promise<RunningCommand> {
    const command = new Command(folder, ['--json', '--port', String(port)]);
    commands.push(command);
    return command.ready();
  }

  test('lose no call: every note is created once, and every call that was carried out gets its result', async () => {
    const first = await start(0);
    let running = Promise.resolve(first);
    let [made, failed] = [0, 0];
    let halfway: () => void = () => undefined;
    const isHalfDone = new Promise<void>(resolve => (halfway = resolve));

    /** Sends a call again that got no answer, as a user would. */
    const make = async (client: TestClient, path: string): Promise<TestClient> => {
      for (let current = client; ; current = await (await running).connect('2026')) {
        const result = await current.call('create_note', { path, content: path }).catch(() => undefined);
        if (result === undefined) {
          failed += 1;
          continue;
        }
        // `already_exists` would mean that a call was carried out whose answer was lost.
        expect(result).toMatchObject({ isError: false });
        made += 1;
        if (made === (writers * notesEach) / 2) halfway();
        return current;
      }
    };
    const write = async (writer: number): Promise<void> => {
      let client = await first.connect('2026');
      for (let index = 0; index < notesEach; index += 1)
        client = await make(client, `notes/${writer}-${index}.md`);
    };
    const writing = Promise.all(Array.from({ length: writers }, (_, writer) => write(writer)));
    await isHalfDone;
    running = first.command.end('SIGTERM').then(async ({ code }) => {
      expect(code).toBe(0);
      return start(first.port);
    });
    await writing;

    expect(made).toBe(writers * notesEach);
    expect(failed).toBeGreaterThan(0);
    expect(readdirSync(join(folder.path, 'notes'))).toHaveLength(writers * notesEach);
  }, 60_000);
});
