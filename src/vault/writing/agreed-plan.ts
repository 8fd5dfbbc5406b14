import { sha256 } from '../../platform';
import type { SliceTurn } from '../../utils/time-slicer';
import type { Removed, Step } from './steps';
import { bytesOf } from './text-bytes';

/** Names a plan by all that a person agreed to: every path, every content, and how files are deleted. */
export async function planDigest(steps: readonly Step[], turn: SliceTurn): Promise<string> {
  const digests: string[] = [];
  for (const step of steps) {
    for (const part of agreedParts(step)) {
      digests.push(sha256(JSON.stringify(part)));
      if (turn.due()) await turn.pause();
    }
  }
  return digests.join(' ');
}

/** Made one by one, since the contents of a folder are hashed. */
function* agreedParts(step: Step): Generator<readonly unknown[]> {
  const { kind } = step;
  switch (kind) {
    case 'edit':
      yield [kind, step.file.path, step.before.versionId, step.text, step.isWhole === true];
      return;
    case 'create':
      yield [kind, step.path, sha256(bytesOf(step.content))];
      return;
    case 'makeFolder':
    case 'removeFolder':
      yield [kind, step.path];
      return;
    case 'relink':
      yield [kind, step.path, step.before, step.text];
      return;
    case 'trash':
      yield [kind, step.file.path, step.way, step.isPermanent];
      for (const removed of step.removed) yield [removed.path, removed.isFolder, contentOf(removed)];
      return;
    case 'move':
      yield [kind, step.file.path, step.newPath, step.withLinks, step.contents];
      yield step.linked.map(({ path, links }) => [path, links]);
  }
}

/** Where the bytes are not kept, their number stands for them. */
function contentOf({ bytes, size }: Removed): string | number {
  return bytes === undefined ? size : sha256(bytes);
}
