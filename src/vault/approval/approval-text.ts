import { unifiedDiff } from '../../markdown/diff';
import { visible, visibleLine } from '../../utils/visible-text';
import type { ApprovalRequest, ProposedChange } from './approval-request';

/** Lines of one file's difference that a terminal shows. */
const mostLines = 40;
/** Files that it names. */
const mostFiles = 10;

/** A request in words, with the differences, for where there is no dialog. */
export function approvalText({ token, client, tool, changes, command }: ApprovalRequest): string {
  const who = client === undefined ? `"${token}"` : `"${token}" (${client})`;
  const head = visibleLine(`${who} wants to use ${tool}${command === undefined ? '' : `: ${command}`}`);
  const more = changes.length - mostFiles;
  return [
    head,
    ...changes.slice(0, mostFiles).map(changeText),
    ...(more > 0 ? [`and ${more} more files`] : []),
  ].join('\n');
}

function changeText({ kind, path, newPath, isLinking, before = '', after = '' }: ProposedChange): string {
  if (isLinking === true) return visibleLine(`links in ${path}`);
  const head = visibleLine(`${kind} ${path}${newPath === undefined ? '' : ` → ${newPath}`}`);
  if (newPath !== undefined || before === after || kind === 'delete') return head;
  return `${head}\n${visible(unifiedDiff(before, after, { maxLines: mostLines }))}`;
}
