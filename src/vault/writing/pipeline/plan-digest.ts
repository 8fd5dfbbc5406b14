import { sha256 } from '../../../platform';
import { fingerprinting, hashing } from '../../../utils/hashing';
import type { Steps } from '../../../utils/slicing/steps';
import { drive, type SliceTurn } from '../../../utils/slicing/time-slicer';
import type { Removed, Step } from './steps';

/** Identifies a plan by all that the user approved: every path, every content, and how files are deleted. */
export async function planDigest(steps: readonly Step[], turn: SliceTurn): Promise<string> {
  const digests: string[] = [];
  for (const step of steps) digests.push(...(await drive(agreedParts(step), turn)));
  return digests.join(' ');
}

function* agreedParts(step: Step): Steps<string[]> {
  yield;
  const { kind } = step;
  switch (kind) {
    case 'edit':
      return [
        digest(
          kind,
          step.file.path,
          step.before.versionId,
          yield* contentHash(step.text),
          step.isWhole === true,
        ),
      ];
    case 'create':
      return [digest(kind, step.path, yield* contentHash(step.content))];
    case 'makeFolder':
    case 'removeFolder':
      return [digest(kind, step.path)];
    case 'relink':
      return [digest(kind, step.path, yield* contentHash(step.before), yield* contentHash(step.text))];
    case 'trash': {
      const digests = [digest(kind, step.file.path, step.way, step.isPermanent)];
      for (const removed of step.removed)
        digests.push(digest(removed.path, removed.isFolder, yield* contentOf(removed)));
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

function* contentHash(content: string | Uint8Array): Steps<string> {
  return (yield* fingerprinting(content)).hash;
}

/** If the bytes are not kept, uses their number instead. */
function* contentOf({ bytes, size }: Removed): Steps<string | number> {
  yield;
  return bytes === undefined ? size : yield* hashing(bytes);
}
