/** Internal in the app, but widely used: which core plugins are on, and their options. */
import type { Confinement } from '../disk/confinement';
import { guardMembers } from '../core/strict';
import type { Json } from '../core/unknowns';
import { readJson, readJsonRecord } from '../vault/vault-config';

/** On in a new vault (assumed: no source settles the list). */
const onByDefault: ReadonlySet<string> = new Set([
  'file-explorer',
  'global-search',
  'switcher',
  'graph',
  'backlink',
  'canvas',
  'outgoing-link',
  'tag-pane',
  'page-preview',
  'daily-notes',
  'templates',
  'note-composer',
  'command-palette',
  'editor-status',
  'bookmarks',
  'outline',
  'word-count',
  'file-recovery',
  'bases',
]);

const offByDefault: ReadonlySet<string> = new Set([
  'footnotes',
  'properties',
  'markdown-importer',
  'zk-prefixer',
  'random-note',
  'slash-command',
  'slides',
  'audio-recorder',
  'workspaces',
  'publish',
  'sync',
  'webviewer',
]);

export interface InternalPlugin {
  readonly id: string;
  readonly enabled: boolean;
  /** What `.obsidian/ID.json` holds, read now. */
  readonly instance: { readonly options: Json };
}

export class InternalPlugins {
  static {
    guardMembers(this);
  }

  constructor(
    private readonly confinement: Confinement,
    private readonly configDir: string,
  ) {}

  /** All core plugins by id; those of older apps are missing. */
  get plugins(): Record<string, InternalPlugin> {
    const all: Record<string, InternalPlugin> = {};
    for (const id of [...onByDefault, ...offByDefault]) {
      const plugin = this.getPluginById(id);
      if (plugin !== null) all[id] = plugin;
    }
    return all;
  }

  /** @returns null for a name that is no core plugin's */
  getPluginById(id: string): InternalPlugin | null {
    if (!onByDefault.has(id) && !offByDefault.has(id)) return null;
    const options = readJsonRecord(this.confinement, `${this.configDir}/${id}.json`);
    return { id, enabled: this.isEnabled(id), instance: { options } };
  }

  getEnabledPluginById(id: string): InternalPlugin['instance'] | null {
    const plugin = this.getPluginById(id);
    return plugin?.enabled === true ? plugin.instance : null;
  }

  /** A list of ids in older vaults, now `{id: boolean}`. */
  private isEnabled(id: string): boolean {
    const stored = readJson(this.confinement, `${this.configDir}/core-plugins.json`);
    if (Array.isArray(stored)) return stored.includes(id);
    if (typeof stored === 'object' && stored !== null && Object.hasOwn(stored, id)) {
      return Reflect.get(stored, id) === true;
    }
    return onByDefault.has(id);
  }
}
