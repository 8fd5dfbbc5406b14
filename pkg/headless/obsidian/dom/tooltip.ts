/** The app shows its own tooltip for `aria-label`. */
export function setTooltip(el: HTMLElement, tooltip: string): void {
  el.setAttr('aria-label', tooltip);
}

export function displayTooltip(newTargetEl: HTMLElement, content: string | DocumentFragment): void {
  setTooltip(newTargetEl, typeof content === 'string' ? content : content.textContent);
}
