import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { findBody, readFrontmatter, splitFrontmatter } from '../../../markdown/frontmatter/frontmatter';
import { fingerprint } from '../../../markdown/frontmatter-edit/edits';
import { redirected } from '../../../markdown/edits/links/link-places';
import type { NewTarget, RedirectableLink, RedirectedText } from '../../../markdown/edits/links/redirection';
import { mergedNote, type MergeOptions, type MergedNote } from '../../../markdown/edits/merge/merged-note';
import { SubpathGuide } from '../../../markdown/links/heading-subpath';
import { respelledForms } from '../../../markdown/links/link-spelling';
import { linkKey } from '../../../markdown/links/link-target';
import { shownTarget } from '../../../markdown/links/links';
import { decodedInTurns } from '../../../utils/bytes';
import { jsonField } from '../../../utils/json';
import { propertyName } from '../../../utils/properties/property-names';
import { counted, cutText, lastName } from '../../../utils/text/pieces';
import { hasFolderRules } from '../../access/access';
import { someOf } from '../../hints/missing-names';
import { targetOf } from '../../links/pointing-files';
import { trashTarget } from '../files/remover';
import {
  requirePlainNames,
  linkReport,
  type LinkRedirector,
  relinkSteps,
  changeWithLinks,
  type LinkChangeResult,
  type LinkingPlan,
  type Decision,
  type VisitedLink,
} from './link-redirector';
import { storable } from '../notes/whole-note';
import type { WriteCall } from '../pipeline/pipeline';
import type { WriterContext } from '../writer-context';

interface Merge extends MergeOptions {
  readonly from: string;
  readonly into: string;
}

/** Counts and names only visible files. */
interface MergeResult extends LinkChangeResult {
  trashed: 'system' | 'vault' | 'permanent';
}

/** Merges a note into another one, and redirects all links to it. */
export class NoteMerger {
  constructor(
    private readonly context: WriterContext,
    private readonly redirector: LinkRedirector,
  ) {}

  /** @throws ToolFailure as `mergedNote`, and as for any write */
  async merge(merge: Merge, call: WriteCall): Promise<MergeResult> {
    const { targets } = this.context;
    const own = (): string[] => [targets.note(merge.from).path, targets.note(merge.into).path];
    const { plan, answer } = await changeWithLinks(this.context, call, own, linking =>
      this.plan(merge, linking, call),
    );
    return { ...answer, trashed: plan.trashed };
  }

  private async plan(
    merge: Merge,
    linking: TFile[],
    call: WriteCall,
  ): Promise<LinkingPlan & Pick<MergeResult, 'trashed'>> {
    const { app, authority, isHeadless, notes } = this.context;
    const { redirector } = this;
    const { from, into } = this.both(merge);
    if (hasFolderRules(authority.grant)) requirePlainNames(into.path);
    const before = await notes.readFile(into, call.signal);
    const bytes = await notes.bytesOf(from);
    const fromText = await decodedInTurns(bytes, this.context.pipeline.loop(call.signal));
    if (fromText === undefined) throw new ToolFailure('unsupported_file', '`from` is not text in UTF-8.');
    const shape = mergedNote({ into: before.text, from: fromText }, merge);
    const links = new MergedLinks(from, into, shape, redirector);
    const others = await redirector.redirect(linking, [from.path, into.path], links.decide, call);
    const own = others.find(({ file }) => file === into);
    const body = findBody(fromText);
    const added = links.moved(`\n${fromText.slice(body)}`);
    const moved = links.moved(fromText.slice(0, body)).text + added.text.slice(1);
    const text = storable(mergedNote({ into: own?.text ?? before.text, from: moved }, merge).text);
    const elsewhere = others.filter(({ file }) => file !== into && file !== from);
    const relinks = relinkSteps(elsewhere);
    const report = linkReport(elsewhere);
    const { way, trashed } = trashTarget(app, authority.grant, isHeadless);
    const removed = [{ path: from.path, isFolder: false, size: bytes.length, bytes }];
    return {
      steps: [
        { kind: 'edit', file: into, before, text },
        ...relinks,
        { kind: 'trash', file: from, way, isPermanent: trashed === 'permanent', removed },
      ],
      trashed,
      linksUpdated: report.linksUpdated + (own?.links ?? 0) + added.links,
      hints: [...lostHints(moved, text, merge), ...report.hints, ...links.hints(call)],
      action: {
        kind: 'mergeNotes',
        from: from.path,
        into: into.path,
        otherFiles: relinks.length,
        isPermanent: trashed === 'permanent',
      },
    };
  }

  private both(merge: Merge): { readonly from: TFile; readonly into: TFile } {
    const { targets } = this.context;
    const from = targets.note(merge.from);
    const into = targets.note(merge.into);
    if (from === into) throw new ToolFailure('invalid_argument', 'A note cannot be merged into itself.');
    for (const note of [from, into]) this.context.notes.requireParts(note);
    return { from, into };
  }
}

/** Hints on properties whose values are not in the merged note. */
function lostHints(from: string, merged: string, { properties }: MergeOptions): string[] {
  const own = readFrontmatter(from);
  if (own === undefined && splitFrontmatter(from).yaml?.trim())
    return ['The properties of `from` cannot be read, and are not in the merged note.'];
  const held = readFrontmatter(merged) ?? {};
  const lost = Object.entries(own ?? {}).filter(([name, value]) => {
    const known = new Set([jsonField(held, propertyName(held, name) ?? name)].flat().map(fingerprint));
    return ![value].flat().every(one => one === null || one === '' || known.has(fingerprint(one)));
  });
  if (lost.length === 0) return [];
  const names = someOf(lost.map(([name]) => cutText(name, 60)));
  const way = properties === 'keep' ? '; `properties: "add_missing"` adds those that `into` lacks' : '';
  return [`Properties of \`from\` whose values are not in the merged note: ${names}${way}.`];
}

/** The targets of links after one note is merged into another. */
class MergedLinks {
  /** Number of links in visible files that lead to another heading with the same name. */
  private inexact = 0;
  private readonly ofFrom: SubpathGuide;
  private readonly ofInto: SubpathGuide;

  constructor(
    private readonly from: TFile,
    private readonly into: TFile,
    private readonly merged: MergedNote,
    private readonly redirector: LinkRedirector,
  ) {
    const { before, outlines } = merged;
    const added = outlines.from.headings.length;
    const after = outlines.merged;
    this.ofFrom = new SubpathGuide({ before: outlines.from, after, newIndex: index => before + index });
    this.ofInto = new SubpathGuide({
      before: outlines.into,
      after,
      newIndex: index => (index < before ? index : index + added),
    });
  }

  /** For links in all files to either note. */
  readonly decide: Decision = link =>
    link.target === this.from.path ? this.toInto(link, link.source) : { subpath: this.subpathIn(link) };

  hints({ dryRun }: Pick<WriteCall, 'dryRun'>): string[] {
    const links = counted(this.inexact, 'link', 'links');
    const points = dryRun ? 'would point' : this.inexact === 1 ? 'now points' : 'now point';
    const hint = `${links} ${points} to the first of two equal headings: each note had one.`;
    return this.inexact === 0 ? [] : [hint];
  }

  /** Text of the merged note, with its links adjusted for the other note. */
  moved(text: string): RedirectedText {
    const { from, redirector } = this;
    const source = from.path;
    const redirect = (link: RedirectableLink): NewTarget | undefined => {
      const target = targetOf(link, source, redirector.namedIn(source));
      if (target === undefined) return undefined;
      return this.ofMovedText({ ...link, source, target, isSeen: true, isWritable: true });
    };
    return redirected(text, 'md', redirect);
  }

  private ofMovedText(link: VisitedLink): NewTarget | undefined {
    if (link.path === '') return { subpath: this.subpathIn(link) };
    if (link.target === this.from.path) return this.toInto(link, this.into.path);
    const paths = this.pathsTo(link, this.into.path, link.target);
    return { ...paths, subpath: link.target === this.into.path ? this.subpathIn(link) : link.subpath };
  }

  /** A link to the merged note. @param source path of the file that then contains the link */
  private toInto(link: VisitedLink, source: string): NewTarget {
    const { path, subpath, isWritable } = link;
    const shown = isWritable ? { shown: shownTarget(path + subpath) } : {};
    return { ...this.pathsTo(link, source, this.into.path), subpath: this.subpathIn(link), ...shown };
  }

  private subpathIn({ subpath, target, isSeen, isWritable }: VisitedLink): string {
    const isOfFrom = target === this.from.path;
    const block = subpath.startsWith('#^') ? subpath.slice(2).toLowerCase() : undefined;
    if (block !== undefined) {
      const fresh = isOfFrom ? this.merged.blockIds.get(block) : undefined;
      return fresh === undefined ? subpath : `#^${fresh}`;
    }
    const guided = (isOfFrom ? this.ofFrom : this.ofInto).guide(subpath, isWritable);
    if (guided?.isExact === false && isSeen) this.inexact += 1;
    return guided?.subpath ?? subpath;
  }

  private pathsTo(link: VisitedLink, source: string, target: string): NewTarget {
    const namedBefore = this.redirector.namedIn(source);
    const named = (name: string): string[] => namedBefore(name).filter(one => one !== this.from.path);
    return respelledForms(link, {
      before: { source: link.source, target: link.target },
      now: { source, target },
      mayBeBare: this.redirector.hasBareNamesIn(link.source) && named(linkKey(lastName(target))).length < 2,
      leads: path => targetOf({ path, form: link.form }, source, named) === target,
    });
  }
}
