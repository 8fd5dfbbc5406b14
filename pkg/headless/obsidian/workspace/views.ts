import type * as Api from 'obsidian';
import { Component } from '../core/component';
import { addDiv, addElement, newElement } from '../dom/dom';
import { setIcon } from '../dom/icons';
import type { App } from '../app';
import type { WorkspaceLeaf } from './workspace-leaf';

export abstract class View extends Component {
  readonly app: App;
  icon = '';
  navigation = false;
  readonly containerEl: HTMLElement = newElement('div', 'workspace-leaf-content');
  readonly scope: Api.Scope | null = null;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
  }

  /** Opens the view; the leaf calls it. */
  async show(): Promise<void> {
    this.load();
    await this.onOpen();
  }

  async dismiss(): Promise<void> {
    await this.onClose();
    this.unload();
  }

  abstract getViewType(): string;
  abstract getDisplayText(): string;

  protected onOpen(): Promise<void> {
    return Promise.resolve();
  }

  protected onClose(): Promise<void> {
    return Promise.resolve();
  }

  getState(): Record<string, unknown> {
    return {};
  }

  setState(state?: unknown): Promise<void>;
  setState(): Promise<void> {
    // For subclasses, which take the state.
    return Promise.resolve();
  }

  getEphemeralState(): Record<string, unknown> {
    return {};
  }

  setEphemeralState(): void {
    // For subclasses.
  }

  getIcon(): string {
    return this.icon;
  }

  onResize(): void {
    // For subclasses.
  }

  onPaneMenu(): void {
    // For subclasses.
  }
}

export abstract class ItemView extends View {
  readonly contentEl: HTMLElement;
  private readonly actionsEl: HTMLElement;

  constructor(leaf: WorkspaceLeaf) {
    super(leaf);
    this.actionsEl = addDiv(addDiv(this.containerEl, 'view-header'), 'view-actions');
    this.contentEl = addDiv(this.containerEl, 'view-content');
  }

  addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const action = addElement(this.actionsEl, 'button', { cls: 'clickable-icon view-action', title });
    setIcon(action, icon);
    action.addEventListener('click', callback);
    return action;
  }
}
