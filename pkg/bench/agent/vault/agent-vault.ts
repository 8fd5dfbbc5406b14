/** The vault of the scripted jobs: the benchmark's thousand notes, and two hundred as users write them. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type VaultFile, VaultGenerator } from '../../vault/generator';
import { Random } from '../../vault/random';
import { people, personFile, personNote } from './people';
import { bookNotes, gardenNotes, inbox, journalNotes, otherNotes } from './places';
import { meetingNotes, projectNote, projects } from './projects';

const ordinaryNotes = 1_000;
const lastChange = Date.UTC(2026, 10, 19);

/** Every file, always the same. */
export function agentFiles(): VaultFile[] {
  return [
    ...new VaultGenerator(ordinaryNotes).files(),
    ...people.map(person => ({
      path: personFile(person),
      content: personNote(person, new Random(`person ${person.name}`)),
    })),
    ...projects.map((project, at) => ({ path: project.path, content: projectNote(project, at) })),
    ...meetingNotes(),
    ...journalNotes(),
    ...inbox.map(({ path, content }) => ({ path, content })),
    ...bookNotes(),
    ...gardenNotes(),
    ...otherNotes(),
  ];
}

/** Writes the vault into a new folder, with dates of change that follow from the paths. */
export function writeAgentVault(folder: string, files: readonly VaultFile[] = agentFiles()): void {
  rmSync(folder, { recursive: true, force: true });
  for (const { path, content } of files) {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
    const age = Math.floor(new Random(`modified ${path}`).next() * 300 * 86_400);
    const modified = new Date(lastChange - age * 1000);
    utimesSync(file, modified, modified);
  }
}
