import { type App, apiVersion, TFile } from 'obsidian';
import { inTime } from '../../platform';
import { countUp } from '../../utils/collections';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { type Grant, hasFolderRules } from '../access/access';
import type { CallerContext } from '../caller-context';
import type { Runtime } from '../index/indexes';
import { property } from '../plugins/plugin-api';
import type { Tags } from '../queries/listings/list-tags';
import { isNote, type VisibleFiles } from '../access/visible-files';
import { cutText } from '../../utils/text/pieces';

const shownFolders = 10;
const shownTags = 20;
const guideNames = ['AGENTS.md', 'CLAUDE.md'];
const guideLength = 8192;
/** How long the result waits for the tag counts, milliseconds. */
const timeout = 2_000;

const refusedServer =
  'The owner has set an embeddings server, but its address is not a plain one of this computer, so it is not asked: searches go by words alone.';

/** Plugins that tools can use if installed, by their id in the directory. */
const supportedPlugins = ['dataview', 'omnisearch', 'text-extractor', 'templater-obsidian', 'periodic-notes'];

interface VaultInfo {
  status: 'ok';
  vaultName: string;
  vaultPath?: string;
  /** `attachments` are all other files; `totalSize` is of all files, in bytes. */
  counts: { notes: number; attachments: number; folders: number; totalSize: number };
  server: Runtime & { name: string; appVersion: string; protocolVersion: string };
  access: { token: string; rights: Grant['rights']; readOnly: boolean; folderRules: boolean };
  plugins: { id: string; enabled: boolean }[];
  index: { state: 'ready' | 'reading'; notesIndexed: number; notScannedCount?: number };
  topFolders: { path: string; notes: number }[];
  topTags: { tag: string; count: number }[];
  hints?: string[];
  guide?: { path: string; text: string };
}

type VaultInfoContext = Pick<CallerContext, 'app' | 'files' | 'notes' | 'readOnly' | 'runtime' | 'slicer'> & {
  readonly readiness: Pick<CallerContext['readiness'], 'wait'>;
  readonly unreadableNotes: Pick<CallerContext['unreadableNotes'], 'notScanned'>;
  readonly meaning: Pick<CallerContext['meaning'], 'isRefused'>;
};

/** Describes the vault and the caller's rights in one result. */
export class VaultOverview {
  constructor(
    private readonly context: VaultInfoContext,
    private readonly tags: Pick<Tags, 'top'>,
  ) {}

  /**
   * Waits shortly for a vault that opens; until the tags are counted, the result has none.
   * @param limit for folders and for tags; 10 and 20 if left out
   */
  async describe(protocolVersion: string, signal: AbortSignal, limit?: number): Promise<VaultInfo> {
    const { app, runtime, readOnly, files, slicer, readiness, unreadableNotes } = this.context;
    const { grant } = files.access;
    const { version, ...host } = runtime;
    const path = files.vaultPath;
    const guide = await this.guide();
    const opened = readiness.wait(signal);
    const topTags = await inTime(
      opened.then(() => this.tags.top(limit ?? shownTags, signal)),
      timeout,
      () => undefined,
    );
    const notScanned = [...unreadableNotes.notScanned()].filter(note => files.canSee(note)).length;
    const { counts, notesIndexed, notesIn } = await contentsOf(app, files, { slicer, signal });
    return {
      status: 'ok',
      vaultName: app.vault.getName(),
      ...(path === undefined ? {} : { vaultPath: path }),
      counts,
      server: { name: 'lectern-mcp', version, ...host, appVersion: apiVersion, protocolVersion },
      access: { token: grant.token, rights: grant.rights, readOnly, folderRules: hasFolderRules(grant) },
      plugins: partnerPlugins(app),
      index: {
        state: topTags === undefined ? 'reading' : 'ready',
        notesIndexed,
        ...(notScanned === 0 ? {} : { notScannedCount: notScanned }),
      },
      topFolders: topFolders(notesIn, limit ?? shownFolders),
      topTags: topTags ?? [],
      ...(this.context.meaning.isRefused ? { hints: [refusedServer] } : {}),
      ...(guide === undefined ? {} : { guide }),
    };
  }

  isGuide(path: string): boolean {
    return guideNames.includes(path);
  }

  /** The owner's instructions for agents, if there are any that the caller may read; at most 8 kB. */
  async guide(): Promise<VaultInfo['guide']> {
    for (const name of guideNames) {
      const file = this.context.app.vault.getFileByPath(name);
      if (file === null || !this.context.files.canSee(file)) continue;
      const note = await this.context.notes.readIfPossible(file);
      if (note !== undefined) return { path: file.path, text: cutText(note.text, guideLength) };
    }
    return undefined;
  }
}

/** Counts what the caller sees of the vault: files, notes whose links the app has resolved, and notes in each top-level folder. */
async function contentsOf(
  { vault, metadataCache }: App,
  files: VisibleFiles,
  loop: SlicedLoop,
): Promise<{ counts: VaultInfo['counts']; notesIndexed: number; notesIn: ReadonlyMap<string, number> }> {
  const counts = { notes: 0, attachments: 0, folders: 0, totalSize: 0 };
  const notesIn = new Map<string, number>();
  let notesIndexed = 0;
  await forEachInTurn(vault.getAllLoadedFiles(), loop, file => {
    const { path } = file;
    if (path === '/' || !files.canSee(file)) return;
    if (!(file instanceof TFile)) counts.folders += 1;
    else {
      counts[isNote(file) ? 'notes' : 'attachments'] += 1;
      counts.totalSize += file.stat.size;
    }
    if (!isNote(file)) return;
    if (Object.hasOwn(metadataCache.resolvedLinks, path)) notesIndexed += 1;
    if (path.includes('/')) countUp(notesIn, path.slice(0, path.indexOf('/')));
  });
  return { counts, notesIndexed, notesIn };
}

function topFolders(notesIn: ReadonlyMap<string, number>, limit: number): VaultInfo['topFolders'] {
  return [...notesIn]
    .map(([path, notes]) => ({ path, notes }))
    .sort((a, b) => b.notes - a.notes || (a.path < b.path ? -1 : 1))
    .slice(0, limit);
}

/** `app.plugins` is internal in the app, so its shape is checked, not assumed. */
function partnerPlugins(app: App): VaultInfo['plugins'] {
  const enabled = property(property(app, 'plugins'), 'enabledPlugins');
  return supportedPlugins.map(id => ({ id, enabled: enabled instanceof Set && enabled.has(id) }));
}
