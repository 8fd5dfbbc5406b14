/**
 * Text is saved when it is complete: half a number or half a folder rule must not apply while the user types. It is
 * complete when its field loses the focus, and also when the field is removed.
 */
const mark = 'data-lectern-typed';

/** Lets `keepTyped` find text that was typed into the field and not yet confirmed. */
export function followTyping(input: HTMLInputElement | HTMLTextAreaElement): void {
  input.addEventListener('input', () => input.setAttr(mark, true));
  input.addEventListener('change', () => input.removeAttribute(mark));
}

/** Confirms what was typed into the fields of an element that is about to be removed. */
export function keepTyped(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLElement>(`[${mark}]`)) field.trigger('change');
}
