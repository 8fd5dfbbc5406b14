import { countUp, getOrInsert, itemAt } from '../../../utils/collections';
import type { TFile } from 'obsidian';
import type { CallerContext } from '../../caller-context';
import { sha256 } from '../../../platform';
import { atOrBelow } from '../../access/visible-folders';
import { compareKeys, compareNames, nameKey } from '../../../utils/text/folding';
import { quoted } from '../../../utils/text/pieces';
import { propertyKey, propertyName } from '../../../utils/properties/property-names';
import type { Asked, Hinted } from '../../hints/hints';
import { LinkSpellings } from '../note-fields';
import type { PagedQuery, PageFields } from '../../paging';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';

interface PropertyQuery extends PagedQuery {
  readonly property?: string | undefined;
  /** Only notes below this folder. */
  readonly path?: string | undefined;
}

type PropertyType = 'text' | 'list' | 'number' | 'checkbox' | 'date' | 'datetime' | 'object' | 'empty';

interface PropertyListing extends PageFields, Hinted {
  /** Ignores case: `name` is the most frequent spelling; `spellings` lists all if there are several. */
  properties?: { name: string; types: PropertyType[]; count: number; spellings?: string[] }[];
  values?: { value: unknown; count: number; files: string[] }[];
}

/** The properties of the notes that one caller may see, with their values. */
export class PropertyList {
  constructor(private readonly context: CallerContext) {}

  async list(query: PropertyQuery, signal: AbortSignal): Promise<PropertyListing> {
    return query.property === undefined
      ? this.names(query, signal)
      : this.values(query, query.property, signal);
  }

  private async names(query: PropertyQuery, signal: AbortSignal): Promise<PropertyListing> {
    const byName = new Map<string, NameCount>();
    const folder = await this.eachNote(query, signal, (_note, frontmatter) => {
      const counted = new Set<string>();
      for (const [name, value] of Object.entries(frontmatter)) {
        const key = propertyKey(name);
        const known = getOrInsert(byName, key, (): NameCount => ({
          types: new Set(),
          count: 0,
          spellings: new Map(),
        }));
        known.types.add(typeOf(value));
        countUp(known.spellings, name);
        if (!counted.has(key)) known.count += 1;
        counted.add(key);
      }
    });
    const rows = [...byName.values()].map(({ types, count, spellings }) => {
      const names = [...spellings].sort(([a, x], [b, y]) => y - x || compareKeys(a, b)).map(([name]) => name);
      const name = itemAt(names, 0);
      const row = { name, types: [...types].sort(), count };
      return { place: placeOf(count, name), row: names.length > 1 ? { ...row, spellings: names } : row };
    });
    const { page, ...rest } = this.page(query, rows);
    const hinted = await this.hinted({ folder, found: rows.length }, signal);
    return { properties: page.map(({ row }) => row), ...rest, ...hinted };
  }

  private async values(
    query: PropertyQuery,
    property: string,
    signal: AbortSignal,
  ): Promise<PropertyListing> {
    const spellings = new LinkSpellings(this.context.fields);
    const byValue = new Map<string, { value: unknown; files: string[] }>();
    const folder = await this.eachNote(query, signal, (note, frontmatter) => {
      const name = propertyName(frontmatter, property);
      if (name === undefined) return;
      const value = frontmatter[name];
      // Each member of a list is a separate value, as in conditions.
      const members: unknown[] = Array.isArray(value) && value.length > 0 ? value : [value];
      const { path } = note;
      for (const one of members) {
        const member = spellings.of(one, note);
        const key = JSON.stringify(member);
        const { files } = getOrInsert(byValue, key, () => ({ value: member, files: [] }));
        if (files.at(-1) !== path) files.push(path);
      }
    });
    const rows = [...byValue].map(([key, { value, files }]) => ({
      place: placeOf(files.length, key),
      value,
      files,
    }));
    const { page, ...rest } = this.page(query, rows);
    const values = page.map(({ value, files }) => ({ value, count: files.length, files: files.sort() }));
    const hinted = await this.hinted({ folder, found: rows.length, properties: [property] }, signal);
    return { values, ...rest, ...hinted };
  }

  private async hinted(asked: Asked, signal: AbortSignal): Promise<Hinted> {
    const { folder, found, properties: [property] = [] } = asked;
    const hinted = await this.context.hints.of({ ...asked, readsMetadata: true }, signal);
    if (found > 0 || hinted.hints !== undefined) return hinted;
    const place = folder === '' ? '' : ` in ${quoted(folder)}`;
    const what = property === undefined ? 'a property' : `a value of ${quoted(property)}`;
    return { ...hinted, hints: [`No note${place} has ${what}.`] };
  }

  private page<T extends { readonly place: Place }>(query: PropertyQuery, rows: readonly T[]) {
    const keyed = rows.map(row => ({ row, count: row.place[0], key: nameKey(row.place[1]) }));
    keyed.sort((a, b) => a.count - b.count || compareKeys(a.key, b.key));
    return this.context.pager.page('list_properties', query, {
      items: keyed.map(({ row }) => row),
      keyOf: ({ place }) => place,
      compare: ([countA = 0, textA = ''], [countB = 0, textB = '']) =>
        comparePlaces([Number(countA), String(textA)], [Number(countB), String(textB)]),
    });
  }

  /** @returns the folder of the query; '' for the whole vault */
  private async eachNote(
    query: PropertyQuery,
    signal: AbortSignal,
    visit: (note: TFile, frontmatter: Readonly<Record<string, unknown>>) => void,
  ): Promise<string> {
    const { files, facts, readiness, slicer } = this.context;
    const folder = files.folder(query.path);
    const isInFolder = atOrBelow(folder);
    await readiness.wait(signal);
    const loop = { slicer, signal };
    const notes = await files.notesSliced(loop);
    // Only for values: the type of a property is the same for a rounded number.
    if (query.property !== undefined) await this.context.fields.readRounded(notes, signal);
    await forEachInTurn(notes, loop, note => {
      const { frontmatter } = query.property === undefined ? facts.of(note) : facts.exactOf(note);
      if (frontmatter !== undefined && isInFolder(note.path)) visit(note, frontmatter);
    });
    return folder.isRoot() ? '' : folder.path;
  }
}

interface NameCount {
  readonly types: Set<PropertyType>;
  readonly spellings: Map<string, number>;
  count: number;
}

type Place = readonly [count: number, text: string];

/** A cursor holds this many characters of a text, and a hash of the whole, which may be long. */
const placedText = 500;

function placeOf(count: number, text: string): Place {
  return [-count, text.length <= placedText ? text : `${text.slice(0, placedText)} ${sha256(text)}`];
}

/** Most frequent first. */
function comparePlaces([countA, textA]: Place, [countB, textB]: Place): number {
  return countA - countB || compareNames(textA, textB);
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
