import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { secretId, storedToken } from '../../../src/settings/tokens/tokens';
import type { Language } from '../../../src/ui/text/message';
import { approvalRisks } from '../../../src/utils/rights';
import { testToken } from '../../support/lectern';
import type { Files } from '../../support/files/vault-folder';
import { Desk } from '../support/desk';
import { difference, hasTypeface } from './camera';
import { change, rules } from './scenes';

const root = join(__dirname, '..', '..', '..');
/** `npm run pictures` writes them; otherwise they are compared with what is there. */
const isWriting = process.env['LECTERN_PICTURES'] === 'write';
const activityFile = '.obsidian/plugins/lectern-mcp/activity.jsonl';
const everyChange = Object.fromEntries(approvalRisks.map(risk => [risk, 'ask']));
/** By this much a picture may differ, from afar: another version of Chromium draws letters a little differently. */
const tolerance = 0.02;
/** Of all pictures together, in bytes: a clone has them with every version of each. */
export const maxBytes = 2_200_000;

/** The example vault at the desk, after a client has worked in it for a while. */
export class Gallery {
  private constructor(
    readonly desk: Desk,
    private readonly canCompare: boolean,
  ) {}

  static async open(language: Language = 'en'): Promise<Gallery> {
    const token = storedToken('Claude Code', 'write', testToken);
    const tokens = [{ ...token, allow: ['Library/**', 'Journal/**'] }];
    const files = { ...exampleVault(), [activityFile]: yesterday() };
    const desk = await Desk.open(files, { tokens, approval: everyChange });
    desk.lectern.host.app.secretStorage.setSecret(secretId(token), testToken);
    const canCompare = await hasTypeface(desk);
    if (!canCompare)
      process.stdout.write('The pictures are not compared: the typeface Inter is not installed here.\n');
    const gallery = new Gallery(desk, canCompare);
    await gallery.work();
    await desk.speak(language);
    return gallery;
  }

  /** @param name of the file in docs/images. @returns by how much it differs from what is kept, below the tolerance */
  async keep(name: string, png: Uint8Array, compared = png): Promise<void> {
    const path = pathOf(name);
    if (isWriting) {
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, png);
    } else if (this.canCompare)
      expect(await difference(this.desk, compared, readFileSync(path))).toBeLessThan(tolerance);
    else expect(existsSync(path)).toBe(true);
  }

  close(): Promise<void> {
    return this.desk.close();
  }

  /** What the activity shows: reads, a note that is created, and an edit that is taken back. */
  private async work(): Promise<void> {
    const client = await this.desk.lectern.connect();
    await client.call('search', { query: 'wet books' });
    await client.call('read_note', { path: 'Library/Workshop/Wet books.md' });
    await client.call('list', { path: 'Journal' });
    const content = '# Drying shelf\n\nWhere [[Wet books]] wait for paste.\n';
    await this.allowed(client.call('create_note', { path: 'Library/Drying shelf.md', content }));
    await client.call('read_note', { path: rules });
    const { changeId } = (await this.allowed(client.call('edit_note', change))).structured;
    await this.allowed(client.call('undo_change', { changeId }));
  }

  private async allowed<T>(call: Promise<T>): Promise<T> {
    await this.desk.page.waitForSelector('.lectern-approval .mod-cta:not([disabled])');
    await this.desk.press('Allow', '.lectern-approval');
    const answer = await call;
    await this.desk.waitForGone('.modal');
    return answer;
  }
}

/** What the log has of the day before, when another client worked here too. */
function yesterday(): string {
  const today = new Date();
  const time = new Date(today.getFullYear(), today.getMonth(), today.getDate() - 1, 12).getTime();
  const records = [
    { token: 'Cursor', tool: 'read_note', effect: 'reads', path: 'Library/Books/Moby-Dick.md' },
    { token: 'Claude Code', tool: 'patch_note', effect: 'writes', path: rules, changeId: 'of yesterday' },
  ];
  return records.map(one => `${JSON.stringify({ time, ...one, outcome: 'ok', milliseconds: 4 })}\n`).join('');
}

/** Of all pictures that are kept. */
export function keptBytes(): number {
  const folder = join(root, 'docs', 'images');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.reduce(
    (sum, name) => sum + (name.endsWith('.png') ? statSync(join(folder, name)).size : 0),
    0,
  );
}

function pathOf(name: string): string {
  return join(root, 'docs', 'images', ...name.split('/'));
}

function exampleVault(): Files {
  const vault = join(root, 'examples', 'vault');
  const files = readdirSync(vault, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', () => '/'))
    .filter(path => !path.startsWith('.') && statSync(join(vault, path)).isFile());
  return Object.fromEntries(files.map(path => [path, readFileSync(join(vault, path))]));
}
