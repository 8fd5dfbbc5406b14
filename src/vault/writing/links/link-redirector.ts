/** Redirects links in other notes: decides which links, what the caller may learn about them, and which names they may get. */
import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { redirected } from '../../../markdown/edits/links/link-places';
import type { NewTarget, RedirectableLink, RedirectedText } from '../../../markdown/edits/links/redirection';
import { forEachInTurn } from '../../../utils/slicing/time-slicer';
import { counted } from '../../../utils/text/pieces';
import { someOf } from '../../hints/missing-names';
import { pathsNamedAmong, pointingFiles, targetOf } from '../../links/pointing-files';
import { type WriteCall, type Plan, reportProgress } from '../pipeline/pipeline';
import { type Step, pathsOf } from '../pipeline/steps';
import { type MultiWriteResult, withHints, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';

export interface VisitedLink extends RedirectableLink {
  readonly source: string;
  readonly target: string;
  /** Whether the caller sees the file that contains it, and may write to it. */
  readonly isSeen: boolean;
  readonly isWritable: boolean;
}

export type Decision = (link: VisitedLink) => NewTarget | undefined;

interface RedirectedFile extends RedirectedText {
  readonly file: TFile;
  readonly before: string;
  readonly isSeen: boolean;
}

/**
 * Redirects the vault's links to some files: those in notes, properties, canvases and bases. If a caller does
 * not see everything, links in a file that it sees are resolved among the files that it sees, links in other
 * files among all.
 */
export class LinkRedirector {
  constructor(private readonly context: WriterContext) {}

  /**
   * Of these files, those with links to change; files that are not text have none.
   * @param paths targets of the links to redirect
   * @throws ToolFailure `storage_error` for a file that cannot be read
   */
  async redirect(
    candidates: readonly TFile[],
    paths: readonly string[],
    decide: Decision,
    { signal, progress }: Pick<WriteCall, 'signal' | 'progress'>,
  ): Promise<RedirectedFile[]> {
    const { files, notes, slicer } = this.context;
    const loop = { slicer, signal };
    const found: RedirectedFile[] = [];
    await forEachInTurn(candidates.entries(), loop, async ([index, file]) => {
      reportProgress(progress, 'plan', index, candidates.length);
      const { before } = (await notes.linkingText(file, loop)) ?? {};
      if (before === undefined) return;
      const changed = this.inText(before, file, paths, decide);
      if (changed.links + changed.refused > 0)
        found.push({ file, before, isSeen: files.canSee(file), ...changed });
    });
    return found;
  }

  /** The same for one text. @param file that has or will have the text */
  inText(text: string, file: TFile, paths: readonly string[], decide: Decision): RedirectedText {
    const { files, targets } = this.context;
    const isSeen = files.canSee(file);
    const isWritable = targets.canWrite(file.path);
    const named = this.namedIn(file.path);
    const redirect = (link: RedirectableLink): NewTarget | undefined => {
      const target = targetOf(link, file.path, named);
      if (target === undefined || !paths.includes(target)) return undefined;
      return decide({ ...link, source: file.path, target, isSeen, isWritable });
    };
    return redirected(text, file.extension, redirect);
  }

  /** The files among which links in the file at this path are resolved. */
  namedIn(path: string): (name: string) => string[] {
    const { files, names } = this.context;
    return pathsNamedAmong(names, one => !this.isAmongSeen(path) || files.canSee(one));
  }

  /** Whether a bare name may be written there: whether it is unique may depend on hidden files. */
  hasBareNamesIn(path: string): boolean {
    return !this.isAmongSeen(path);
  }

  private isAmongSeen(path: string): boolean {
    const { files } = this.context;
    return files.access.isNarrowed && files.mayRead(path);
  }
}

/** @param moved the new paths of files that move first, by their old ones */
export function relinkSteps(
  redirected: readonly RedirectedFile[],
  moved: ReadonlyMap<string, string> = new Map(),
): Step[] {
  return redirected
    .filter(({ links }) => links > 0)
    .map(({ file, before, text, links, isSeen }) => {
      return { kind: 'relink', file, path: moved.get(file.path) ?? file.path, before, text, links, isSeen };
    });
}

/** What the caller may know about the links in other files. */
export function linkReport(
  redirected: readonly RedirectedFile[],
): Required<Pick<LinkingPlan, 'linksUpdated' | 'hints'>> {
  const seen = redirected.filter(({ isSeen }) => isSeen);
  return { linksUpdated: seen.reduce((sum, { links }) => sum + links, 0), hints: leftLinks(seen) };
}

/** The hint about links that cannot hold their target's new name; none if there is no such link. */
export function leftLinks(files: readonly Pick<RedirectedFile, 'file' | 'refused'>[]): string[] {
  const left = files.filter(({ refused }) => refused > 0);
  if (left.length === 0) return [];
  const count = left.reduce((sum, { refused }) => sum + refused, 0);
  const paths = someOf(left.map(({ file }) => file.path));
  return [
    `${counted(count, 'link')} cannot be written with the new name and will not work after this: ${paths}.`,
  ];
}

/** A plan that redirects links in other files, including files that the caller does not see. */
export interface LinkingPlan extends Plan {
  readonly linksUpdated: number;
}

/** Counts and names only visible files. */
export interface LinkChangeResult extends MultiWriteResult {
  linksUpdated: number;
}

/**
 * Carries out a plan and returns what the caller may see of it.
 * @param own paths of the files whose text changes
 * @param plan gets the files that may link to these
 * @throws ToolFailure like `WritePipeline.run`
 */
export async function changeWithLinks<P extends LinkingPlan>(
  context: WriterContext,
  call: WriteCall,
  own: () => readonly string[],
  plan: (linking: TFile[]) => Promise<P>,
): Promise<{ readonly plan: P; readonly answer: LinkChangeResult }> {
  const isSeen = (step: Step): boolean => pathsOf(step).every(path => context.files.mayRead(path));
  let linking: TFile[] = [];
  // Another call could change such a file between two steps, and keep them from being taken back.
  const targets = async (): Promise<string[]> => {
    const paths = own();
    await context.readiness.wait(call.signal);
    linking = await pointingFiles(context, paths, context.pipeline.loop(call.signal));
    return [...paths, ...linking.map(({ path }) => path)];
  };
  // Few canvases, bases, and notes whose links are unknown have such a link.
  const heldBytes = (): number => {
    const unknown = context.unreadableNotes.notScanned();
    const kept = linking.filter(file => file.extension === 'md' && !unknown.has(file));
    return kept.reduce((sum, { stat }) => sum + stat.size, 0);
  };
  const request = { call, targets, heldBytes, plan: () => plan(linking) };
  const { plan: done, answer } = await writeMany(context, request, isSeen);
  const { hints = [], ...written } = answer;
  return { plan: done, answer: withHints({ ...written, linksUpdated: done.linksUpdated }, hints) };
}

const most = { characters: 60, words: 6 };

/** Letters, digits and characters that join them in a name; none that ends or starts a sentence. */
const plain = /^[\p{L}\p{N}\p{M} ._\-–,&+'’()]+$/u;

/**
 * Keeps a token with folder rules from writing sentences into notes that it may not write: a move puts the
 * new path into all links to the note.
 * @throws ToolFailure `permission_denied`
 */
export function requirePlainNames(path: string): void {
  for (const name of path.split('/'))
    requirePlain(name, '.md', 'A token with folder rules can only move to plain names');
}

/** The same for a heading, whose new text is written into links. @throws ToolFailure `permission_denied` */
export function requirePlainHeading(heading: string): void {
  requirePlain(heading, '', 'A token with folder rules can only use plain names for headings');
}

function requirePlain(name: string, ending: string, rule: string): void {
  const words = name.split(/[\s_.,\-–]+/u).filter(word => word !== '');
  const maxWords = most.words + (ending === '' ? 0 : 1);
  if (plain.test(name) && name.length <= most.characters + ending.length && words.length <= maxWords) return;
  throw new ToolFailure(
    'permission_denied',
    `${rule}: at most ${most.characters} characters and ${most.words} words each.`,
    { hint: 'Choose a shorter name without punctuation.' },
  );
}
