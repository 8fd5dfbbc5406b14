import type { ApprovalRequest, ApprovalSubject, ProposedChange } from '../../vault/approval/approval-request';
import { counted, twoDigits } from '../plain-words';
import { quotedClient, visibleLine } from '../../utils/text/visible-text';

/** What would happen, in a few words that name it: `Delete the folder “Library”: 22 files (20 notes)`. */
export function titleOfRequest({ changes, command }: ApprovalSubject): string {
  if (command !== undefined) return `Run the command “${visibleLine(command)}”`;
  const direct = changes.filter(({ isLinking }) => isLinking !== true);
  const files = direct.filter(({ isFolder }) => isFolder !== true);
  const kinds = new Set((files.length > 0 ? files : direct).map(({ kind }) => kind));
  const verb = kinds.size === 1 ? verbs[[...kinds][0] ?? 'edit'] : 'Change';
  const folder = folderAround(direct);
  if (folder !== undefined && folder.kind !== 'create') {
    const contents = files.length === 0 ? '' : `: ${countOf(files)}`;
    return `${verb} ${forGood(direct)}the folder ${nameOf(folder)}${contents}`;
  }
  const [only] = files.length > 0 ? files : direct;
  const what = files.length > 1 ? countOf(files) : nameOf(only);
  return `${verb} ${forGood(direct)}${what}${linksOf(changes)}`;
}

/** Who asks, with which tool. */
export function applicantOf({ token, client }: ApprovalRequest, tool: string): string {
  // The token first: a client chooses what it calls itself.
  const who = `“${visibleLine(token)}”${client === undefined ? '' : ` (${quotedClient(client)})`}`;
  return `${who} asks for this with “${tool}”.`;
}

const verbs: Readonly<Record<ProposedChange['kind'], string>> = {
  create: 'Create',
  edit: 'Edit',
  delete: 'Delete',
  move: 'Move',
};

/** The folder that everything else in the list lies in. */
function folderAround(changes: readonly ProposedChange[]): ProposedChange | undefined {
  return changes.find(
    ({ path, isFolder }) =>
      isFolder === true && changes.every(other => other.path === path || other.path.startsWith(`${path}/`)),
  );
}

function forGood(changes: readonly ProposedChange[]): string {
  return changes.some(({ isPermanent }) => isPermanent === true) ? 'for good ' : '';
}

function nameOf(change: ProposedChange | undefined): string {
  if (change === undefined) return 'nothing';
  const { path, newPath } = change;
  const name = (place: string): string => place.slice(place.lastIndexOf('/') + 1).replace(/\.md$/, () => '');
  return `“${visibleLine(name(path))}”${newPath === undefined ? '' : ` to “${visibleLine(newPath)}”`}`;
}

/** `14 notes`, `22 files (20 notes)`. */
function countOf(files: readonly ProposedChange[]): string {
  const notes = files.filter(({ path }) => path.endsWith('.md')).length;
  if (notes === files.length) return counted(notes, 'note');
  return `${counted(files.length, 'file')}${notes === 0 ? '' : ` (${counted(notes, 'note')})`}`;
}

function linksOf(changes: readonly ProposedChange[]): string {
  const linking = changes.filter(({ isLinking, isUnseen }) => isLinking === true && isUnseen !== true).length;
  return linking === 0 ? '' : `, and links in ${counted(linking, 'note')}`;
}

/** The time until a moment, such as `1:05`. */
export function remaining(until: number, now: number): string {
  const seconds = Math.max(0, Math.ceil((until - now) / 1000));
  return `${Math.floor(seconds / 60)}:${twoDigits(seconds % 60)}`;
}
