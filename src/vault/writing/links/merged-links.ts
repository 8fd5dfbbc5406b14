import type { TFile } from 'obsidian';
import type { NewTarget, RedirectableLink } from '../../../markdown/edits/links/redirection';
import { redirected } from '../../../markdown/edits/links/link-places';
import type { MergedNote } from '../../../markdown/edits/merge/merged-note';
import { shownTarget } from '../../../markdown/links/links';
import { SubpathGuide } from '../../../markdown/links/heading-subpath';
import { respelled } from '../../links/link-respelling';
import { targetOf } from '../../links/pointing-files';
import type { Decision, VisitedLink, LinkRedirector } from './link-redirector';

/** The targets of links after one note is merged into another. */
export class MergedLinks {
  /** Number of links in visible files that lead to another heading with the same name. */
  inexact = 0;
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

  /** The text of the merged note, with its links adjusted for the other note. */
  moved(text: string): string {
    const { from, redirector } = this;
    const isSeen = true;
    const isWritable = true;
    const source = from.path;
    const redirect = (link: RedirectableLink): NewTarget | undefined => {
      const target = targetOf(link, source, redirector.namedIn(source));
      if (target === undefined) return undefined;
      return this.ofMovedText({ ...link, source, target, isSeen, isWritable });
    };
    return redirected(text, 'md', redirect).text;
  }

  private ofMovedText(link: VisitedLink): NewTarget | undefined {
    if (link.path === '') return { subpath: this.subpathIn(link) };
    if (link.target === this.from.path) return this.toInto(link, this.into.path);
    const path = this.leads(link.path, link, this.into.path, link.target)
      ? link.path
      : this.pathTo(link, this.into.path, link.target);
    return { path, subpath: link.target === this.into.path ? this.subpathIn(link) : link.subpath };
  }

  /** A link to the merged note. @param source path of the file that then contains the link */
  private toInto(link: VisitedLink, source: string): NewTarget {
    const { path, subpath, isWritable } = link;
    const shown = isWritable ? { shown: shownTarget(path + subpath) } : {};
    return { path: this.pathTo(link, source, this.into.path), subpath: this.subpathIn(link), ...shown };
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

  private pathTo(link: VisitedLink, source: string, target: string): string {
    return respelled(link, {
      before: { source: link.source, target: link.target },
      now: { source, target },
      hasBareNames: this.redirector.hasBareNamesIn(link.source),
      leads: path => this.leads(path, link, source, target),
    });
  }

  private leads(path: string, { form }: VisitedLink, source: string, target: string): boolean {
    const named = this.redirector.namedIn(source);
    return (
      targetOf({ path, form }, source, name => named(name).filter(one => one !== this.from.path)) === target
    );
  }
}
