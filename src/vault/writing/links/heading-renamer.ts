import type { TFile } from 'obsidian';
import { matchOf, excerpt } from '../../../utils/text/pieces';
import { ToolFailure } from '../../../errors';
import { type HeadingChange, SubpathGuide } from '../../../markdown/links/heading-subpath';
import { parseNote, scanStructure } from '../../../markdown/structure/scan-structure';
import {
  headingsNamed,
  outlineOf,
  sectionAmong,
  HeadingTree,
} from '../../../markdown/targets/heading-target';
import { spliced } from '../../../markdown/text/splices';
import { hasFolderRules } from '../../access/access';
import type { NoteContent } from '../../reading/notes';
import {
  requirePlainHeading,
  type Decision,
  linkReport,
  type LinkRedirector,
  relinkSteps,
  changeWithLinks,
  type LinkChangeResult,
  type LinkingPlan,
} from './link-redirector';
import type { WriteCall } from '../pipeline/pipeline';
import type { WriterContext } from '../writer-context';

interface HeadingRenaming {
  readonly path: string;
  /** The heading's text, or the last parts of its path joined with `::`. */
  readonly heading: string;
  readonly newHeading: string;
  /** 1-based, among the headings that match `heading`. */
  readonly occurrence?: number | undefined;
}

export class HeadingRenamer {
  constructor(
    private readonly context: WriterContext,
    private readonly redirector: LinkRedirector,
  ) {}

  /**
   * @throws ToolFailure `target_not_found`, `target_ambiguous`; `invalid_argument` for a text that is no
   * heading; `already_exists` if links could not distinguish the heading from another; and like any write
   */
  async rename(renaming: HeadingRenaming, call: WriteCall): Promise<LinkChangeResult> {
    const { targets } = this.context;
    const own = (): string[] => [targets.note(renaming.path).path];
    const { answer } = await changeWithLinks(this.context, call, own, linking =>
      this.plan(renaming, linking, call),
    );
    return answer;
  }

  private async plan(renaming: HeadingRenaming, linking: TFile[], call: WriteCall): Promise<LinkingPlan> {
    const { authority, notes, targets } = this.context;
    const { redirector } = this;
    const { marks, newHeading } = withoutMarks(renaming.newHeading.trim());
    if (hasFolderRules(authority.grant)) requirePlainHeading(newHeading);
    const file = targets.note(renaming.path);
    const before = await notes.readFile(file, call.signal);
    const renamed = this.renamed(before, { ...renaming, newHeading }, marks);
    if (renamed.text === before.text)
      return {
        steps: [{ kind: 'edit', file, before, text: before.text }],
        linksUpdated: 0,
        hints: ['`heading` and `newHeading` are the same, so nothing changes.'],
      };
    const decide = decisionOf(renamed.guide);
    const own = redirector.inText(renamed.text, file, [file.path], decide);
    const elsewhere = linking.filter(one => one !== file);
    const others = await redirector.redirect(elsewhere, [file.path], decide, call);
    const links = [own, ...others].reduce((sum, one) => sum + one.links, 0);
    const relinks = relinkSteps(others);
    const { linksUpdated, hints } = linkReport(others);
    return {
      steps: [{ kind: 'edit', file, before, text: own.text }, ...relinks],
      linksUpdated: linksUpdated + own.links,
      hints,
      action: {
        kind: 'renameHeading',
        path: file.path,
        from: excerpt(renaming.heading),
        to: excerpt(newHeading),
        links,
        otherFiles: relinks.length,
      },
    };
  }

  /**
   * The note with the heading renamed, and the new positions of its headings.
   * @param marks the `#` before the new name; none if undefined
   */
  private renamed(
    note: NoteContent,
    { heading, newHeading, occurrence }: HeadingRenaming,
    marks: string | undefined,
  ): { readonly text: string; readonly guide: SubpathGuide } {
    const structure = parseNote(note.text);
    const tree = new HeadingTree(note.text, structure);
    const fitting = headingsNamed(tree, heading, '::');
    const query = { occurrence, emptyHint: 'Name a note that has the heading.' };
    const { headingSpan } = sectionAmong(tree, fitting, heading, query);
    const index = structure.headings.findIndex(({ start }) => start === headingSpan.start);
    const span = structure.headings[index];
    if (span === undefined) throw new Error('The section has no heading.');
    if (marks !== undefined && marks.length !== span.level) throw otherLevel();
    const text = spliced(note.text, [{ from: span.textStart, to: span.textEnd, text: newHeading }]);
    const after = scanStructure(text, { isLimited: true });
    const change = {
      before: outlineOf(note.text, structure),
      after: outlineOf(text, after),
      newIndex: (at: number): number => at,
    };
    requireHeading(change, index, newHeading);
    return { text, guide: new SubpathGuide(change) };
  }
}

/** Callers often give a name with the marks of its line. */
function withoutMarks(given: string): { readonly marks: string | undefined; readonly newHeading: string } {
  const [whole = '', marks] = matchOf(/^(#{1,6})[ \t]+/u, given);
  return { marks, newHeading: given.slice(whole.length) };
}

function otherLevel(): ToolFailure {
  return new ToolFailure('invalid_argument', 'The heading keeps its level.', {
    hint: [
      'Give `newHeading` without "#". To change the level, use `edit_note` on the line.',
      'Give `newHeading` without "#".',
    ],
  });
}

/** @throws ToolFailure `already_exists` for a link that could only lead to another equal heading */
function decisionOf(guide: SubpathGuide): Decision {
  return ({ subpath, isSeen, isWritable }) => {
    const guided = guide.guide(subpath, isWritable);
    if (guided === undefined) return undefined;
    if (guided.isExact || !isSeen) return { subpath: guided.subpath };
    throw new ToolFailure(
      'already_exists',
      'Another heading in the note already has this name, so links could not tell them apart.',
      { hint: 'Choose another name, or rename the other heading first.' },
    );
  };
}

/** @throws ToolFailure `invalid_argument` unless this heading has the new name and all others keep theirs */
function requireHeading({ before, after }: HeadingChange, index: number, newHeading: string): void {
  const isWhole =
    newHeading !== '' &&
    after.headings.length === before.headings.length &&
    after.headings.every(({ heading, level }, at) => {
      const old = before.headings[at];
      return level === old?.level && heading === (at === index ? newHeading : old.heading);
    });
  if (isWhole) return;
  throw new ToolFailure('invalid_argument', '`newHeading` would not be read as the text of this heading.', {
    hint: 'Give one line of text, without the "#" marks before or after it.',
  });
}
