import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { scanStructure } from '../../markdown/structure/scan-structure';
import { allTags } from '../../markdown/tags';
import { finish } from '../../utils/slicing/steps';
import { drive, type SliceTurn } from '../../utils/slicing/time-slicer';
import type { NoteText, StoredNote } from '../index/stored-note';
import type { TextStore } from '../index/text-store';
import type { ConditionNote, PlacedCondition } from '../plan/compiled-query';
import type { SearchText } from '../text/search-text';

/** Facts about notes other than their texts; missing ones are read from the texts. */
export interface FactSource {
  /** With or without `#`. */
  readonly tagsOf?: ((path: string) => readonly string[]) | undefined;
  readonly propertiesOf?: ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** What a query asks of notes beside their words. */
export class NoteFilter {
  /** Paths of notes with a value that was too long for a pattern. */
  readonly incomplete = new Set<string>();
  readonly #ofPath: readonly PlacedCondition[];
  readonly #others: readonly PlacedCondition[];

  constructor(
    private readonly store: TextStore,
    conditions: readonly PlacedCondition[],
    private readonly facts: FactSource,
  ) {
    this.#ofPath = conditions.filter(({ reads }) => reads === 'path');
    this.#others = conditions.filter(({ reads }) => reads !== 'path');
  }

  passesPath(note: StoredNote): boolean {
    if (this.#ofPath.length === 0) return true;
    const asked = this.#asked(note, undefined);
    return this.#ofPath.every(condition => finish(condition.holdsOf(asked)));
  }

  /** Whether it has the tags, the properties and the parts that are asked for. */
  async passesFacts(note: StoredNote, turn: SliceTurn): Promise<boolean> {
    for (const condition of this.#others) if (!(await this.#meets(note, condition, turn))) return false;
    return true;
  }

  async #meets(note: StoredNote, condition: PlacedCondition, turn: SliceTurn): Promise<boolean> {
    const { tagsOf, propertiesOf } = this.facts;
    const readsText = condition.reads === 'text' || tagsOf === undefined || propertiesOf === undefined;
    const text = readsText ? (note.text ?? (await this.store.textOf(note, turn))) : undefined;
    if (readsText && text === undefined) return false;
    return drive(condition.holdsOf(this.#asked(note, text)), turn);
  }

  #asked(note: StoredNote, text: NoteText | undefined): NoteFacts {
    return new NoteFacts(note, text, this.facts, () => this.incomplete.add(note.path));
  }
}

/** One note, whose tags and properties are computed on access. */
class NoteFacts implements ConditionNote {
  constructor(
    private readonly note: StoredNote,
    readonly text: NoteText | undefined,
    private readonly facts: FactSource,
    readonly onCut: () => void,
  ) {}

  get path(): string {
    return this.note.path;
  }

  get title(): SearchText {
    return this.note.title;
  }

  get tags(): readonly string[] {
    return this.facts.tagsOf?.(this.path) ?? tagsIn(this.text?.original ?? '');
  }

  get properties(): Readonly<Record<string, unknown>> {
    const { propertiesOf } = this.facts;
    const found =
      propertiesOf === undefined ? readFrontmatter(this.text?.original ?? '') : propertiesOf(this.path);
    return found ?? {};
  }
}

function tagsIn(text: string): string[] {
  const tags = scanStructure(text).tags.map(({ start, end }) => ({ tag: text.slice(start, end) }));
  return allTags({ frontmatter: readFrontmatter(text), tags });
}
