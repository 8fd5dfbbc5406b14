import { parseNote } from '../../markdown/structure/scan-structure';
import type { NoteStructure } from '../../markdown/structure/note-structure';

/** UTF-16 units: parsing a shorter note again is cheaper than caching its structure. */
const shortText = 65_536;
/** Of all structures that are kept, in bytes, see `weightOf`: beyond that only the last one is. */
const maxBytes = 16_000_000;

/** Caches the structures of large notes by version, so that a note that is read in parts is parsed once. */
export class NoteStructures {
  /** The last one is the most recently used. */
  private readonly kept = new Map<string, { readonly structure: NoteStructure; readonly bytes: number }>();
  private bytes = 0;

  /** @throws ToolFailure `too_large` for a note with more text, lines or parts than `limits.ts` allows */
  of({ text, versionId }: { readonly text: string; readonly versionId: string }): NoteStructure {
    if (text.length < shortText) return parseNote(text);
    const known = this.kept.get(versionId);
    const structure = known?.structure ?? parseNote(text);
    this.keep(versionId, structure);
    return structure;
  }

  private keep(versionId: string, structure: NoteStructure): void {
    this.forget(versionId);
    const bytes = weightOf(structure);
    this.kept.set(versionId, { structure, bytes });
    this.bytes += bytes;
    for (const oldest of this.kept.keys()) {
      if (this.bytes <= maxBytes || oldest === versionId) return;
      this.forget(oldest);
    }
  }

  private forget(versionId: string): void {
    this.bytes -= this.kept.get(versionId)?.bytes ?? 0;
    this.kept.delete(versionId);
  }
}

/** Its approximate memory in bytes. */
function weightOf(structure: NoteStructure): number {
  const lists = Object.values(structure).filter(value => Array.isArray(value));
  return structure.lineStarts.byteLength + 80 * lists.reduce((sum, { length }) => sum + length, 0);
}
