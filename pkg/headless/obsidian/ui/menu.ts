import { Component } from '../core/component';
import { addDiv, newElement, openingDocument } from '../dom/dom';
import { setIcon } from '../dom/icons';

export class MenuItem {
  /** Of the host: the row. */
  readonly dom: HTMLElement;
  private readonly titleEl: HTMLElement;
  private readonly iconEl: HTMLElement;
  private isDisabled = false;

  constructor(private readonly menu: Menu) {
    this.dom = newElement('div', 'menu-item');
    this.iconEl = addDiv(this.dom, 'menu-item-icon');
    this.titleEl = addDiv(this.dom, 'menu-item-title');
  }

  setTitle(title: string | DocumentFragment): this {
    this.titleEl.setText(title);
    return this;
  }

  setIcon(icon: string | null): this {
    this.iconEl.empty();
    if (icon !== null) setIcon(this.iconEl, icon);
    return this;
  }

  setChecked(checked: boolean | null): this {
    this.dom.toggleClass('mod-checked', checked === true);
    return this;
  }

  setDisabled(disabled: boolean): this {
    this.isDisabled = disabled;
    this.dom.toggleClass('is-disabled', disabled);
    return this;
  }

  setWarning(isWarning: boolean): this {
    this.dom.toggleClass('is-warning', isWarning);
    return this;
  }

  setIsLabel(isLabel: boolean): this {
    this.dom.toggleClass('is-label', isLabel);
    return this;
  }

  setSection(section: string): this {
    this.dom.setAttr('data-section', section);
    return this;
  }

  onClick(callback: (event: MouseEvent) => unknown): this {
    this.dom.addEventListener('click', event => {
      if (this.isDisabled) return;
      this.menu.hide();
      callback(event);
    });
    return this;
  }
}

export class Menu extends Component {
  /** Of the host: the menu. */
  readonly dom: HTMLElement = newElement('div', 'menu');
  private hidden: (() => unknown) | undefined;

  setNoIcon(): this {
    this.dom.addClass('mod-no-icon');
    return this;
  }

  setUseNativeMenu(): this {
    return this;
  }

  setParentElement(): this {
    return this;
  }

  addItem(cb: (item: MenuItem) => unknown): this {
    const item = new MenuItem(this);
    this.dom.appendChild(item.dom);
    cb(item);
    return this;
  }

  addSeparator(): this {
    addDiv(this.dom, 'menu-separator');
    return this;
  }

  showAtMouseEvent(event: MouseEvent): this {
    return this.showAtPosition({ x: event.clientX, y: event.clientY });
  }

  showAtPosition({ x, y }: { x: number; y: number }): this {
    const opening = openingDocument();
    opening?.body.appendChild(this.dom);
    // At the edge of the window it would be as narrow as the space there: it is measured at the other edge.
    this.dom.setAttr('style', `left: 0px; top: ${y}px`);
    const widest = opening?.documentElement.clientWidth ?? 0;
    const left = Math.max(0, Math.min(x, widest - this.dom.offsetWidth));
    this.dom.setAttr('style', `left: ${left}px; top: ${y}px`);
    this.load();
    return this;
  }

  hide(): this {
    this.dom.detach();
    this.unload();
    this.hidden?.();
    return this;
  }

  close(): void {
    this.hide();
  }

  onHide(callback: () => unknown): void {
    this.hidden = callback;
  }
}
