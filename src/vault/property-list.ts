import { sha256 } from '../platform';
import { sortSliced } from '../search/sliced-sort';
import { compareKeys, compareNames } from '../utils/folding';
import type { TimeSlicer } from '../utils/time-slicer';
import type { MetadataReadiness } from './metadata-readiness';
import type { NoteFactsReader } from './note-facts';
import type { PagedQuery, PageFields, Pager } from './paging';
import type { VisibleFiles } from './visible-files';

export interface PropertyQuery extends PagedQuery {
  readonly property?: string | undefined;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
}

export type PropertyType = 'text' | 'list' | 'number' | 'checkbox' | 'date' | 'datetime' | 'object' | 'empty';

export interface PropertyListing extends PageFields {
  properties?: { name: string; types: PropertyType[]; count: number }[];
  values?: { value: unknown; count: number; files: string[] }[];
}

export interface PropertyListParts {
  readonly files: VisibleFiles;
  readonly facts: NoteFactsReader;
  readonly readiness: MetadataReadiness;
  readonly pager: Pager;
  readonly slicer: TimeSlicer;
}

/** Which properties the notes have that one caller may see, and with which values. */
export class PropertyList {
  constructor(private readonly parts: PropertyListParts) {}

  async list(query: PropertyQuery, signal: AbortSignal): Promise<PropertyListing> {
    return query.property === undefined
      ? this.names(query, signal)
      : this.values(query, query.property, signal);
  }

  private async names(query: PropertyQuery, signal: AbortSignal): Promise<PropertyListing> {
    const byName = new Map<string, { types: Set<PropertyType>; count: number }>();
    await this.eachNote(query, signal, (_path, frontmatter) => {
      for (const [name, value] of Object.entries(frontmatter)) {
        let known = byName.get(name);
        if (known === undefined) byName.set(name, (known = { types: new Set(), count: 0 }));
        known.types.add(typeOf(value));
        known.count += 1;
      }
    });
    const rows = [...byName].map(([name, { types, count }]) => ({
      place: placeOf(name, count),
      row: { name, types: [...types].sort(), count },
    }));
    const { page, ...rest } = await this.page(query, rows, signal);
    return { properties: page.map(({ row }) => row), ...rest };
  }

  private async values(
    query: PropertyQuery,
    property: string,
    signal: AbortSignal,
  ): Promise<PropertyListing> {
    const byValue = new Map<string, { value: unknown; files: string[] }>();
    await this.eachNote(query, signal, (path, frontmatter) => {
      if (!Object.hasOwn(frontmatter, property)) return;
      const value = frontmatter[property];
      // Each member of a list is a value of its own, as it is for conditions.
      const members: unknown[] = Array.isArray(value) ? value : [value];
      for (const member of members) {
        const key = JSON.stringify(member);
        const known = byValue.get(key);
        if (known === undefined) byValue.set(key, { value: member, files: [path] });
        else if (known.files.at(-1) !== path) known.files.push(path);
      }
    });
    const rows = [...byValue].map(([key, { value, files }]) => ({
      place: placeOf(key, files.length),
      value,
      files,
    }));
    const { page, ...rest } = await this.page(query, rows, signal);
    const values = page.map(({ value, files }) => ({ value, count: files.length, files: files.sort() }));
    return { values, ...rest };
  }

  private async page<T extends Placed>(query: PropertyQuery, rows: readonly T[], signal: AbortSignal) {
    const turn = this.parts.slicer.slice({ signal });
    return this.parts.pager.page('list_properties', query, {
      items: await sortSliced(rows, (a, b) => comparePlaces(a.place, b.place), turn),
      keyOf: ({ place }) => place,
      compare: ([countA = 0, textA = ''], [countB = 0, textB = '']) =>
        comparePlaces([Number(countA), String(textA)], [Number(countB), String(textB)]),
    });
  }

  private async eachNote(
    query: PropertyQuery,
    signal: AbortSignal,
    visit: (path: string, frontmatter: Readonly<Record<string, unknown>>) => void,
  ): Promise<void> {
    const { files, facts, readiness, slicer } = this.parts;
    const folder = files.folder(query.path ?? '');
    await readiness.wait(signal);
    const turn = slicer.slice({ signal });
    for (const note of await files.notesSliced({ slicer, signal })) {
      const { frontmatter } = facts.of(note);
      if (frontmatter !== undefined && (folder.isRoot() || note.path.startsWith(`${folder.path}/`)))
        visit(note.path, frontmatter);
      if (turn.due()) await turn.pause();
    }
  }
}

type Place = readonly [count: number, text: string];

interface Placed {
  readonly place: Place;
}

/** A cursor carries so much of a text, and a hash of the whole: values can be longer than any cursor. */
const placedText = 500;

function placeOf(text: string, count: number): Place {
  return [-count, text.length <= placedText ? text : `${text.slice(0, placedText)} ${sha256(text)}`];
}

/** Most frequent first. */
function comparePlaces([countA, textA]: Place, [countB, textB]: Place): number {
  return countA - countB || compareNames(textA, textB) || compareKeys(textA, textB);
}

const date = /^\d{4}-\d\d-\d\d$/;
const dateTime = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/;

function typeOf(value: unknown): PropertyType {
  if (value === null || value === undefined || value === '') return 'empty';
  if (Array.isArray(value)) return 'list';
  if (typeof value === 'number') return 'number';
  if (typeof value === 'boolean') return 'checkbox';
  if (typeof value !== 'string') return 'object';
  if (date.test(value)) return 'date';
  return dateTime.test(value) ? 'datetime' : 'text';
}
