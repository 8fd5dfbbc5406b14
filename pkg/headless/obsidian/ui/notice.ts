import type * as Api from 'obsidian';
import { ambient } from '../ambient';
import { addDiv, currentDocument, newElement } from '../dom/dom';

/** How long the app shows a notice, milliseconds (assumed). */
const defaultDuration = 4000;

/** Goes to the host's log, and onto the page where there is one. */
export class Notice implements Api.Notice {
  readonly containerEl: HTMLElement;
  readonly messageEl: HTMLElement;

  constructor(message: string | DocumentFragment, duration = defaultDuration) {
    this.containerEl = newElement('div', 'notice');
    this.messageEl = addDiv(this.containerEl, 'notice-message');
    this.setMessage(message);
    const document = currentDocument();
    if (document === undefined) return;
    const place = document.querySelector('.notice-container') ?? document.body.createDiv('notice-container');
    place.appendChild(this.containerEl);
    if (duration > 0) setTimeout(() => this.hide(), duration);
  }

  /** The older name of `messageEl`. */
  get noticeEl(): HTMLElement {
    return this.messageEl;
  }

  setMessage(message: string | DocumentFragment): this {
    this.messageEl.setText(message);
    ambient().notices?.(typeof message === 'string' ? message : message.textContent);
    return this;
  }

  hide(): void {
    this.containerEl.detach();
  }
}
