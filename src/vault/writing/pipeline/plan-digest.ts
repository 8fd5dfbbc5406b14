import { sha256 } from '../../../platform';
import { forEachInTurn, type SlicedLoop } from '../../../utils/slicing/time-slicer';
import type { Removed, Step } from './steps';

/** Identifies a plan by all that the user approved: every path, every content, and how files are deleted. */
export async function planDigest(steps: readonly Step[], loop: SlicedLoop): Promise<string> {
  const digests: string[] = [];
  await forEachInTurn(steps, loop, step => digests.push(...agreedParts(step)));
  return digests.join(' ');
}

function agreedParts(step: Step): string[] {
  const { kind } = step;
  switch (kind) {
    case 'edit':
      return [digest(kind, step.file.path, step.before.versionId, sha256(step.text), step.isWhole === true)];
    case 'create':
      return [digest(kind, step.path, sha256(step.content))];
    case 'makeFolder':
    case 'removeFolder':
      return [digest(kind, step.path)];
    case 'relink':
      return [digest(kind, step.path, sha256(step.before), sha256(step.text))];
    case 'trash': {
      const digests = [digest(kind, step.file.path, step.way, step.isPermanent)];
      for (const removed of step.removed)
        digests.push(digest(removed.path, removed.isFolder, contentOf(removed)));
      return digests;
    }
    case 'move':
      return [
        digest(kind, step.file.path, step.newPath, step.withLinks, step.contents),
        digest(step.linked.map(({ path, links }) => [path, links])),
      ];
  }
}

function digest(...parts: readonly unknown[]): string {
  return sha256(JSON.stringify(parts));
}

/** If the bytes are not kept, uses their number instead. */
function contentOf({ bytes, size }: Removed): string | number {
  return bytes === undefined ? size : sha256(bytes);
}
