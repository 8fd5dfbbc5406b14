import type { App, TFile } from 'obsidian';
import { linkpathOf } from '../../markdown/links/link-target';
import { wholeWikilink } from '../../markdown/links/links';
import { getOrInsert } from '../../utils/collections';
import { toIso } from '../../utils/dates';
import { foldFileName, isLinkText } from '../../utils/properties/link-values';
import type { NoteField } from '../../utils/properties/note-field-names';
import { foldTag, propertyName } from '../../utils/properties/property-names';
import { linkingPaths, type LinkingContext } from '../links/file-occurrences';
import { propertiesOf } from '../reading/note-reader';
import { filtered, forEachInTurn } from '../../utils/slicing/time-slicer';
import { countedAs } from '../../markdown/tasks/task-rules';
import type { TaskIndex } from '../index/tasks/task-index';
import { taskRules } from '../plugins/tasks/tasks-settings';
import { folderOf, lastName } from '../../utils/text/pieces';

export type FieldReader = (note: TFile) => unknown;

export class NoteFields {
  constructor(private readonly context: LinkingContext) {}

  /**
   * A reader for each field. Links and word counts are prepared here; the metadata cache must be ready.
   * @param notes the notes that will be read
   */
  async readers(
    fields: ReadonlySet<NoteField>,
    notes: readonly TFile[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<NoteField, FieldReader>> {
    const { app, texts, links, tasks } = this.context;
    const store = fields.has('wordCount') ? await texts.read(notes, signal) : undefined;
    if (fields.has('frontmatter')) await this.readRounded(notes, signal);
    const graph = fields.has('links') ? await links.whole(signal) : undefined;
    const linking = fields.has('backlinks') ? await linkingPaths(this.context, signal) : undefined;
    const counts = fields.has('tasks') ? await taskCounts(app, tasks, signal) : undefined;
    const readers: Readonly<Record<NoteField, FieldReader>> = {
      ...this.ofFacts(),
      wordCount: note => store?.get(note.path)?.wordCount ?? null,
      tasks: note => counts?.(note),
      links: note => graph?.outgoing(note.path),
      backlinks: ({ path }) => linking?.(path).filter(other => other !== path),
    };
    return new Map([...fields].map(field => [field, readers[field]]));
  }

  /** Reads the properties of notes in which the app has rounded integers, such as identifiers of twenty digits. */
  async readRounded(notes: readonly TFile[], signal: AbortSignal): Promise<void> {
    const { facts, notes: reading, slicer } = this.context;
    const isInexact = (note: TFile): boolean =>
      facts.of(note).isRounded && facts.exactOf(note) === facts.of(note);
    await forEachInTurn(
      await filtered(notes, isInexact, { slicer, signal }),
      { slicer, signal },
      async note => {
        const read = await reading.readIfPossible(note);
        const exact = read === undefined ? null : propertiesOf(read.text);
        if (exact !== null) facts.correct(note, exact);
      },
    );
  }

  /** The texts that a wikilink in a property equals: itself, its target as written, and its target file. */
  linkForms(value: string, note: TFile): string[] {
    const link = wholeWikilink(value)?.link;
    if (link === undefined) return [value];
    const linkpath = linkpathOf(link);
    const path = this.context.links.resolve(linkpath, note)?.path;
    return [
      value,
      link,
      ...[linkpath, ...(path === undefined ? [] : [path])].flatMap(one => [one, lastName(one)]),
    ];
  }

  /** The same text for all wikilinks to one place of one file; undefined for other values. */
  linkTarget(value: string, note: TFile): string | undefined {
    const link = wholeWikilink(value)?.link;
    if (link === undefined) return undefined;
    const linkpath = linkpathOf(link);
    const path = this.context.links.resolve(linkpath, note)?.path;
    const hash = link.indexOf('#');
    const subpath = hash === -1 ? '' : link.slice(hash).trimEnd().toLowerCase();
    return `${path ?? foldFileName(linkpath)}${subpath}`;
  }

  private ofFacts(): Readonly<
    Record<Exclude<NoteField, 'wordCount' | 'links' | 'backlinks' | 'tasks'>, FieldReader>
  > {
    const { facts } = this.context;
    return {
      path: note => note.path,
      name: note => note.basename,
      folder: note => folderOf(note.path),
      title: note => facts.titleOf(note),
      tags: note => facts.of(note).tags,
      aliases: note => facts.of(note).aliases,
      frontmatter: note => facts.exactOf(note).frontmatter ?? {},
      size: note => note.stat.size,
      created: note => this.property(note, 'created') ?? toIso(note.stat.ctime),
      modified: note => this.property(note, 'modified') ?? toIso(note.stat.mtime),
    };
  }

  /** A property that says when the note was written: its file may have come much later, with a sync. */
  private property(note: TFile, name: string): unknown {
    const { frontmatter = {} } = this.context.facts.exactOf(note);
    const own = propertyName(frontmatter, name);
    return own === undefined ? undefined : frontmatter[own];
  }
}

type TaskCounts = Record<'open' | 'done', number>;

/** How many tasks `list_tasks` lists for each note as open, and as done; over a folder it leaves out templates. */
async function taskCounts(
  app: App,
  tasks: Pick<TaskIndex, 'all'>,
  signal: AbortSignal,
): Promise<(note: TFile) => TaskCounts> {
  const rules = await taskRules(app);
  const counts = new Map<TFile, TaskCounts>();
  for (const task of await tasks.all(signal)) {
    const status = countedAs(task.statusChar, task.text, rules);
    if (status === undefined) continue;
    getOrInsert(counts, task.file, () => ({ open: 0, done: 0 }))[status] += 1;
  }
  return note => counts.get(note) ?? { open: 0, done: 0 };
}

/** Gives all wikilinks to one target in property values the same spelling: the first that was found. */
export class LinkSpellings {
  private readonly first = new Map<string, string>();

  /** @param areTags whether the values are tags, which are the same in any letter case */
  constructor(
    private readonly fields: NoteFields,
    private readonly areTags = false,
  ) {}

  /** @param note the note with the value; links are resolved from it */
  of<Value>(value: Value, note: TFile): Value | string {
    if (typeof value !== 'string') return value;
    const isLink = !this.areTags && isLinkText(value);
    if (!isLink && !this.areTags) return value.normalize('NFC');
    const target = isLink ? this.fields.linkTarget(value, note) : foldTag(value);
    if (target === undefined) return value.normalize('NFC');
    const spelling = this.first.get(target);
    if (spelling === undefined) this.first.set(target, value);
    return spelling ?? value;
  }
}
