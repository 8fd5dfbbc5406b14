import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { mergedNote, type MergeOptions } from '../../../markdown/edits/merge/merged-note';
import { counted } from '../../../utils/text/pieces';
import { hasFolderRules } from '../../access/grant';
import { requirePlainNames } from '../files/plain-names';
import { trashTarget } from '../files/trash-target';
import { storable } from '../notes/whole-note';
import type { WriteCall } from '../pipeline/pipeline';
import { decodedInTurns } from '../../../utils/bytes';
import type { WriterContext } from '../writer-context';
import { linkReport, type LinkRedirector, type LinkReport, relinkSteps } from './link-redirector';
import { changeWithLinks, type LinkChangeResult, type LinkingPlan } from './linking-change';
import { MergedLinks } from './merged-links';

export interface Merge extends MergeOptions {
  readonly from: string;
  readonly into: string;
}

/** Counts and names only visible files. */
export interface MergeResult extends LinkChangeResult {
  trashed: 'system' | 'vault' | 'permanent';
}

interface MergePlan extends LinkingPlan {
  readonly trashed: MergeResult['trashed'];
}

/** Merges a note into another one, to which all links to it lead from then on. */
export class NoteMerger {
  constructor(
    private readonly context: WriterContext,
    private readonly redirector: LinkRedirector,
  ) {}

  /** @throws ToolFailure as `mergedNote`, and as for any write */
  async merge(merge: Merge, call: WriteCall): Promise<MergeResult> {
    const { targets } = this.context;
    const { plan, answer } = await changeWithLinks(this.context, {
      call,
      targets: () => [targets.note(merge.from).path, targets.note(merge.into).path],
      plan: () => this.plan(merge, call),
    });
    return { ...answer, trashed: plan.trashed };
  }

  private async plan(merge: Merge, call: WriteCall): Promise<MergePlan> {
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
    const others = await redirector.redirect([from.path, into.path], links.decide, call);
    const own = others.find(({ file }) => file === into);
    const text = this.finalText(own?.text ?? before.text, fromText, links, merge);
    const elsewhere = others.filter(({ file }) => file !== into && file !== from);
    const relinks = relinkSteps(elsewhere);
    const { way, trashed } = trashTarget(app, authority.grant, isHeadless);
    const removed = [{ path: from.path, isFolder: false, size: bytes.length, bytes }];
    return {
      steps: [
        { kind: 'edit', file: into, before, text },
        ...relinks,
        { kind: 'trash', file: from, way, isPermanent: trashed === 'permanent', removed },
      ],
      trashed,
      report: reportOf(linkReport(elsewhere), own?.links ?? 0, links),
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
    const [from, into] = [targets.note(merge.from), targets.note(merge.into)];
    if (from === into) throw new ToolFailure('invalid_argument', 'A note cannot be merged into itself.');
    return { from, into };
  }

  /** With the links of both notes adjusted. */
  private finalText(into: string, fromText: string, links: MergedLinks, merge: Merge): string {
    return storable(mergedNote({ into, from: links.moved(fromText) }, merge).text);
  }
}

function reportOf(report: LinkReport, own: number, { inexact }: MergedLinks): LinkReport {
  const links = counted(inexact, 'link now points', 'links now point');
  const hint = `${links} to the first of two equal headings: each note had one.`;
  const hints = [...(report.hints ?? []), ...(inexact === 0 ? [] : [hint])];
  return { linksUpdated: report.linksUpdated + own, ...(hints.length === 0 ? {} : { hints }) };
}
