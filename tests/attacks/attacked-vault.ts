/** A vault of ordinary notes with hostile ones among them, in a temporary folder. */
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { VaultGenerator } from '../../pkg/bench/vault/generator';
import { hostileNotes, pathOf } from './hostile-notes';

/** Each repeats a text of its own by YAML aliases. */
const aliasNotes = 650;

export function makeAttackedVault(ordinary: number): { readonly home: string; readonly vault: string } {
  const home = mkdtempSync(join(tmpdir(), 'lectern-attacks-'));
  const vault = join(home, 'vault');
  const write = (path: string, content: string | Uint8Array): void => {
    mkdirSync(join(vault, dirname(path)), { recursive: true });
    writeFileSync(join(vault, path), content);
  };
  for (const { path, content } of new VaultGenerator(ordinary).files()) write(path, content);
  for (const [kind, text] of Object.entries(hostileNotes)) write(pathOf(kind), text());
  for (let index = 0; index < aliasNotes; index += 1) write(`Aliases/${index}.md`, aliasNote());
  write('Hostile/template.md', '{{title}}'.repeat(1_000_000));
  write('Attack target.md', 'A note.\n');
  return { home, vault };
}

function aliasNote(): string {
  const keys = Array.from({ length: 49 }, (_item, index) => `key${index}: *long`);
  return `---\nbase: &long "${'x'.repeat(19_000)}"\n${keys.join('\n')}\n---\nText.\n`;
}
