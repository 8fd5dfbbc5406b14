/**
 * A text counts when it is complete: half a number or half a folder rule must not hold while somebody types. It is
 * complete when its field is left, and also when the field goes away.
 */
const mark = 'data-lectern-typed';

/** Lets `keepTyped` find what was typed into the field and not yet confirmed. */
export function followTyping(input: HTMLInputElement | HTMLTextAreaElement): void {
  input.addEventListener('input', () => input.setAttr(mark, true));
  input.addEventListener('change', () => input.removeAttribute(mark));
}

/** Confirms what was typed into the fields of an element, which are about to go away. */
export function keepTyped(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLElement>(`[${mark}]`)) field.trigger('change');
}
