import { unifiedDiffInTurns } from '../../markdown/diff/diff';
import { sha256 } from '../../platform';
import { forEachInTurn, type SlicedLoop } from '../../utils/slicing/time-slicer';
import { clientName, visible, visibleLine } from '../../utils/text/visible-text';
import type { ChangeAction } from '../journal/records';
import type { ApprovalRequest, ProposedChange } from './approval-request';

/** Limits for the diff of each file. */
const limits = { maxLines: 40, lineLength: 4_000 };
/** How many files the text names, and how many if they are deleted permanently. */
const maxFiles = { default: 10, permanent: 1000 };

/** A request as text with its diffs, for a host without a dialog. @param actionText describes a change as a whole */
export async function approvalText(
  request: ApprovalRequest,
  actionText: (action: ChangeAction) => string,
  loop: SlicedLoop,
): Promise<string> {
  const { token, client, tool, changes, command, action, warning } = request;
  const who = client === undefined ? `"${token}"` : `"${token}" ("${clientName(client)}")`;
  const head = visibleLine(`${who} wants to use ${tool}${command === undefined ? '' : `: ${command}`}`);
  const shown = warning === undefined ? maxFiles.default : maxFiles.permanent;
  const more = changes.length - shown;
  const rows: string[] = [];
  await forEachInTurn(changes.slice(0, shown), loop, async change =>
    rows.push(await changeText(change, loop)),
  );
  return [
    head,
    ...(action === undefined ? [] : [actionText(action)]),
    ...(warning === undefined ? [] : [warning]),
    ...rows,
    ...(more > 0 ? [`and ${more} more files`] : []),
  ].join('\n');
}

/** A digest of all texts that would change, since the question shows only a part; contents that are not text count by path only. */
export function approvalDigest({ token, tool, changes, command }: ApprovalRequest): string {
  const digestOf = (text: string | undefined): string | null => (text === undefined ? null : sha256(text));
  const parts = changes.map(({ kind, path, newPath, before, after }) => {
    return [kind, path, newPath ?? null, digestOf(before), digestOf(after)];
  });
  return sha256(JSON.stringify([token, tool, command ?? null, parts]));
}

async function changeText(change: ProposedChange, loop: SlicedLoop): Promise<string> {
  const { kind, path, newPath, isLinking, isPermanent, before = '', after = '' } = change;
  const what = isLinking === true ? 'links in' : isPermanent === true ? 'delete for good' : kind;
  const head = visibleLine(`${what} ${path}${newPath === undefined ? '' : ` → ${newPath}`}`);
  if (newPath !== undefined || before === after || kind === 'delete') return head;
  return `${head}\n${visible(await unifiedDiffInTurns(before, after, limits, loop))}`;
}
