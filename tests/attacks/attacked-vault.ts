/** A vault of ordinary notes with hostile ones among them, in a temporary folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VaultGenerator } from '../../pkg/bench/vault/generator';
import { baseNotes, pathOfBaseNote } from './base-notes';
import { costlyNotes, costlyPath } from './costly-notes';
import { hostileNotes, pathOf } from './hostile-notes';

/** Each repeats a text of its own by YAML aliases. */
const aliasNotes = 650;

export interface MadeVault {
  /** A temporary folder that holds the vault; to be deleted. */
  readonly home: string;
  readonly vault: string;
}

/** @param count how many notes */
export function makeOrdinaryVault(count: number): MadeVault {
  const home = mkdtempSync(join(tmpdir(), 'lectern-attacks-'));
  const vault = join(home, 'vault');
  for (const { path, content } of new VaultGenerator(count).files()) writeInto(vault, path, content);
  return { home, vault };
}

/** @param ordinary how many ordinary notes there are beside the hostile ones */
export function makeAttackedVault(ordinary: number): MadeVault {
  const { home, vault } = makeOrdinaryVault(ordinary);
  const write = (path: string, content: string): void => writeInto(vault, path, content);
  for (const [kind, text] of Object.entries(hostileNotes)) write(pathOf(kind), text());
  for (const [kind, text] of Object.entries(baseNotes)) write(pathOfBaseNote(kind), text());
  for (let index = 0; index < aliasNotes; index += 1) write(`Aliases/${index}.md`, aliasNote());
  for (const [name, text] of Object.entries(costlyNotes)) write(costlyPath(name), text());
  write('Hostile/template.md', '{{title}}'.repeat(1_000_000));
  write('Attack target.md', 'A note.\n');
  return { home, vault };
}

function writeInto(vault: string, path: string, content: string | Uint8Array): void {
  mkdirSync(join(vault, dirname(path)), { recursive: true });
  writeFileSync(join(vault, path), content);
}

function aliasNote(): string {
  const keys = Array.from({ length: 49 }, (_item, index) => `key${index}: *long`);
  return `---\nbase: &long "${'x'.repeat(19_000)}"\n${keys.join('\n')}\n---\nText.\n`;
}
