import type * as Api from 'obsidian';
import { Component } from '../core/component';
import { addDiv, addElement, newElement } from '../dom/dom';
import { setIcon } from '../dom/icons';
import type { App } from '../app';
import type { WorkspaceLeaf } from './workspace-leaf';

interface ViewElements {
  readonly container: HTMLElement;
  readonly actions: HTMLElement;
  readonly content: HTMLElement;
}

export abstract class View extends Component {
  readonly app: App;
  icon = '';
  navigation = false;
  readonly scope: Api.Scope | null = null;
  private made: ViewElements | undefined;

  constructor(readonly leaf: WorkspaceLeaf) {
    super();
    this.app = leaf.app;
  }

  /** Made on demand: without a document, a note's view still has its text. */
  get containerEl(): HTMLElement {
    return this.elements.container;
  }

  protected get elements(): ViewElements {
    return (this.made ??= this.makeElements());
  }

  protected makeElements(): ViewElements {
    const container = newElement('div', 'workspace-leaf-content');
    return { container, actions: container, content: container };
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
  get contentEl(): HTMLElement {
    return this.elements.content;
  }

  addAction(icon: string, title: string, callback: (event: MouseEvent) => unknown): HTMLElement {
    const action = addElement(this.elements.actions, 'button', { cls: 'clickable-icon view-action', title });
    setIcon(action, icon);
    action.addEventListener('click', callback);
    return action;
  }

  protected override makeElements(): ViewElements {
    const { container } = super.makeElements();
    const actions = addDiv(addDiv(container, 'view-header'), 'view-actions');
    return { container, actions, content: addDiv(container, 'view-content') };
  }
}
