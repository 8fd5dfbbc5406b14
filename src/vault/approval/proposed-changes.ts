import type { ApprovalRisk } from '../../utils/approval-rules';
import { counted } from '../../utils/text/pieces';
import type { Plan } from '../writing/pipeline/pipeline';
import { isIdle, type Removed, type Step } from '../writing/pipeline/steps';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { decodedInTurns } from '../../utils/bytes';
import type { ApprovalSubject, ProposedChange } from './approval-request';

/** A change of more files than this is a mass change. */
const fewFiles = 5;

/**
 * What the user must know about a plan before it is carried out.
 * @param isShown whether somebody is asked; otherwise the texts of files that are there as bytes are left out
 */
export async function subjectOf(plan: Plan, loop: SlicedLoop, isShown: boolean): Promise<ApprovalSubject> {
  const steps = plan.steps.filter(step => !isIdle(step));
  const changes: ProposedChange[] = [];
  await forEachInTurn(steps, loop, async step => {
    for (const change of await changesOf(step, loop, isShown)) changes.push(change);
  });
  // Unseen files do not count: a refusal must not reveal how many notes link to another.
  const files = changes.filter(({ isFolder, isUnseen }) => isFolder !== true && isUnseen !== true);
  const isMove = steps.some(({ kind }) => kind === 'move');
  // Links that change without a move follow an edit.
  const risks = new Set(steps.map(step => (step.kind === 'relink' && !isMove ? 'edit' : riskOf(step))));
  if (files.length > fewFiles) risks.add('massChange');
  const warning = warningOf(changes);
  return {
    risks: [...risks],
    changes,
    ...(plan.action === undefined ? {} : { action: plan.action }),
    ...(warning === undefined ? {} : { warning }),
  };
}

/** Undefined unless something is deleted without a trash that keeps it. */
function warningOf(changes: readonly ProposedChange[]): string | undefined {
  const gone = changes.filter(({ isPermanent }) => isPermanent === true);
  if (gone.length === 0) return undefined;
  const files = gone.filter(({ isFolder }) => isFolder !== true).length;
  const folders = gone.length - files;
  const what = [counted(files, 'file'), ...(folders === 0 ? [] : [counted(folders, 'folder')])].join(' and ');
  return `This deletes ${what} permanently, without the trash.`;
}

function riskOf(step: Step): ApprovalRisk {
  switch (step.kind) {
    case 'trash':
    case 'removeFolder':
      return 'delete';
    case 'move':
    case 'relink':
      return 'move';
    case 'edit':
      return step.isWhole === true ? 'overwrite' : 'edit';
    case 'create':
    case 'makeFolder':
      return 'edit';
  }
}

/** The text of a file; undefined if it has none. */
type TextOf = (bytes: Uint8Array) => Promise<string | undefined>;

async function changesOf(step: Step, loop: SlicedLoop, isShown: boolean): Promise<readonly ProposedChange[]> {
  const textOf = async (bytes: Uint8Array): Promise<string | undefined> =>
    isShown ? decodedInTurns(bytes, loop) : undefined;
  switch (step.kind) {
    case 'edit':
      return [{ kind: 'edit', path: step.file.path, before: step.before.text, after: step.text }];
    case 'create':
      return [await created(step, textOf)];
    case 'makeFolder':
      return [{ kind: 'create', path: step.path, isFolder: true }];
    case 'removeFolder':
      return [{ kind: 'delete', path: step.path, isFolder: true }];
    case 'trash': {
      const removed: ProposedChange[] = [];
      await forEachInTurn(step.removed, loop, async file =>
        removed.push(await removedFile(file, step.isPermanent, textOf)),
      );
      return removed;
    }
    case 'move':
      return [
        { kind: 'move', path: step.file.path, newPath: step.newPath, isFolder: step.isFolder },
        ...step.linked.map(relinked),
      ];
    case 'relink':
      return [{ ...relinked(step), before: step.before, after: step.text }];
  }
}

/** Contents that are text are shown, also of an attachment such as a drawing that may hold a script. */
async function created(
  { path, content }: Step & { kind: 'create' },
  textOf: TextOf,
): Promise<ProposedChange> {
  if (typeof content === 'string') return { kind: 'create', path, after: content };
  const after = content.includes(0) ? undefined : await textOf(content);
  return { kind: 'create', path, ...(after === undefined ? {} : { after }) };
}

function relinked({ path, isSeen }: { readonly path: string; readonly isSeen: boolean }): ProposedChange {
  return { kind: 'edit', path, isLinking: true, ...(isSeen ? {} : { isUnseen: true }) };
}

async function removedFile(
  { path, isFolder, bytes }: Removed,
  isPermanent: boolean,
  textOf: TextOf,
): Promise<ProposedChange> {
  const isNote = bytes !== undefined && path.endsWith('.md');
  const before = isNote ? await textOf(bytes) : undefined;
  return { kind: 'delete', path, isFolder, isPermanent, ...(before === undefined ? {} : { before }) };
}
