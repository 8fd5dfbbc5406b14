import type { App } from '../app';
import { ButtonComponent } from '../components/button';
import { addDiv, addElement, newElement, openingDocument } from '../dom/dom';
import { notImitated } from '../core/strict';

export class Modal {
  readonly containerEl: HTMLElement;
  readonly modalEl: HTMLElement;
  readonly titleEl: HTMLElement;
  readonly contentEl: HTMLElement;
  shouldRestoreSelection = true;
  private isOpen = false;
  private closed: (() => unknown) | undefined;

  constructor(readonly app: App) {
    this.containerEl = newElement('div', 'modal-container mod-dim');
    const background = addDiv(this.containerEl, 'modal-bg');
    this.modalEl = addDiv(this.containerEl, 'modal');
    const cross = addDiv(this.modalEl, 'modal-close-button');
    this.titleEl = addDiv(addDiv(this.modalEl, 'modal-header'), 'modal-title');
    this.contentEl = addDiv(this.modalEl, 'modal-content');
    for (const element of [background, cross]) element.addEventListener('click', () => this.close());
    this.containerEl.addEventListener('keydown', event => {
      if (event.key === 'Escape') this.close();
    });
  }

  get scope(): never {
    return notImitated('Modal.scope');
  }

  open(): void {
    if (this.isOpen) return;
    this.isOpen = true;
    openingDocument()?.body.appendChild(this.containerEl);
    void this.onOpen();
  }

  close(): void {
    if (!this.isOpen) return;
    this.isOpen = false;
    this.containerEl.detach();
    this.onClose();
    this.closed?.();
  }

  onOpen(): unknown {
    return undefined;
  }

  onClose(): void {
    // For subclasses.
  }

  setTitle(title: string): this {
    this.titleEl.setText(title);
    return this;
  }

  setContent(content: string | DocumentFragment): this {
    this.contentEl.setText(content);
    return this;
  }

  setCloseCallback(callback: () => unknown): this {
    this.closed = callback;
    return this;
  }
}

/** Closes its modal after the listener, unless that returns a truthy value. */
export class ConfirmationButton extends ButtonComponent {
  private handler: ((event: MouseEvent) => unknown) | undefined;

  constructor(
    containerEl: HTMLElement,
    private readonly close: () => void,
  ) {
    super(containerEl);
  }

  override onClick(handler: (event: MouseEvent) => unknown): this {
    this.handler = handler;
    return this;
  }

  setInitialFocus(): this {
    this.buttonEl.setAttr('autofocus', 'true');
    return this;
  }

  setSecondary(): this {
    return this.setClass('mod-secondary');
  }

  setCancel(): this {
    return this.setClass('mod-cancel');
  }

  protected override async clicked(event: MouseEvent): Promise<void> {
    if (this.disabled) return;
    const staysOpen: unknown = await this.handler?.(event);
    if (staysOpen !== true) this.close();
  }
}

export class ConfirmationModal extends Modal {
  readonly buttonContainerEl: HTMLElement;

  constructor(app: App) {
    super(app);
    this.modalEl.addClass('mod-confirmation');
    this.buttonContainerEl = addDiv(this.modalEl, 'modal-button-container');
  }

  addClass(cls: string): this {
    this.modalEl.addClass(cls);
    return this;
  }

  addCheckbox(label: string, cb: (value: boolean) => unknown): this {
    const row = addElement(this.buttonContainerEl, 'label', 'mod-checkbox');
    const box = addElement(row, 'input', { type: 'checkbox' });
    addElement(row, 'span', { text: label });
    box.addEventListener('change', () => cb(box.checked));
    return this;
  }

  addButton(cb: (button: ConfirmationButton) => unknown): this {
    cb(new ConfirmationButton(this.buttonContainerEl, () => this.close()));
    return this;
  }

  addCancelButton(text = 'Cancel'): this {
    return this.addButton(button => button.setButtonText(text).setCancel());
  }
}
