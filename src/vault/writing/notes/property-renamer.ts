import { atOrBelow } from '../../access/visible-folders';
import type { TFile } from 'obsidian';
import { ToolFailure } from '../../../errors';
import { renameProperty } from '../../../markdown/frontmatter-edit/rename-property';
import { advicePast } from '../../queries/unreadable';
import { nearest } from '../../../utils/near';
import { namingBaseHints } from '../../bases/naming-bases';
import { propertyKey, propertyName } from '../../../utils/properties/property-names';
import { filtered } from '../../../utils/slicing/time-slicer';
import { counted, excerpt, quoted } from '../../../utils/text/pieces';
import type { Plan, WriteCall } from '../pipeline/pipeline';
import type { Step } from '../pipeline/steps';
import { type MultiWriteResult, stepsOfEach, writeMany } from '../write-result';
import type { WriterContext } from '../writer-context';

interface PropertyRenaming {
  /** In any letter case. */
  readonly property: string;
  readonly newProperty: string;
  /** Only notes in this folder or below it. */
  readonly path?: string | undefined;
}

/** Notes that a failure names. */
const maxNamed = 20;

/** Properties that mean something to Obsidian. */
const ofTheApp = /^(?:tags?|alias(?:es)?|cssclass(?:es)?)$/iu;

/** Renames a property in all notes that one caller sees. */
export class PropertyRenamer {
  constructor(private readonly context: WriterContext) {}

  /**
   * @throws ToolFailure `not_found` if no note has the property; `already_exists` with the notes that have
   * the new one too; `invalid_frontmatter`; and like any write
   */
  async rename(renaming: PropertyRenaming, call: WriteCall): Promise<MultiWriteResult> {
    const newProperty = renaming.newProperty.trim();
    if (newProperty === '' || /[\n\r]/u.test(newProperty))
      throw new ToolFailure('invalid_argument', '`newProperty` is not a valid property name.');
    const { answer } = await writeMany(this.context, {
      call,
      targets: async () => (await this.having(renaming, call.signal)).map(({ path }) => path),
      plan: () => this.plan({ ...renaming, newProperty }, call),
    });
    return answer;
  }

  private async hints(name: string, newName: string, signal: AbortSignal): Promise<string[]> {
    if (name === newName) return ['`property` and `newProperty` are the same name, so nothing changes.'];
    const isLost = ofTheApp.test(name) && !ofTheApp.test(newName);
    const lost = isLost ? [`Obsidian itself uses ${quoted(name)}, but not the new name.`] : [];
    return [
      ...lost,
      ...(await namingBaseHints([{ kind: 'properties', name, newName }], this.context, signal)),
    ];
  }

  private async plan(renaming: PropertyRenaming, call: WriteCall): Promise<Plan> {
    const { notes, targets, slicer } = this.context;
    const { property, newProperty } = renaming;
    const taken: string[] = [];
    const having = await this.having(renaming, call.signal);
    for (const { path } of having) targets.allow(path);
    const stepsOf = async (file: TFile): Promise<Step[]> => {
      const before = await notes.readFile(file, call.signal);
      const renamed = renameProperty(before.text, property, newProperty);
      if (renamed.kind === 'taken') taken.push(file.path);
      const isChanged = renamed.kind === 'renamed' && renamed.text !== before.text;
      return isChanged ? [{ kind: 'edit', file, before, text: renamed.text }] : [];
    };
    const steps = await stepsOfEach(having, 'Note', { call, loop: { slicer, signal: call.signal } }, stepsOf);
    if (taken.length > 0) throw propertyTaken(taken);
    const names = { from: excerpt(property), to: excerpt(newProperty) };
    const isOtherCase = property.trim() === newProperty && steps.length > 0;
    const hints = isOtherCase ? [] : await this.hints(property.trim(), newProperty, call.signal);
    return { steps, hints, action: { kind: 'renameProperty', ...names, notes: steps.length } };
  }

  private async having({ property, path }: PropertyRenaming, signal: AbortSignal): Promise<TFile[]> {
    const { files, facts, hints, readiness, slicer } = this.context;
    const isInPlace = atOrBelow(files.folder(path));
    await readiness.wait(signal);
    const loop = { slicer, signal };
    const notes = await filtered(await files.notesSliced(loop), note => isInPlace(note.path), loop);
    const hasIt = (note: TFile): boolean =>
      propertyName(facts.of(note).frontmatter ?? {}, property) !== undefined;
    const found = await filtered(notes, hasIt, loop);
    if (found.length > 0) return found.sort((a, b) => (a.path < b.path ? -1 : 1));
    const names = new Set(notes.flatMap(note => Object.keys(facts.of(note).frontmatter ?? {})));
    const spellings = new Map([...names].map(name => [propertyKey(name), name]));
    const ways = [
      'Find properties with `list_properties`.',
      'Read a note to see how its properties are named.',
    ];
    throw new ToolFailure('not_found', 'No note here has this property.', {
      candidates: nearest(property, [...spellings.values()], 5),
      hint: advicePast(await hints.unreadableAt(path, signal), ways),
    });
  }
}

function propertyTaken(paths: readonly string[]): ToolFailure {
  const notes = counted(paths.length, 'note has', 'notes have');
  return new ToolFailure(
    'already_exists',
    `${notes} the new property too, or the old one in several spellings; nothing was changed.`,
    {
      candidates: paths.slice(0, maxNamed),
      hint: 'Fix these notes one by one, or choose another folder with `path`.',
    },
  );
}
