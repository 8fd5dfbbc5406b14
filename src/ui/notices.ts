import { Notice } from 'obsidian';

/** Tells the user something, in words for a person. */
export function notify(message: string): void {
  new Notice(`Lectern: ${message}`);
}
