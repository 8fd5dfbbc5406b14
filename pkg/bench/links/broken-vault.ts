/** The generated vault of 10,000 notes, with 1,694 more links whose names are misspelled. */
import { cpSync, mkdirSync, mkdtempSync, readdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Random } from '../vault/random';
import { BenchVault } from '../vault/vault-folder';

/** Links that the vault gets beside the broken ones it has. */
const added = 1_694;
const linksPerNote = 14;

export interface BrokenVault {
  readonly folder: string;
  /** How many broken links it has in all. */
  readonly broken: number;
}

/** A copy in a folder of its own, which the caller removes. */
export function makeBrokenVault(): BrokenVault {
  const { path, truth } = BenchVault.open(10_000);
  const folder = mkdtempSync(join(tmpdir(), 'lectern-bench-links-'));
  cpSync(path, folder, { recursive: true, preserveTimestamps: true });
  const links = misspelledNames(path).map(name => `[[${name}]]`);
  mkdirSync(join(folder, 'Misspelled'));
  for (let from = 0; from < links.length; from += linksPerNote) {
    const text = `${links.slice(from, from + linksPerNote).join('\n')}\n`;
    writeFileSync(join(folder, 'Misspelled', `${from}.md`), text);
  }
  return { folder, broken: truth.broken.length + links.length };
}

/** Names that no note has. */
function misspelledNames(vault: string): string[] {
  const files = readdirSync(vault, { recursive: true, encoding: 'utf8' });
  const names = files
    .filter(file => file.endsWith('.md'))
    .map(file => basename(file, '.md'))
    .sort();
  const known = new Set(names);
  const random = new Random('misspelled');
  const wrong = new Set<string>();
  while (wrong.size < added) {
    const name = misspelled(random.pick(names), random);
    if (!known.has(name) && !name.includes('/')) wrong.add(name);
  }
  return [...wrong];
}

/** With one to three letters missing, doubled or other ones; often without its last word. */
function misspelled(name: string, random: Random): string {
  const kept = random.chance(0.4) ? name.split(' ').slice(0, -1).join(' ') : '';
  let letters = Array.from(kept || name);
  for (let error = random.between(1, 3); error > 0; error -= 1) {
    const at = random.below(letters.length);
    const other = random.pick([[], ['e'], ['x'], [letters[at] ?? '', letters[at] ?? '']]);
    letters = letters.toSpliced(at, 1, ...other);
  }
  return letters.join('').trim() || 'x';
}
