import { throwIfAborted } from '../../utils/slicing/time-slicer';
import { mapDefined } from '../../utils/collections';
import { type TAbstractFile, TFile } from 'obsidian';
import { type ItemError, itemError, ToolFailure } from '../../errors';
import { toIso } from '../../utils/dates';
import type { CallerContext } from '../caller-context';
import { parseReference, VaultPath } from '../access/vault-path';
import { isNote } from '../access/visible-files';

interface StatItem {
  /** The real vault path; the given one if there is no file. */
  path: string;
  exists: boolean;
  kind?: 'file' | 'directory';
  /** Bytes. */
  size?: number;
  /** ISO 8601 in UTC. */
  created?: string;
  modified?: string;
  /** Only for readable notes, within the call's budget for hashing. */
  versionId?: string;
  title?: string;
  tags?: string[];
  aliases?: string[];
  /** Why a path is invalid in this vault, or a note cannot be read. */
  error?: ItemError;
  candidates?: string[];
}

/** Bytes of notes that one call hashes for their versions. */
const maxBytesHashed = 40_000_000;

/** How many absent paths of a call get suggestions: each is compared with all names. */
const maxNear = 5;

/** What is left of both limits for the rest of a call. */
interface Budget {
  bytes: number;
  near: number;
}

/** What is at paths, as one caller sees it. */
export class Stat {
  constructor(
    private readonly context: Pick<CallerContext, 'files' | 'notes' | 'facts' | 'readiness' | 'shows'>,
    private readonly bytesHashed = maxBytesHashed,
  ) {}

  /** One item per path, in the given order; one path never fails the call. */
  async of(paths: readonly string[], signal: AbortSignal): Promise<StatItem[]> {
    // Waits for the vault to open.
    if (paths.length > 0) await this.context.readiness.wait(signal, []);
    const known = new Map<string, StatItem>();
    const budget = { bytes: this.bytesHashed, near: maxNear };
    for (const path of paths) {
      throwIfAborted(signal);
      if (!known.has(path)) known.set(path, await this.item(path, budget, signal));
    }
    return mapDefined(paths, path => known.get(path));
  }

  private async item(path: string, budget: Budget, signal: AbortSignal): Promise<StatItem> {
    try {
      const found = this.find(path);
      return found === undefined ? this.absent(path, budget) : await this.describe(found, budget, signal);
    } catch (error) {
      if (error instanceof ToolFailure)
        return {
          path,
          exists: false,
          error: itemError(this.context.files.failureFor(error, [path]), this.context.shows),
        };
      throw error;
    }
  }

  private absent(path: string, budget: Budget): StatItem {
    budget.near -= 1;
    if (budget.near < 0) return { path, exists: false };
    const near = this.context.files.near.shownTo(path, () => true);
    return near.length === 0 ? { path, exists: false } : { path, exists: false, candidates: near };
  }

  private find(path: string): TAbstractFile | undefined {
    const { files } = this.context;
    if (parseReference(path).kind !== 'path') return files.note(path);
    const parsed = VaultPath.parseFolder(path);
    const found = files.at(parsed);
    const isFileAsFolder = parsed.isFolderOnly && found instanceof TFile;
    const named =
      found ??
      (parsed.isFolderOnly ? undefined : (files.at(parsed.withExtension('.md')) ?? files.noteNamed(parsed)));
    // For these, the failure says what to do.
    if (isFileAsFolder || (named === undefined && files.offered(path).length > 0))
      return files.noteAtPath(parsed);
    return named;
  }

  private async describe(found: TAbstractFile, budget: Budget, signal: AbortSignal): Promise<StatItem> {
    if (!(found instanceof TFile)) return { path: found.path, exists: true, kind: 'directory' };
    const { facts, notes, readiness } = this.context;
    if (isNote(found)) await readiness.wait(signal, [found.path]);
    const { size, ctime, mtime } = found.stat;
    const item: StatItem = {
      path: found.path,
      exists: true,
      kind: 'file',
      size,
      created: toIso(ctime),
      modified: toIso(mtime),
    };
    if (!isNote(found)) return item;
    const { tags, aliases } = facts.of(found);
    budget.bytes -= size;
    const versionId = budget.bytes < 0 ? undefined : await notes.versionIfPossible(found, signal);
    const described = { ...item, title: facts.titleOf(found), tags: [...tags], aliases: [...aliases] };
    return versionId === undefined ? described : { ...described, versionId };
  }
}
