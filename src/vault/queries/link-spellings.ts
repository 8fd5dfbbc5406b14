import type { TFile } from 'obsidian';
import { isLinkText } from '../../utils/properties/link-values';
import type { NoteFields } from './note-fields';

/** Gives all wikilinks to one target in property values the same spelling: the first that was found. */
export class LinkSpellings {
  private readonly first = new Map<string, string>();

  constructor(private readonly fields: NoteFields) {}

  /** @param note the note with the value; links are resolved from it */
  of<Value>(value: Value, note: TFile): Value | string {
    if (!isLinkText(value)) return value;
    const target = this.fields.linkTarget(value, note);
    if (target === undefined) return value;
    const spelling = this.first.get(target);
    if (spelling === undefined) this.first.set(target, value);
    return spelling ?? value;
  }
}
