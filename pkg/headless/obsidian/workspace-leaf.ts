import type * as Api from 'obsidian';
import { Events } from './events';
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

/** A leaf has the state of what is open in it; a note's view itself is not imitated. */
export class WorkspaceLeaf extends Events implements Omit<Api.WorkspaceLeaf, 'open' | 'view'> {
  static {
    guardMembers(this);
  }

  readonly hoverPopover = null;
  /** The note that is open in it. */
  file: TFile | null = null;
  private customView: View | null = null;
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

  /** The plugin's own view. */
  get view(): View {
    return this.customView ?? notImitated('WorkspaceLeaf.view of a note');
  }

  get isDeferred(): boolean {
    return false;
  }

  viewOrNull(): View | null {
    return this.customView;
  }

  async openFile(file: { readonly path: string }, openState?: Api.OpenViewState): Promise<void> {
    const found = this.app.vault.getFileByPath(file.path);
    await this.close();
    this.file = found;
    this.state = { type: viewTypeOf(found), state: { ...openState?.state, file: file.path } };
    this.owner.changed(this);
  }

  async open(view: View): Promise<View> {
    await this.close();
    this.customView = view;
    this.state = { type: view.getViewType() };
    await view.show();
    this.owner.changed(this);
    return view;
  }

  getViewState(): Api.ViewState {
    return { ...this.state, ...(this.pinned ? { pinned: true } : {}) };
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

  setEphemeralState(): void {
    // Scroll and cursor: nothing shows them.
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
    return this.customView?.getIcon() ?? 'document';
  }

  getDisplayText(): string {
    return this.customView?.getDisplayText() ?? this.file?.basename ?? 'New tab';
  }

  onResize(): void {
    this.customView?.onResize();
  }

  private async close(): Promise<void> {
    const view = this.customView;
    this.customView = null;
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
