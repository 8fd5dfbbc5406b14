import type * as Api from 'obsidian';
import { Events } from '../core/events';
import { FileView } from './file-view';
import { CanvasView, MarkdownView } from './file-views';
import type { TFile } from '../vault/files';
import { guardMembers, notImitated } from '../core/strict';
import type { App } from '../app';
import type { View } from './views';

/** What a leaf needs of its workspace. */
export interface LeafOwner {
  changed(leaf: WorkspaceLeaf): void;
  closed(leaf: WorkspaceLeaf): void;
  makeView(type: string, leaf: WorkspaceLeaf): View | null;
  /** The sidebar, main area or set of windows that contains it. */
  rootOf(leaf: WorkspaceLeaf): object;
}

/** A leaf has the state of what is open in it; of the app's own views it creates those of notes. */
export class WorkspaceLeaf extends Events implements Omit<Api.WorkspaceLeaf, 'open' | 'view' | 'getRoot'> {
  static {
    guardMembers(this);
  }

  readonly hoverPopover = null;
  /** The note that is open in it. */
  file: TFile | null = null;
  private shown: View | null = null;
  private pinned = false;
  private state: Api.ViewState = { type: 'empty' };

  constructor(
    readonly app: App,
    readonly id: string,
    private readonly owner: LeafOwner,
  ) {
    super();
  }

  get parent(): never {
    return notImitated('WorkspaceLeaf.parent');
  }

  get view(): View {
    return this.shown ?? notImitated(`WorkspaceLeaf.view of type ${this.state.type}`);
  }

  get isDeferred(): boolean {
    return false;
  }

  viewOrNull(): View | null {
    return this.shown;
  }

  async openFile(file: { readonly path: string }, openState?: Api.OpenViewState): Promise<void> {
    const found = this.app.vault.getFileByPath(file.path);
    await this.empty();
    this.file = found;
    this.state = { type: viewTypeOf(found), state: { ...openState?.state, file: file.path } };
    if (found !== null) await this.showFile(found);
    this.setEphemeralState(openState?.eState);
    this.owner.changed(this);
  }

  /** Of the host: its file was deleted. The leaf stays, empty (assumed). */
  forget(file: object): void {
    if (this.file === file) void this.empty();
  }

  async open(view: View): Promise<View> {
    await this.empty();
    this.shown = view;
    this.state = { type: view.getViewType() };
    await view.show();
    this.owner.changed(this);
    return view;
  }

  /** With the present path of its file, as the app's views report it. */
  getViewState(): Api.ViewState {
    const moved = this.file === null ? {} : { state: { ...this.state.state, file: this.file.path } };
    return { ...this.state, ...moved, ...(this.pinned ? { pinned: true } : {}) };
  }

  async setViewState(viewState: Api.ViewState): Promise<void> {
    const path = viewState.state?.['file'];
    const view = this.owner.makeView(viewState.type, this);
    if (view === null && typeof path === 'string') {
      await this.openFile({ path });
      return;
    }
    if (view === null) await this.empty();
    else await this.open(view);
    if (view instanceof FileView) {
      await view.setState(viewState.state);
      this.file = view.file;
    }
    this.state = viewState;
    this.owner.changed(this);
  }

  loadIfDeferred(): Promise<void> {
    return Promise.resolve();
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(state?: unknown): void {
    if (this.shown instanceof MarkdownView) this.shown.setEphemeralState(state);
  }

  togglePinned(): void {
    this.setPinned(!this.pinned);
  }

  setPinned(pinned: boolean): void {
    this.pinned = pinned;
    this.trigger('pinned-change', pinned);
  }

  setGroupMember(): never {
    return notImitated('WorkspaceLeaf.setGroupMember');
  }

  setGroup(): never {
    return notImitated('WorkspaceLeaf.setGroup');
  }

  getRoot(): object {
    return this.owner.rootOf(this);
  }

  getContainer(): never {
    return notImitated('WorkspaceLeaf.getContainer');
  }

  detach(): void {
    void this.empty();
    this.owner.closed(this);
  }

  getIcon(): string {
    return this.shown?.getIcon() ?? 'document';
  }

  getDisplayText(): string {
    return this.shown?.getDisplayText() ?? this.file?.basename ?? 'New tab';
  }

  onResize(): void {
    this.shown?.onResize();
  }

  private async showFile(file: TFile): Promise<void> {
    const make = ownViews[file.extension];
    if (make === undefined) return;
    const view = make(this);
    this.shown = view;
    await view.show();
    await view.onLoadFile(file);
  }

  /** Of the host: closes what is open in it. */
  async empty(): Promise<void> {
    const view = this.shown;
    this.shown = null;
    this.file = null;
    this.state = { type: 'empty' };
    await view?.dismiss();
  }
}

/** The app's own views that the host imitates, by the ending of the file. */
const ownViews: Readonly<Record<string, (leaf: WorkspaceLeaf) => FileView>> = {
  md: leaf => new MarkdownView(leaf),
  canvas: leaf => new CanvasView(leaf),
};

function viewTypeOf(file: TFile | null): string {
  const types: Readonly<Record<string, string>> = {
    md: 'markdown',
    canvas: 'canvas',
    base: 'bases',
    pdf: 'pdf',
  };
  return file === null ? 'empty' : (types[file.extension] ?? 'image');
}
