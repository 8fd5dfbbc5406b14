import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * What the real app recorded of notes, by the name of the file; the folder holds recordings of other things too.
 * @returns each as parsed JSON, not checked
 */
export function noteRecordings(folder: string): ReadonlyMap<string, unknown> {
  const all = readdirSync(folder)
    .filter(name => name.endsWith('.json'))
    .map((name): [string, unknown] => [name, JSON.parse(readFileSync(join(folder, name), 'utf8'))]);
  return new Map(all.filter(([, one]) => typeof one === 'object' && one !== null && 'cachedMetadata' in one));
}
