import type { TFile } from 'obsidian';
import type { NoteFacts } from '../index/metadata/note-metadata';

const minNameLength = 2;
/** Longer names and further ones are ignored: no text mentions a note by them. */
const maxNameLength = 200;
const maxNames = 100;

/** The names that the app counts as mentions: file name, title and aliases, if long enough. */
export function mentionNames(file: TFile, { ownTitle, aliases }: NoteFacts): string[] {
  const names = [file.basename, ...(ownTitle === undefined ? [] : [ownTitle]), ...aliases];
  return [...new Set(names.slice(0, maxNames).map(name => name.trim()))].filter(
    name => name.length >= minNameLength && name.length <= maxNameLength,
  );
}

const letter = /[\p{L}\p{N}_]/u;
const ideograph = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** Whether a word ends between two characters: always next to an ideograph. */
export function isBoundary(text: string, at: number): boolean {
  const [before, behind] = [text.charAt(at - 1), text.charAt(at)];
  return !letter.test(before) || !letter.test(behind) || ideograph.test(before) || ideograph.test(behind);
}
