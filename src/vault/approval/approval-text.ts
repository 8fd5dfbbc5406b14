import { unifiedDiff } from '../../markdown/diff/diff';
import { finish } from '../../utils/slicing/steps';
import { quotedClient, visible, visibleLine } from '../../utils/text/visible-text';
import type { ApprovalRequest, ProposedChange } from './approval-request';

/** Lines of one file's difference that a terminal shows. */
const mostLines = 40;
/** Files that it names, and where they are deleted for good. */
const mostFiles = { usual: 10, forGood: 1000 };

/** A request in words, with the differences, for where there is no dialog. */
export function approvalText(request: ApprovalRequest): string {
  const { token, client, tool, changes, command, warning } = request;
  const who = client === undefined ? `"${token}"` : `"${token}" (${quotedClient(client)})`;
  const head = visibleLine(`${who} wants to use ${tool}${command === undefined ? '' : `: ${command}`}`);
  const shown = warning === undefined ? mostFiles.usual : mostFiles.forGood;
  const more = changes.length - shown;
  return [
    head,
    ...(warning === undefined ? [] : [warning]),
    ...changes.slice(0, shown).map(changeText),
    ...(more > 0 ? [`and ${more} more files`] : []),
  ].join('\n');
}

function changeText(change: ProposedChange): string {
  const { kind, path, newPath, isLinking, isPermanent, before = '', after = '' } = change;
  if (isLinking === true) return visibleLine(`links in ${path}`);
  const head = visibleLine(
    `${isPermanent === true ? 'delete for good' : kind} ${path}${newPath === undefined ? '' : ` → ${newPath}`}`,
  );
  if (newPath !== undefined || before === after || kind === 'delete') return head;
  return `${head}\n${visible(finish(unifiedDiff(before, after, { maxLines: mostLines })))}`;
}
