import type { InitializeRequestParams } from '@modelcontextprotocol/server';
import { getOrInsert } from '../../utils/collections';
import { forEachInTurn, type SlicedLoop, someInTurn } from '../../utils/slicing/time-slicer';
import type { NoteResources } from '../../vault/app/note-resources';
import type { VaultChange } from '../../vault/app/change-feed';
import type { PromptNotes } from '../../vault/app/prompt-notes';
import type { VaultOverview } from '../../vault/app/vault-info';
import { showsForms } from '../mcp/questions';

/** Overviews of the vault that are resources in addition to its notes. */
export const guideUri = 'vault-info://guide';
export const tagsUri = 'vault-info://tags';

/** Most resources that one client may subscribe to. */
export const maxWatched = 2000;

export type ListKind = 'tools' | 'prompts' | 'resources';

export interface WatchOutlet {
  /** Resolves when the message is sent, so that its cost is part of the slice. */
  updated(uri: string): Promise<void> | void;
  listChanged(kind: ListKind): void;
}

/** The services that decide which notifications a client gets. */
export interface WatchServices {
  readonly resources: Pick<NoteResources, 'pathOf' | 'sees' | 'mayHaveSeen'>;
  readonly vaultOverview: Pick<VaultOverview, 'isGuide'>;
  readonly promptNotes: Pick<PromptNotes, 'holds'>;
}

/** What changed since the last notifications, each path once. */
interface ChangeBatch {
  /** Files whose contents changed, or that were created or deleted. */
  readonly touched: ReadonlySet<string>;
  /** Notes that were created or deleted. */
  readonly listed: ReadonlySet<string>;
  readonly notes: ReadonlySet<string>;
  /** Real paths of touched paths that are symbolic links. */
  readonly realPaths: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gathers changes into a batch; a path that changes often counts once. */
export class ChangeGatherer {
  private touched = new Set<string>();
  private listed = new Set<string>();
  private notes = new Set<string>();
  private realPaths = new Map<string, Set<string>>();

  add({ path, kind, isNote, realPath }: VaultChange): void {
    this.touched.add(path);
    if (realPath !== undefined) getOrInsert(this.realPaths, path, () => new Set()).add(realPath);
    if (!isNote) return;
    this.notes.add(path);
    if (kind === 'listing') this.listed.add(path);
  }

  get isEmpty(): boolean {
    return this.touched.size === 0;
  }

  /** What was gathered; the next batch begins empty. */
  take(): ChangeBatch {
    const { touched, listed, notes, realPaths } = this;
    this.touched = new Set();
    this.listed = new Set();
    this.notes = new Set();
    this.realPaths = new Map();
    return { touched, listed, notes, realPaths };
  }
}

interface WatchedPath {
  readonly uris: Set<string>;
  /** Whether the caller could see the file at the last check: only then may it learn of the deletion, but not of a denial. */
  wasSeen: boolean;
}

/** The subscriptions of one client, and its notifications for a batch of changes. */
export class Watch {
  /** The client's own name when it opened its session; unknown if the session was restored. */
  client: string | undefined;
  /** Whether the client can show its user a form; also unknown in a restored session. */
  showsForms = false;
  private readonly uris = new Map<string, string>();
  private readonly byPath = new Map<string, WatchedPath>();
  private readonly overviews = new Set<string>();

  constructor(private readonly outlet: WatchOutlet) {}

  /** What the client says of itself when it opens its session. */
  introduce({ clientInfo, capabilities: { elicitation } }: InitializeRequestParams): void {
    this.client = clientInfo.name.slice(0, 100);
    this.showsForms = showsForms(elicitation);
  }

  get size(): number {
    return this.uris.size + this.overviews.size;
  }

  get subscribed(): string[] {
    return [...this.uris.keys(), ...this.overviews];
  }

  /** @returns false if the client has too many; a URI that is not ours is not counted and gets no notifications */
  add(uri: string, { resources }: WatchServices): boolean {
    if (this.uris.has(uri) || this.overviews.has(uri)) return true;
    if (this.size >= maxWatched) return false;
    if (uri === guideUri || uri === tagsUri) this.overviews.add(uri);
    const path = resources.pathOf(uri);
    if (path === undefined) return true;
    this.uris.set(uri, path);
    const known = this.byPath.get(path);
    if (known === undefined) this.byPath.set(path, { uris: new Set([uri]), wasSeen: resources.sees(path) });
    else known.uris.add(uri);
    return true;
  }

  remove(uri: string): void {
    this.overviews.delete(uri);
    const path = this.uris.get(uri);
    if (path === undefined) return;
    this.uris.delete(uri);
    const known = this.byPath.get(path);
    known?.uris.delete(uri);
    if (known?.uris.size === 0) this.byPath.delete(path);
  }

  async notify(batch: ChangeBatch, services: WatchServices, loop: SlicedLoop): Promise<void> {
    await this.notifyOfUpdates(batch, services, loop);
    await this.notifyOfOverviews(batch, services, loop);
    await this.notifyOfLists(batch, services, loop);
  }

  updated(uri: string): void {
    void this.outlet.updated(uri);
  }

  listChanged(kind: ListKind): void {
    this.outlet.listChanged(kind);
  }

  private async notifyOfUpdates(
    batch: ChangeBatch,
    { resources }: WatchServices,
    loop: SlicedLoop,
  ): Promise<void> {
    const { touched } = batch;
    const paths = touched.size < this.byPath.size ? touched : [...this.byPath.keys()];
    await forEachInTurn(paths, loop, async path => {
      const watched = touched.has(path) ? this.byPath.get(path) : undefined;
      if (watched === undefined) return;
      const isSeen = resources.sees(path);
      const isKnown = isSeen || (watched.wasSeen && mayHaveSeen(path, batch, { resources }));
      if (isKnown) for (const uri of watched.uris) await this.outlet.updated(uri);
      watched.wasSeen = isSeen;
    });
  }

  private async notifyOfOverviews(
    batch: ChangeBatch,
    services: WatchServices,
    loop: SlicedLoop,
  ): Promise<void> {
    const { notes } = batch;
    const { vaultOverview } = services;
    const left = new Set(this.overviews);
    if (left.size === 0) return;
    await someInTurn(notes, loop, async path => {
      if (!mayHaveSeen(path, batch, services)) return false;
      if (left.delete(tagsUri)) await this.outlet.updated(tagsUri);
      if (vaultOverview.isGuide(path) && left.delete(guideUri)) await this.outlet.updated(guideUri);
      return left.size === 0;
    });
  }

  private async notifyOfLists(batch: ChangeBatch, services: WatchServices, loop: SlicedLoop): Promise<void> {
    const { listed, notes } = batch;
    const { promptNotes } = services;
    const isSeen = (path: string): boolean => mayHaveSeen(path, batch, services);
    if (await someInTurn(listed, loop, isSeen)) this.outlet.listChanged('resources');
    const isPrompt = (path: string): boolean => promptNotes.holds(path) && isSeen(path);
    if (await someInTurn(notes, loop, isPrompt)) this.outlet.listChanged('prompts');
  }
}

/** Checks the rules for the path, and for its real path while it existed. */
function mayHaveSeen(
  path: string,
  { realPaths }: ChangeBatch,
  { resources }: Pick<WatchServices, 'resources'>,
): boolean {
  return [path, ...(realPaths.get(path) ?? [])].every(one => resources.mayHaveSeen(one));
}
