import type { Change, ChangedFile } from '../../journal/journal';

/** What is at a path after a change: a content by its hash, nothing, or something whose content is not known. */
type State = string;
const nothing: State = 'nothing';
const something: State = 'something';

/** Follows changes from the newest to the oldest and tells whether a later one is in the way of taking one back. */
export class LaterStates {
  private readonly newest = new Map<string, State>();

  /** @param files of a change; call it before `pass` with that change */
  isLatest(files: readonly ChangedFile[]): boolean {
    return files.every(file => statesAfter(file).every(([path, state]) => this.allows(path, state)));
  }

  pass({ files }: Change): void {
    for (const file of files.toReversed()) {
      for (const [path, state] of statesAfter(file)) {
        if (!this.newest.has(path)) this.newest.set(path, state);
      }
    }
  }

  private allows(path: string, state: State): boolean {
    const newest = this.newest.get(path);
    return newest === undefined || newest === state || (state === something && newest !== nothing);
  }
}

function statesAfter({ kind, path, newPath, after, isFolder }: ChangedFile): (readonly [string, State])[] {
  if (isFolder === true && kind === 'create') return [];
  switch (kind) {
    case 'create':
    case 'edit':
      return [[path, after?.hash ?? something]];
    case 'delete':
      return [[path, nothing]];
    case 'move':
      return [
        [path, nothing],
        [newPath ?? path, something],
      ];
  }
}

/** Whether only the links of the file changed, since another one was moved: a change that moves does nothing else. */
export function isLinkEdit({ kind }: ChangedFile, files: readonly ChangedFile[]): boolean {
  return kind === 'edit' && files.some(other => other.kind === 'move');
}

/** The files of a change that are worth telling: folders only where nothing else changed. */
export function reportedFiles({ files }: Change): readonly ChangedFile[] {
  const told = files.filter(({ isFolder, kind }) => isFolder !== true || kind === 'move');
  return told.length > 0 ? told : files;
}
