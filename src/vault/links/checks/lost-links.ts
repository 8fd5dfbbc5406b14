/** Links that would lead nowhere, or to new notes, because of a change of notes. */
import type { MetadataCache, TFile } from 'obsidian';
import { adviceFor } from '../../../errors';
import { linkPlaces } from '../../../markdown/edits/links/link-places';
import { parseNote } from '../../../markdown/structure/scan-structure';
import { outlineOf } from '../../../markdown/targets/heading-target';
import { addTo, itemsOf, mapDefined } from '../../../utils/collections';
import { filtered, forEachInTurn, longStep, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import { counted, jsonLine, lastName } from '../../../utils/text/pieces';
import { isNote } from '../../access/visible-files';
import type { CallerContext } from '../../caller-context';
import { someOf } from '../../hints/missing-names';
import { ifPossible } from '../../reading/notes';
import { linkOccurrences } from '../link-occurrences';
import { linkKey, linkTarget } from '../../../markdown/links/link-target';
import { type LinkableParts, missingIn } from './broken-links';

/** The text of a file before a change, and as it is planned. */
export interface PlannedText {
  readonly file: TFile;
  readonly before: string;
  readonly after: string;
  /** The text with links that lead where they do now; `after` if left out. */
  readonly linking?: string;
}

interface PartLink {
  readonly source: string;
  readonly subpath: string;
}

/** A line that may be a heading or begin a footnote, or a block id at the end of one. */
const partLine = /^[ \t>]*#{1,6}[ \t].*|^\[\^[^\]\s]+\]:|\^[\w-]+[ \t]*$/gmu;
/** In characters; larger notes are skipped, since parsing them takes long. */
const maxLength = 200_000;
/** Milliseconds for finding the links. */
const patience = 300;

/**
 * A hint that names the files whose links to parts of notes would lead nowhere; none if there are none, or if it takes
 * too long to find them. Call it before the change.
 * @param planned all texts that change, also those in which only links do
 */
export async function lostPartHints(
  planned: readonly PlannedText[],
  context: CallerContext,
  signal: AbortSignal,
): Promise<string[]> {
  const { shows, slicer } = context;
  const losing = await filtered(planned, losesPart, { slicer, signal });
  if (losing.length === 0) return [];
  const lost = await ifPossible(async () => {
    const loop = { slicer, signal, deadline: slicer.deadlineIn(patience) };
    const found: PartLink[] = [];
    const links = await partLinksTo(new Set(losing.map(({ file }) => file)), planned, context, loop);
    await forEachInTurn(losing, loop, async ({ file, before, after }) => {
      const pointing = itemsOf(links, file);
      if (pointing.length === 0) return;
      const was = await longStep(loop, () => partsOf(before));
      const is = await longStep(loop, () => partsOf(after));
      const isLost = ({ subpath }: PartLink): boolean =>
        missingIn(was, subpath) === undefined && missingIn(is, subpath) !== undefined;
      found.push(...pointing.filter(isLost));
    });
    return found;
  });
  if (lost === undefined || lost.length === 0) return [];
  const hasHeading = lost.some(({ subpath }) => !subpath.startsWith('#^') && !subpath.startsWith('#[^'));
  const way = hasHeading
    ? adviceFor('`rename_heading` changes a heading together with its links.', shows)
    : '';
  const sources = [...new Set(lost.map(({ source }) => source))].sort();
  return [`Links in ${someOf(sources)} lead to a part that this removes. ${way}`.trimEnd()];
}

/** Links that lead to another file because of a change. */
export class TakenLinks {
  private readonly sources = new Map<string, string[]>();

  constructor(private readonly dryRun: boolean) {}

  add(source: string, was: string | undefined, now: string): void {
    const [leads, would] = this.dryRun ? ['lead', 'would'] : ['led', 'now'];
    const before = was === undefined ? 'nowhere' : `to ${jsonLine(was)}`;
    addTo(this.sources, `${leads} ${before}, and ${would} lead to ${jsonLine(now)}.`, source);
  }

  hints(): string[] {
    return [...this.sources].map(([led, paths]) => `Links in ${someOf([...new Set(paths)].sort())} ${led}`);
  }
}

/** Hints that name the notes whose links would lead to new files; like `lostPartHints`. */
export async function takenLinkHints(
  created: readonly string[],
  { app, files, names, slicer }: Pick<CallerContext, 'app' | 'files' | 'names' | 'slicer'>,
  { dryRun, signal }: { readonly dryRun: boolean; readonly signal: AbortSignal },
): Promise<string[]> {
  if (created.length === 0) return [];
  const added = new AddedNames(created, names, files);
  const taken = new TakenLinks(dryRun);
  const look = (note: TFile): void => {
    if (!added.mayTakeFrom(note.path, app.metadataCache) || !files.canSee(note)) return;
    for (const { linkpath } of linkOccurrences(app.metadataCache.getFileCache(note))) {
      const now = added.isNamedBy(linkpath) ? linkTarget(linkpath, note.path, added.after) : undefined;
      if (now === undefined || !created.includes(now)) continue;
      taken.add(note.path, linkTarget(linkpath, note.path, added.before), now);
    }
  };
  const loop = { slicer, signal, deadline: slicer.deadlineIn(patience) };
  const looked = forEachInTurn(app.vault.getMarkdownFiles(), loop, look).then(() => true);
  return (await ifPossible(() => looked)) === undefined ? [] : taken.hints();
}

/** The paths that a caller may read, by their names, with and without new ones. */
class AddedNames {
  private readonly added = new Map<string, string[]>();
  /** Existing files with the name of a new one. */
  private readonly namesakes: ReadonlySet<string>;

  constructor(
    created: readonly string[],
    private readonly names: CallerContext['names'],
    private readonly files: CallerContext['files'],
  ) {
    for (const path of created) addTo(this.added, linkKey(lastName(path)), path);
    const keys = [...this.added.keys()].flatMap(key => [key, key.replace(/\.md$/u, '')]);
    this.namesakes = new Set(keys.flatMap(key => this.named(key)));
  }

  readonly before = (key: string): string[] =>
    this.named(key).filter(path => this.files.mayRead(path) && !itemsOf(this.added, key).includes(path));

  readonly after = (key: string): string[] => [...this.before(key), ...itemsOf(this.added, key)];

  isNamedBy(link: string): boolean {
    const key = linkKey(lastName(link));
    return this.added.has(key) || this.added.has(`${key}.md`);
  }

  /** Whether a note has a link that a new file may take over. */
  mayTakeFrom(path: string, { resolvedLinks, unresolvedLinks }: MetadataCache): boolean {
    const hasOther = Object.keys(unresolvedLinks[path] ?? {}).some(link => this.isNamedBy(link));
    if (hasOther || this.namesakes.size === 0) return hasOther;
    return Object.keys(resolvedLinks[path] ?? {}).some(target => this.namesakes.has(target));
  }

  private named(key: string): string[] {
    return this.names.withName(key).map(({ path }) => path);
  }
}

/** The links to parts of these notes; those in planned texts as they would be. */
async function partLinksTo(
  targets: ReadonlySet<TFile>,
  planned: readonly PlannedText[],
  { app, files, linkingFiles, links, notes, partLinks }: CallerContext,
  loop: SlicedLoop & { readonly signal: AbortSignal },
): Promise<ReadonlyMap<TFile, readonly PartLink[]>> {
  const found = new Map<TFile, PartLink[]>();
  const add = (source: TFile, path: string, subpath: string): void => {
    if (!/#./u.test(subpath)) return;
    const target = links.resolve(path, source);
    if (target !== undefined && targets.has(target)) addTo(found, target, { source: source.path, subpath });
  };
  const changed = new Set(planned.map(({ file }) => file));
  const isKept = (file: TFile): boolean => !changed.has(file) && files.canSee(file);
  await forEachInTurn(planned, loop, ({ file, after, linking = after }) => {
    if (linking.length > maxLength || !linking.includes('#')) return;
    for (const { path, subpath } of linkPlaces(linking, file.extension)) add(file, path, subpath);
  });
  const naming = await partLinks.get(loop.signal);
  const graph = await links.whole(loop.signal);
  const paths = new Set([...targets].flatMap(({ path }) => graph.incoming(path)));
  const linking = mapDefined(paths, path => app.vault.getFileByPath(path) ?? undefined);
  await forEachInTurn(
    linking.filter(file => isKept(file) && naming.has(file)),
    loop,
    note => {
      for (const { linkpath, subpath } of linkOccurrences(app.metadataCache.getFileCache(note)))
        add(note, linkpath, subpath);
    },
  );
  await forEachInTurn(linkingFiles.all().filter(isKept), loop, async file => {
    for (const { linkpath, subpath } of await linkingFiles.linksOf(file, notes)) add(file, linkpath, subpath);
  });
  return found;
}

/** How many links, whose targets a text replacement changed, would lead nowhere. */
export function misledLinks({ file, before, after }: PlannedText, { links }: CallerContext): number {
  if (after.length > maxLength || targetsIn(before) === targetsIn(after)) return 0;
  const had = linkPlaces(before, 'md');
  const has = linkPlaces(after, 'md');
  if (had.length !== has.length) return 0;
  const leads = (path: string): boolean => links.resolve(path, file) !== undefined;
  return had.filter(({ path }, at) => path !== has[at]?.path && leads(path) && !leads(has[at]?.path ?? ''))
    .length;
}

export function misledHint(count: number, dryRun: boolean, { shows }: CallerContext): string[] {
  if (count === 0) return [];
  const leads = dryRun ? `${count} of them would lead` : counted(count, 'of them leads', 'of them lead');
  const way = adviceFor('`move` renames a note with its links.', shows);
  return [
    `Targets of links ${dryRun ? 'would be' : 'are'} replaced too, and ${leads} nowhere. ${way}`.trimEnd(),
  ];
}

function targetsIn(text: string): string {
  return (text.match(/\[\[[^[\]|#\n]*|\]\([^()\s]*/gu) ?? ['']).join('\n');
}

function losesPart({ file, before, after }: PlannedText): boolean {
  if (!isNote(file) || before === after || Math.max(before.length, after.length) > maxLength) return false;
  const kept = new Set(after.match(partLine));
  return [...new Set(before.match(partLine))].some(line => !kept.has(line));
}

/** @throws ToolFailure `too_large` */
function partsOf(text: string): LinkableParts {
  const structure = parseNote(text);
  const named = (from: number, to: number): string => text.slice(from, to).toLowerCase();
  return {
    outline: outlineOf(text, structure),
    blocks: new Set(structure.blockIds.map(({ start, end }) => named(start + 1, end))),
    footnotes: new Set(structure.footnotes.map(({ labelStart, labelEnd }) => named(labelStart, labelEnd))),
  };
}
