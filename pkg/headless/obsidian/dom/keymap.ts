import type * as Api from 'obsidian';

/** Which modifier keys an event came with. Scopes get no keys here. */
export class Keymap {
  static isModifier(event: MouseEvent | TouchEvent | KeyboardEvent, modifier: Api.Modifier): boolean {
    if (modifier === 'Shift') return event.shiftKey;
    if (modifier === 'Alt') return event.altKey;
    if (modifier === 'Meta') return event.metaKey;
    return modifier === 'Mod' && process.platform === 'darwin' ? event.metaKey : event.ctrlKey;
  }

  /** By the typings: Mod opens a tab, with Alt a split, with Alt and Shift a window; so does the middle button. */
  static isModEvent(event?: Api.UserEvent | null): Api.PaneType | boolean {
    if (event === undefined || event === null) return false;
    if ('button' in event && event.button === 1) return 'tab';
    if (!Keymap.isModifier(event, 'Mod')) return false;
    if (!event.altKey) return 'tab';
    return event.shiftKey ? 'window' : 'split';
  }

  pushScope(): void {
    // There are no key events.
  }

  popScope(): void {
    // There are no key events.
  }
}
