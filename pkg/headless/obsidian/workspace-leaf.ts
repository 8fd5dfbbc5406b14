import type * as Api from 'obsidian';
import { Events } from './events';
import { MarkdownView } from './file-views';
import type { TFile } from './files';
import { guardMembers, notImitated } from './strict';
import type { App } from './app';
import type { View } from './views';

/** What a leaf tells the workspace that it lies in. */
export interface LeafOwner {
  changed(leaf: WorkspaceLeaf): void;
  closed(leaf: WorkspaceLeaf): void;
  makeView(type: string, leaf: WorkspaceLeaf): View | null;
}

/** A leaf has the state of what is open in it; of the app's own views it makes those of notes. */
export class WorkspaceLeaf extends Events implements Omit<Api.WorkspaceLeaf, 'open' | 'view'> {
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
    await this.close();
    this.file = found;
    this.state = { type: viewTypeOf(found), state: { ...openState?.state, file: file.path } };
    if (found?.extension === 'md') await this.showNote(found);
    this.setEphemeralState(openState?.eState);
    this.owner.changed(this);
  }

  /** Of the host: its file is gone. The leaf stays, empty (assumed). */
  forget(file: object): void {
    if (this.file === file) void this.close();
  }

  async open(view: View): Promise<View> {
    await this.close();
    this.shown = view;
    this.state = { type: view.getViewType() };
    await view.show();
    this.owner.changed(this);
    return view;
  }

  /** With the path that its file has now, as the app's views tell it. */
  getViewState(): Api.ViewState {
    const moved = this.file === null ? {} : { state: { ...this.state.state, file: this.file.path } };
    return { ...this.state, ...moved, ...(this.pinned ? { pinned: true } : {}) };
  }

  async setViewState(viewState: Api.ViewState): Promise<void> {
    const path = viewState.state?.['file'];
    if (typeof path === 'string') {
      await this.openFile({ path });
      return;
    }
    const view = this.owner.makeView(viewState.type, this);
    if (view === null) await this.close();
    else await this.open(view);
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

  getRoot(): never {
    return notImitated('WorkspaceLeaf.getRoot');
  }

  getContainer(): never {
    return notImitated('WorkspaceLeaf.getContainer');
  }

  detach(): void {
    void this.close();
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

  private async showNote(file: TFile): Promise<void> {
    const view = new MarkdownView(this);
    this.shown = view;
    await view.show();
    await view.onLoadFile(file);
  }

  private async close(): Promise<void> {
    const view = this.shown;
    this.shown = null;
    this.file = null;
    this.state = { type: 'empty' };
    await view?.dismiss();
  }
}

function viewTypeOf(file: TFile | null): string {
  const types: Readonly<Record<string, string>> = {
    md: 'markdown',
    canvas: 'canvas',
    base: 'bases',
    pdf: 'pdf',
  };
  return file === null ? 'empty' : (types[file.extension] ?? 'image');
}
