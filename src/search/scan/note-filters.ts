import { readFrontmatter } from '../../markdown/frontmatter/frontmatter';
import { scanStructure } from '../../markdown/structure/scan-structure';
import { allTags } from '../../markdown/tags';
import { foldTag, tagCovers } from '../../utils/properties/tags';
import type { Steps } from '../../utils/slicing/steps';
import { lastName } from '../../utils/text/path-parts';
import { contains } from '../../utils/text/text-search';
import type { NoteText } from '../store/note-text';
import type { ConditionNote } from '../query/conditions/note-condition';
import type { SearchText } from '../text/search-text';
import type { FilterTerm, CompiledQuery } from '../query/compiled-query';
import type { StoredNote } from '../store/stored-note';
import type { TextFolder } from '../text/folded-text';

/** Facts about notes other than their texts; missing ones are read from the texts. */
export interface FactSource {
  /** With or without `#`. */
  readonly tagsOf?: ((path: string) => readonly string[]) | undefined;
  readonly propertiesOf?: ((path: string) => Readonly<Record<string, unknown>> | undefined) | undefined;
}

/** Whether a note passes the filters on its path. */
export function passesByPath(note: StoredNote, filters: readonly FilterTerm[], folder: TextFolder): boolean {
  return filters.every(({ key, value, isExcluded }) => {
    if (key === 'tag') return true;
    const subject = key === 'path' ? `/${folder.fold(note.path).folded}` : fileName(note, folder);
    return contains(subject, value) !== isExcluded;
  });
}

/** Whether a note passes the conditions on tags and properties, and on the note as a whole. */
export function* passesByFacts(
  note: StoredNote,
  text: NoteText,
  { filters, conditions }: CompiledQuery,
  facts: FactSource,
): Steps<boolean> {
  const asked = new NoteFacts(note, text, facts);
  const wanted = filters.filter(({ key }) => key === 'tag');
  if (wanted.length > 0) {
    const tags = asked.tags.map(foldTag);
    const passes = wanted.every(
      ({ value, isExcluded }) => tags.some(tag => tagCovers(value, tag)) !== isExcluded,
    );
    if (!passes) return false;
  }
  for (const condition of conditions) if (!(yield* condition.holdsOf(asked))) return false;
  return true;
}

/** One note, whose tags and properties are computed on access. */
class NoteFacts implements ConditionNote {
  constructor(
    private readonly note: StoredNote,
    readonly text: NoteText,
    private readonly facts: FactSource,
  ) {}

  get path(): string {
    return this.note.path;
  }

  get title(): SearchText {
    return this.note.title;
  }

  get tags(): readonly string[] {
    const { tagsOf } = this.facts;
    return tagsOf === undefined ? tagsIn(this.text) : tagsOf(this.path);
  }

  get properties(): Readonly<Record<string, unknown>> {
    const { propertiesOf } = this.facts;
    const found = propertiesOf === undefined ? readFrontmatter(this.text.original) : propertiesOf(this.path);
    return found ?? {};
  }
}

function fileName(note: StoredNote, folder: TextFolder): string {
  return folder.fold(lastName(note.path)).folded;
}

function tagsIn({ original }: NoteText): string[] {
  const tags = scanStructure(original).tags.map(({ start, end }) => ({ tag: original.slice(start, end) }));
  return allTags({ frontmatter: readFrontmatter(original), tags });
}
