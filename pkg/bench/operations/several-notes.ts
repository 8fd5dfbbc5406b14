/** Writers that change many notes at once. Every second call reverts the one before it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hubNames, hubPath } from '../vault/special';
import type { Truth } from '../vault/truth';
import { expected, firstWrong, type Occasion, type Operation, recordsOf } from './operation';

const [hubName] = hubNames;
/** Another with every pair of calls: contents that the journal already has cost less. */
const newHubName = (run: number): string => `${hubName} ${pairOf(run)}`;

/** A renaming of about a thousand notes. */
const taggedNotes = 1_000;
const ending = (run: number): string => `-renamed-${pairOf(run)}`;

const moving: Operation = {
  name: 'move: a note with 150 backlinks',
  tool: 'move',
  isPaired: true,
  args: ({ run }) => {
    const newHubPath = hubPath.replace(hubName, () => newHubName(run));
    return isBack(run) ? { path: newHubPath, newPath: hubPath } : { path: hubPath, newPath: newHubPath };
  },
  wrong: ({ structured }, occasion) => {
    const { sources } = occasion.truth.hub;
    const newName = newHubName(occasion.run);
    const [now, before] = isBack(occasion.run) ? [hubName, newName] : [newName, hubName];
    const leads = (source: string): boolean => {
      const text = onDisk(occasion, source);
      return text.includes(`[[${now}]]`) && !text.includes(`[[${before}]]`);
    };
    return firstWrong(
      expected('notes with links', recordsOf(structured['files']).length, sources.length),
      expected('links on disk', sources.filter(leads).length, sources.length),
    );
  },
};

const renaming: Operation = {
  name: 'rename_tag: 1,000 notes',
  tool: 'rename_tag',
  isPaired: true,
  args: ({ run, truth }) => {
    const { tag } = commonTag(truth);
    return isBack(run) ? { from: tag + ending(run), to: tag } : { from: tag, to: tag + ending(run) };
  },
  wrong: ({ structured }, occasion) => {
    const { tag, total } = commonTag(occasion.truth);
    const texts = recordsOf(structured['files']).map(({ path }) => onDisk(occasion, String(path)));
    const isRenamed = (text: string): boolean => text.includes(tag + ending(occasion.run));
    return firstWrong(
      expected('notes', structured['filesChanged'], total),
      expected('renamed on disk', texts.filter(isRenamed).length, isBack(occasion.run) ? 0 : texts.length),
    );
  },
};

export const severalNotes: readonly Operation[] = [moving, renaming];

function pairOf(run: number): number {
  return Math.floor(run / 2) + 1;
}

function isBack(run: number): boolean {
  return run % 2 === 1;
}

/** The tag whose number of notes is nearest to this. */
function commonTag({ tags }: Truth): Truth['tags'][number] {
  const distance = ({ total }: Truth['tags'][number]): number => Math.abs(total - taggedNotes);
  const [nearest] = tags.toSorted((a, b) => distance(a) - distance(b));
  if (nearest === undefined) throw new Error('The vault has no tags.');
  return nearest;
}

function onDisk({ vault }: Occasion, path: string): string {
  return readFileSync(join(vault, path), 'utf8');
}
