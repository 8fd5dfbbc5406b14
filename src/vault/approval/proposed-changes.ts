import type { ApprovalRisk } from '../../utils/approval-rules';
import type { Plan } from '../writing/pipeline';
import { isIdle, type Removed, type Step } from '../writing/steps';
import type { ApprovalSubject, ProposedChange } from './approval-request';

/** A change of more files than this is a mass change. */
export const fewFiles = 5;

/** What a person has to know of a plan before it is carried out. */
export function subjectOf(plan: Plan): ApprovalSubject {
  const steps = plan.steps.filter(step => !isIdle(step));
  const changes = steps.flatMap(changesOf);
  const files = changes.filter(({ isFolder }) => isFolder !== true);
  const risks = new Set<ApprovalRisk>(steps.map(riskOf));
  if (files.length > fewFiles) risks.add('massChange');
  return { risks: [...risks], changes };
}

function riskOf(step: Step): ApprovalRisk {
  switch (step.kind) {
    case 'trash':
    case 'removeFolder':
      return 'delete';
    case 'move':
      return 'move';
    case 'edit':
      return step.isWhole === true ? 'overwrite' : 'edit';
    case 'create':
    case 'makeFolder':
      return 'edit';
  }
}

function changesOf(step: Step): ProposedChange[] {
  switch (step.kind) {
    case 'edit':
      return [{ kind: 'edit', path: step.file.path, before: step.before.text, after: step.text }];
    case 'create':
      return [
        {
          kind: 'create',
          path: step.path,
          ...(typeof step.content === 'string' ? { after: step.content } : {}),
        },
      ];
    case 'makeFolder':
      return [{ kind: 'create', path: step.path, isFolder: true }];
    case 'removeFolder':
      return [{ kind: 'delete', path: step.path, isFolder: true }];
    case 'trash':
      return step.removed.map(removedFile);
    case 'move':
      return [
        { kind: 'move', path: step.file.path, newPath: step.newPath, isFolder: step.isFolder },
        ...step.linked.map(({ path }) => ({ kind: 'edit', path, isLinking: true }) as const),
      ];
  }
}

function removedFile({ path, isFolder, bytes }: Removed): ProposedChange {
  const isNote = bytes !== undefined && path.endsWith('.md');
  const before = isNote ? { before: new TextDecoder().decode(bytes) } : {};
  return { kind: 'delete', path, isFolder, ...before };
}
