/** The file that `--settings` names. */
import { readFileSync } from 'node:fs';
import { codeOf, isRecord, type Json, messageOf } from '../obsidian/core/unknowns';
import { Misuse } from './command-context';

/** @throws Misuse */
export function settingsFrom(file: string): Json {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (isRecord(value)) return value;
  } catch (error) {
    throw new Misuse(settingsProblem(file, error));
  }
  throw new Misuse(`The settings in ${file} are not a JSON object.`);
}

function settingsProblem(file: string, error: unknown): string {
  const code = codeOf(error);
  if (code === 'ENOENT' || code === 'ENOTDIR') return `There is no file ${file} with settings.`;
  if (code === 'EISDIR') return `${file} is a folder. --settings takes a JSON file.`;
  if (code === 'EACCES') return `The settings in ${file} may not be read by this account.`;
  return `The settings in ${file} cannot be read: ${messageOf(error)}. Mend the file, or start without --settings.`;
}
