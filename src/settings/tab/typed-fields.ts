/**
 * Saves text only when it is complete: part of a number or folder rule must not apply while the user types.
 * It is complete when its field loses focus, and also when the field is removed.
 */
const mark = 'data-lectern-typed';

/** Lets `confirmTypedText` find unconfirmed text in the field. */
export function followTyping(input: HTMLInputElement | HTMLTextAreaElement): void {
  input.addEventListener('input', () => input.setAttr(mark, true));
  input.addEventListener('change', () => input.removeAttribute(mark));
}

/** Confirms the text in the fields of an element that is about to be removed. */
export function confirmTypedText(element: HTMLElement): void {
  for (const field of element.querySelectorAll<HTMLElement>(`[${mark}]`)) field.trigger('change');
}
