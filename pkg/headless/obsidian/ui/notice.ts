import type * as Api from 'obsidian';
import { ambient } from '../ambient';
import { addDiv, currentDocument, newElement, openingDocument } from '../dom/dom';

/** How long the app shows a notice, milliseconds (assumed). */
const defaultDuration = 4000;

interface NoticeElements {
  readonly container: HTMLElement;
  readonly message: HTMLElement;
}

/** Goes to the host's log, and onto the page of the active window (assumed), if there is one. */
export class Notice implements Api.Notice {
  private drawn: NoticeElements | undefined;

  constructor(message: string | DocumentFragment, duration = defaultDuration) {
    this.setMessage(message);
    const document = openingDocument();
    if (document === undefined) return;
    const place = document.querySelector('.notice-container') ?? document.body.createDiv('notice-container');
    place.appendChild(this.containerEl);
    if (duration > 0) keepNothingAlive(setTimeout(() => this.hide(), duration));
  }

  get containerEl(): HTMLElement {
    return this.elements.container;
  }

  get messageEl(): HTMLElement {
    return this.elements.message;
  }

  /** The older name of `messageEl`. */
  get noticeEl(): HTMLElement {
    return this.messageEl;
  }

  setMessage(message: string | DocumentFragment): this {
    if (currentDocument() !== undefined) this.messageEl.setText(message);
    ambient().notices?.(typeof message === 'string' ? message : message.textContent);
    return this;
  }

  hide(): void {
    this.drawn?.container.detach();
  }

  private get elements(): NoticeElements {
    if (this.drawn === undefined) {
      const container = newElement('div', 'notice');
      this.drawn = { container, message: addDiv(container, 'notice-message') };
    }
    return this.drawn;
  }
}

/** A notice does not keep the process alive; in a browser, timers are numbers. */
function keepNothingAlive(timer: ReturnType<typeof setTimeout> | number): void {
  if (typeof timer !== 'number') timer.unref();
}
