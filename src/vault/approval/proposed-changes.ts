import type { ApprovalRisk } from '../../utils/approval-rules';
import { counted } from '../../utils/text/one-line';
import type { Steps } from '../../utils/slicing/steps';
import type { Plan } from '../writing/pipeline/pipeline';
import { isIdle, type Removed, type Step } from '../writing/pipeline/steps';
import { decoding, isPlainText } from '../../utils/text/utf8';
import type { ApprovalSubject, ProposedChange } from './approval-request';

/** A change of more files than this is a mass change. */
const fewFiles = 5;

/** What the user must know about a plan before it is carried out. */
export function* subjectOf(plan: Plan): Steps<ApprovalSubject> {
  const steps = plan.steps.filter(step => !isIdle(step));
  const changes: ProposedChange[] = [];
  for (const step of steps) {
    yield;
    for (const change of yield* changesOf(step)) changes.push(change);
  }
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
  return `This deletes ${what} for good: no trash keeps them.`;
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

function* changesOf(step: Step): Steps<ProposedChange[]> {
  switch (step.kind) {
    case 'edit':
      return [{ kind: 'edit', path: step.file.path, before: step.before.text, after: step.text }];
    case 'create':
      return [yield* created(step)];
    case 'makeFolder':
      return [{ kind: 'create', path: step.path, isFolder: true }];
    case 'removeFolder':
      return [{ kind: 'delete', path: step.path, isFolder: true }];
    case 'trash': {
      const files: ProposedChange[] = [];
      for (const file of step.removed) files.push(yield* removedFile(file, step.isPermanent));
      return files;
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
function* created({ path, content }: Step & { kind: 'create' }): Steps<ProposedChange> {
  if (typeof content === 'string') return { kind: 'create', path, after: content };
  const after = (yield* isPlainText(content)) ? yield* decoding(content) : undefined;
  return { kind: 'create', path, ...(after === undefined ? {} : { after }) };
}

function relinked({ path, isSeen }: { readonly path: string; readonly isSeen: boolean }): ProposedChange {
  return { kind: 'edit', path, isLinking: true, ...(isSeen ? {} : { isUnseen: true }) };
}

function* removedFile({ path, isFolder, bytes }: Removed, isPermanent: boolean): Steps<ProposedChange> {
  const isNote = bytes !== undefined && path.endsWith('.md');
  const before = isNote ? yield* decoding(bytes) : undefined;
  return { kind: 'delete', path, isFolder, isPermanent, ...(before === undefined ? {} : { before }) };
}
