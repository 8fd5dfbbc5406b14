import type { ApprovalRisk } from '../../utils/rights';
import { counted } from '../../utils/text/pieces';
import type { Plan } from '../writing/pipeline/pipeline';
import { intendedFiles, isIdle, type Step } from '../writing/pipeline/steps';
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
  // Links that change without a move follow an edit, such as a renamed heading.
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

/** Undefined unless something is deleted permanently. */
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

async function changesOf(step: Step, loop: SlicedLoop, isShown: boolean): Promise<readonly ProposedChange[]> {
  const changes: ProposedChange[] = [];
  const told = {
    ...(step.kind === 'trash' ? { isPermanent: step.isPermanent } : {}),
    ...(step.kind === 'relink' && !step.isSeen ? { isUnseen: true } : {}),
  };
  await forEachInTurn(
    intendedFiles(step),
    loop,
    async ({ before, after, isHashOnly: _isHashOnly, ...file }) => {
      const isBinary = after instanceof Uint8Array && after.includes(0);
      // Deleted files are shown only if they are notes, new ones whatever their text, such as a drawing that may hold a script.
      const old = file.kind === 'delete' && !file.path.endsWith('.md') ? undefined : before;
      changes.push({
        ...file,
        before: await textOf(old, loop, isShown),
        after: await textOf(isBinary ? undefined : after, loop, isShown),
        ...told,
      });
    },
  );
  const linked = step.kind === 'move' ? step.linked : [];
  return [
    ...changes,
    ...linked.map(({ path, isSeen }) => {
      return { kind: 'edit', path, isLinking: true, ...(isSeen ? {} : { isUnseen: true }) } as const;
    }),
  ];
}

/** Undefined for bytes that are not text, and if nobody is shown them. */
async function textOf(
  content: string | Uint8Array | undefined,
  loop: SlicedLoop,
  isShown: boolean,
): Promise<string | undefined> {
  if (content === undefined || typeof content === 'string') return content;
  return isShown ? decodedInTurns(content, loop) : undefined;
}
