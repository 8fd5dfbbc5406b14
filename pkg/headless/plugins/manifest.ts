/** A plugin's `manifest.json`, checked as far as loading depends on it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as Api from 'obsidian';
import { isRecord, messageOf } from '../obsidian/core/unknowns';
import { apiVersion, requireApiVersion } from '../obsidian/core/version';

/** @throws Error with a sentence for the user */
export function readManifest(folder: string): Api.PluginManifest {
  const file = join(folder, 'manifest.json');
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    throw new Error(`The plugin's manifest cannot be read: ${messageOf(error)}`);
  }
  if (!isManifest(value)) throw new Error(`${file} lacks an id, a name or a version.`);
  return value;
}

function isManifest(value: unknown): value is Api.PluginManifest {
  return (
    isRecord(value) &&
    ['id', 'name', 'version'].every(key => typeof value[key] === 'string' && value[key] !== '')
  );
}

/** @throws Error if the plugin requires a newer app than the imitated one */
export function refuseNewer(manifest: Api.PluginManifest): void {
  const wanted: unknown = manifest.minAppVersion;
  if (typeof wanted === 'string' && !requireApiVersion(wanted)) {
    throw new Error(
      `${manifest.name} needs app version ${wanted}; the headless host imitates ${apiVersion}.`,
    );
  }
}
