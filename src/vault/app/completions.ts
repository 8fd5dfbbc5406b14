import type { TFile } from 'obsidian';
import { unlessRefused } from '../../errors';
import { compareKeys, foldPath, nameKey } from '../../utils/text/folding';
import { foldTag } from '../../utils/properties/property-names';
import { contains } from '../../utils/text/text-search';
import { forEachInTurn } from '../../utils/slicing/time-slicer';
import type { CallerContext } from '../caller-context';
import type { CompletionKind } from './prompt-notes';

/** Values that complete the typed text; the best first, at most a hundred. */
interface Completion {
  readonly values: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

const maxValues = 100;
const maxTypedLength = 300;

interface Typed {
  readonly value: string;
  readonly path?: string | undefined;
}

const noCompletion: Completion = { values: [], total: 0, hasMore: false };

/** Completes what a user types, from what the caller may see. */
export class Completions {
  constructor(private readonly context: CallerContext) {}

  async of(kind: CompletionKind, typed: Typed, signal: AbortSignal): Promise<Completion> {
    if (typed.value.length > maxTypedLength) return noCompletion;
    if (kind === 'path') return this.paths(typed.value, signal);
    if (kind === 'tag') return this.tags(typed.value, signal);
    if (kind === 'property') return this.properties(typed.value, signal);
    return this.headings(typed, signal);
  }

  private async paths(value: string, signal: AbortSignal): Promise<Completion> {
    const { files, slicer } = this.context;
    const notes = await files.notesSliced({ slicer, signal });
    const paths = notes.map(({ path }) => path);
    return this.matching(paths, value, signal);
  }

  /** Tags of the visible notes, in their spelling: the index of all notes knows spellings of hidden ones. */
  private async tags(value: string, signal: AbortSignal): Promise<Completion> {
    const byKey = new Map<string, string>();
    await this.eachNote(signal, note => {
      for (const tag of this.context.facts.of(note).tags) {
        const key = foldTag(tag);
        const known = byKey.get(key);
        if (known === undefined || tag < known) byKey.set(key, tag);
      }
    });
    return this.matching([...byKey.values()], value.startsWith('#') ? value.slice(1) : value, signal);
  }

  private async properties(value: string, signal: AbortSignal): Promise<Completion> {
    const names = new Set<string>();
    await this.eachNote(signal, note => {
      for (const name of Object.keys(this.context.facts.of(note).frontmatter ?? {})) names.add(name);
    });
    return this.matching([...names], value, signal);
  }

  private async eachNote(signal: AbortSignal, visit: (note: TFile) => void): Promise<void> {
    const { files, readiness, slicer } = this.context;
    await readiness.wait(signal);
    const loop = { slicer, signal };
    await forEachInTurn(await files.notesSliced(loop), loop, visit);
  }

  private async headings({ value, path }: Typed, signal: AbortSignal): Promise<Completion> {
    // A partly typed path is no error.
    const file = path === undefined ? undefined : unlessRefused(() => this.context.files.note(path).path);
    if (file === undefined) return noCompletion;
    const { headings } = await this.context.outlines.of(file, signal);
    const texts = headings.map(({ heading }) => heading);
    return this.matching(texts, value, signal);
  }

  /** Values that begin with the text, then those with a part that begins with it, then those that contain it. */
  private async matching(all: readonly string[], typed: string, signal: AbortSignal): Promise<Completion> {
    const wanted = foldPath(typed);
    const found: { value: string; rank: number; key: string }[] = [];
    await forEachInTurn(all, { slicer: this.context.slicer, signal }, value => {
      const rank = rankOf(foldPath(value), wanted);
      if (rank !== undefined) found.push({ value, rank, key: nameKey(value) });
    });
    const sorted = found.sort((a, b) => a.rank - b.rank || compareKeys(a.key, b.key));
    const values = sorted.slice(0, maxValues).map(({ value }) => value);
    return { values, total: found.length, hasMore: found.length > values.length };
  }
}

function rankOf(folded: string, wanted: string): number | undefined {
  if (folded.startsWith(wanted)) return 0;
  if (!contains(folded, wanted)) return undefined;
  return contains(folded, `/${wanted}`) ? 1 : 2;
}
