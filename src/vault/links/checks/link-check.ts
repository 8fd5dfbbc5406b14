import type { CallerContext } from '../../caller-context';
import type { TFile } from 'obsidian';
import { compareNames } from '../../../utils/text/folding';
import type { Progress, Watch } from '../../../utils/call-hooks';
import { forEachInTurn, someInTurn } from '../../../utils/slicing/time-slicer';
import { linkpathOf } from '../../../markdown/links/link-target';
import { linkingPaths } from '../file-occurrences';
import { cutHint } from '../link-occurrences';
import type { PagedQuery, PageFields } from '../../paging';
import { type BrokenLink, BrokenLinks, keyOfLink, type LinkSources } from './broken-links';
import { maxComparedNames } from './link-suggestions';
import { isNote } from '../../access/visible-files';
import { sortedByPath } from '../../index/names/orders';
import { atOrBelow } from '../../access/visible-folders';

interface LinkCheckQuery extends PagedQuery {
  /** A note or a folder; the whole vault if left out. */
  readonly path?: string | undefined;
  readonly kind: 'broken' | 'orphans' | 'deadends';
}

interface LinkCheck extends PageFields {
  items: (BrokenLink | { path: string })[];
  hints?: string[];
}

export class LinkChecker {
  constructor(private readonly context: CallerContext) {}

  async check(query: LinkCheckQuery, signal: AbortSignal, progress: Progress): Promise<LinkCheck> {
    // Notes may be deleted during the wait.
    await this.context.links.whole(signal);
    const { files, slicer } = this.context;
    const place = query.path === undefined ? files.folder('') : files.noteOrFolder(query.path);
    const isInPlace = atOrBelow(place);
    const seen = isNote(place) ? [place] : await files.notesSliced({ slicer, signal });
    const notes = seen.filter(({ path }) => isInPlace(path));
    const watch = { signal, progress };
    const answer = await (query.kind === 'broken'
      ? this.broken({ notes, files: this.linkingFiles(isInPlace) }, query, watch)
      : this.unlinked(notes, query, watch));
    if (answer.totalCount > 0) return answer;
    return { ...answer, hints: [emptyHint(notes.length, query.kind), ...(answer.hints ?? [])] };
  }

  private async broken(sources: LinkSources, query: LinkCheckQuery, watch: Watch): Promise<LinkCheck> {
    const { pager } = this.context;
    const brokenLinks = new BrokenLinks(this.context);
    const wanted = { behind: pager.placeBefore('check_links', query), most: query.limit + 1 };
    const { cutNotes, ...found } = await brokenLinks.in(sources, wanted, watch);
    const { page, ...rest } = pager.pageFrom('check_links', query, { ...found, keyOf: keyOfLink });
    const items = await brokenLinks.shown(page, watch.signal);
    const names = new Set(
      items.flatMap(({ link, missing }) => (missing === 'file' ? [linkpathOf(link)] : [])),
    );
    const hints = [
      ...(cutNotes.length === 0 ? [] : [cutHint(cutNotes)]),
      ...(names.size > maxComparedNames ? [manyNamesHint] : []),
    ];
    return { items, ...rest, ...(hints.length === 0 ? {} : { hints }) };
  }

  /** Canvases and bases. */
  private linkingFiles(isInPlace: (path: string) => boolean): TFile[] {
    const { files, linkingFiles } = this.context;
    return linkingFiles.all().filter(file => isInPlace(file.path) && files.canSee(file));
  }

  private async unlinked(
    notes: readonly TFile[],
    query: LinkCheckQuery,
    { signal, progress }: Watch,
  ): Promise<LinkCheck> {
    const { links, pager, slicer } = this.context;
    const loop = { slicer, signal };
    const found: TFile[] = [];
    const linking = query.kind === 'orphans' ? await linkingPaths(this.context, signal) : undefined;
    const onPause = (done: number): void => progress(done, notes.length, 'Checking links.');
    await forEachInTurn(notes, { ...loop, onPause }, async note => {
      const others = linking?.(note.path) ?? links.outgoingTargets(note);
      if (!(await someInTurn(others, loop, path => path !== note.path))) found.push(note);
    });
    const { page, ...rest } = pager.page('check_links', query, {
      items: await sortedByPath(found, loop),
      keyOf: note => [note.path],
      compare: ([a = ''], [b = '']) => compareNames(String(a), String(b)),
    });
    return { items: page.map(({ path }) => ({ path })), ...rest };
  }
}

const manyNamesHint = `Only the first ${maxComparedNames} names on this page were compared with the names of notes; for the others ask with \`limit: ${maxComparedNames}\` and \`cursor\`.`;

/** What is said of a note with a finding, and of one without. */
const findings = {
  broken: ['has a broken link', 'has no broken link'],
  orphans: ['is an orphan', 'has a link from another file'],
  deadends: ['is a dead end', 'has a link to another note'],
} as const;

function emptyHint(notes: number, kind: LinkCheckQuery['kind']): string {
  if (notes === 0) return 'There are no notes in this folder.';
  const [found, missing] = findings[kind];
  return notes === 1 ? `The note ${missing}.` : `None of the ${notes} notes ${found}.`;
}
