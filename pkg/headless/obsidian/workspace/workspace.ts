import type * as Api from 'obsidian';
import type { App } from '../app';
import { type EventCallback, Events } from '../core/events';
import { MarkdownView } from './file-views';
import type { TFile } from '../vault/files';
import { guardMembers, guardObject, notImitated } from '../core/strict';
import { isFunction } from '../core/unknowns';
import type { View } from './views';
import { type LeafOwner, WorkspaceLeaf } from './workspace-leaf';

type AnyView = abstract new (...values: never[]) => unknown;

/** How many notes the app remembers as recently opened (typings). */
const maxRecent = 10;

/** Where a leaf is. Panes are not imitated, so it has no members. */
function split(name: string): object {
  return guardObject({}, name);
}

/** Leaves without panes: what is open, and what is active, as plugins query it. */
export class Workspace extends Events implements LeafOwner {
  static {
    guardMembers(this);
  }

  layoutReady = false;
  activeLeaf: WorkspaceLeaf | null = null;
  readonly rootSplit = split('Workspace.rootSplit');
  readonly leftSplit = split('Workspace.leftSplit');
  readonly rightSplit = split('Workspace.rightSplit');
  /** Internal in the app: windows of their own. */
  readonly floatingSplit = split('Workspace.floatingSplit');
  private readonly leaves: WorkspaceLeaf[] = [];
  /** The place of leaves outside the main area. */
  private readonly roots = new Map<WorkspaceLeaf, object>();
  /** Of the main area and windows of their own, the latest active last. */
  private readonly used: WorkspaceLeaf[] = [];
  private lastFile: TFile | null = null;
  private readonly waiting: (() => unknown)[] = [];
  private readonly views = new Map<string, (leaf: WorkspaceLeaf) => View>();
  private recent: string[] = [];
  private made = 0;

  constructor(private readonly app: App) {
    super();
    app.vault.on('delete', file => {
      if (file === this.lastFile) this.lastFile = null;
      for (const leaf of this.leaves) leaf.forget(file);
    });
  }

  /** The note's view in the active leaf (typings). */
  get activeEditor(): MarkdownView | null {
    return this.getActiveViewOfType(MarkdownView);
  }

  override on(name: 'file-open', callback: (file: TFile | null) => unknown, ctx?: unknown): Api.EventRef;
  override on(
    name: 'active-leaf-change',
    callback: (leaf: WorkspaceLeaf | null) => unknown,
    ctx?: unknown,
  ): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef;
  override on(name: string, callback: EventCallback, ctx?: unknown): Api.EventRef {
    return super.on(name, callback, ctx);
  }

  /** Immediately when the layout is ready already (typings). */
  onLayoutReady(callback: () => unknown): void {
    if (this.layoutReady) callback();
    else this.waiting.push(callback);
  }

  /** Of the host: the app is ready. */
  becomeReady(): void {
    this.layoutReady = true;
    for (const callback of this.waiting.splice(0)) {
      try {
        callback();
      } catch (error) {
        console.error(error);
      }
    }
    this.trigger('layout-ready');
  }

  /** Of the host: where `Plugin.registerView` registers its factories. */
  registerView(type: string, make: (leaf: WorkspaceLeaf) => View): void {
    if (this.views.has(type)) throw new Error(`Attempting to register an existing view type "${type}"`);
    this.views.set(type, make);
  }

  unregisterView(type: string): void {
    this.detachLeavesOfType(type);
    this.views.delete(type);
  }

  makeView(type: string, leaf: WorkspaceLeaf): View | null {
    return this.views.get(type)?.(leaf) ?? null;
  }

  changed(leaf: WorkspaceLeaf): void {
    const { file } = leaf;
    if (file !== null)
      this.recent = [file.path, ...this.recent.filter(path => path !== file.path)].slice(0, maxRecent);
    this.activeLeaf = leaf;
    if (file !== null) this.lastFile = file;
    this.use(leaf);
    this.trigger('active-leaf-change', leaf);
    if (file !== null) this.trigger('file-open', file);
    this.trigger('layout-change');
  }

  closed(leaf: WorkspaceLeaf): void {
    const index = this.leaves.indexOf(leaf);
    if (index >= 0) this.leaves.splice(index, 1);
    if (this.used.includes(leaf)) this.used.splice(this.used.indexOf(leaf), 1);
    this.roots.delete(leaf);
    if (this.activeLeaf === leaf) this.activeLeaf = this.used.at(-1) ?? null;
    this.trigger('active-leaf-change', this.activeLeaf);
    this.trigger('layout-change');
  }

  /** That of the view, otherwise the last active one (typings). */
  getActiveFile(): TFile | null {
    return this.activeLeaf?.file ?? this.lastFile;
  }

  getActiveViewOfType<T>(type: abstract new (...values: never[]) => T): T | null;
  getActiveViewOfType(type: AnyView): unknown {
    const view = this.activeLeaf?.viewOrNull() ?? null;
    return isFunction(type) && view instanceof type ? view : null;
  }

  getLeaf(newLeaf: Api.PaneType | boolean = false): WorkspaceLeaf {
    const reused = newLeaf === false ? this.getMostRecentLeaf() : null;
    if (reused !== null) return reused;
    this.made += 1;
    const leaf = new WorkspaceLeaf(this.app, `leaf-${this.made}`, this);
    this.leaves.push(leaf);
    if (newLeaf === 'window') this.roots.set(leaf, this.floatingSplit);
    return leaf;
  }

  openPopoutLeaf(): WorkspaceLeaf {
    return this.getLeaf('window');
  }

  /** Deprecated in the typings, which call it the same as `getLeaf(false)`; Periodic Notes 0.0.17 uses it. */
  getUnpinnedLeaf(): WorkspaceLeaf {
    return this.getLeaf(false);
  }

  getLeftLeaf(split: boolean): WorkspaceLeaf {
    return this.aside(split, this.leftSplit);
  }

  getRightLeaf(split: boolean): WorkspaceLeaf {
    return this.aside(split, this.rightSplit);
  }

  rootOf(leaf: WorkspaceLeaf): object {
    return this.roots.get(leaf) ?? this.rootSplit;
  }

  getLeafById(id: string): WorkspaceLeaf | null {
    return this.leaves.find(leaf => leaf.id === id) ?? null;
  }

  /** In the main area or a window of its own, also while a leaf of a sidebar is active (typings). */
  getMostRecentLeaf(): WorkspaceLeaf | null {
    return this.used.at(-1) ?? null;
  }

  setActiveLeaf(leaf: WorkspaceLeaf): void {
    this.changed(leaf);
  }

  /** A link without a target makes the app create the note; the host leaves that to `create`. */
  async openLinkText(
    linktext: string,
    sourcePath: string,
    newLeaf: Api.PaneType | boolean = false,
  ): Promise<void> {
    const file = this.app.metadataCache.getFirstLinkpathDest(linktext, sourcePath);
    if (file === null) notImitated('Workspace.openLinkText for a note that does not exist');
    await this.getLeaf(newLeaf).openFile(file);
  }

  iterateAllLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    for (const leaf of [...this.leaves]) callback(leaf);
  }

  /** Of the main area: not those of sidebars, nor of windows of their own (typings). */
  iterateRootLeaves(callback: (leaf: WorkspaceLeaf) => unknown): void {
    this.iterateAllLeaves(leaf => {
      if (!this.roots.has(leaf)) callback(leaf);
    });
  }

  getLeavesOfType(viewType: string): WorkspaceLeaf[] {
    return this.leaves.filter(leaf => leaf.getViewState().type === viewType);
  }

  detachLeavesOfType(viewType: string): void {
    for (const leaf of this.getLeavesOfType(viewType)) leaf.detach();
  }

  revealLeaf(leaf: WorkspaceLeaf): Promise<void> {
    this.changed(leaf);
    return Promise.resolve();
  }

  getLastOpenFiles(): string[] {
    return [...this.recent];
  }

  /** Of the host: the app is quitting, which saves what is open. */
  async quit(): Promise<void> {
    for (const leaf of this.leaves.splice(0)) await leaf.empty();
  }

  private aside(split: boolean, root: object): WorkspaceLeaf {
    const leaf = this.getLeaf(split ? 'split' : 'tab');
    this.roots.set(leaf, root);
    return leaf;
  }

  private use(leaf: WorkspaceLeaf): void {
    if (this.roots.has(leaf) && this.rootOf(leaf) !== this.floatingSplit) return;
    if (this.used.includes(leaf)) this.used.splice(this.used.indexOf(leaf), 1);
    this.used.push(leaf);
  }

  updateOptions(): void {
    // There is no editor to reconfigure.
  }

  requestSaveLayout(): Promise<void> {
    return Promise.resolve();
  }
}
