import { yieldToLoop } from '../../platform';
import { type Content, fingerprintOf } from '../../utils/bytes';
import { mapDefined } from '../../utils/collections';
import type { ImageBatch } from './image-store';
import type { FileChange, BeginLine, ChangedFile, Image, LinkedImage } from './records';

/** A file of a change about to be made, with its content before and after. */
export interface IntendedFile extends FileChange<Content> {
  /** Only the hash of `after` is kept: no undo needs the content of a new file. */
  readonly isHashOnly?: boolean | undefined;
}

export interface LoadedFile extends FileChange<Uint8Array> {
  /** Hash of the content after the change, if that is not kept. */
  readonly afterHash?: string | undefined;
}

/** A file whose links the app will change because of a move. */
export interface IntendedLinks {
  readonly path: string;
  readonly before: Uint8Array;
}

/** Files and bytes between two turns of the event loop: small ones are compressed on this thread. */
const stretch = { files: 16, bytes: 256 * 1024 };

/** Yields to the event loop after each stretch. */
function inStretches(): (...contents: readonly (Content | undefined)[]) => Promise<void> {
  let [files, bytes] = [0, 0];
  return async (...contents) => {
    files += 1;
    for (const content of contents) bytes += content?.length ?? 0;
    if (files < stretch.files && bytes < stretch.bytes) return;
    [files, bytes] = [0, 0];
    await yieldToLoop();
  };
}

export async function recordedFiles(
  files: readonly IntendedFile[],
  contents: ImageBatch,
  progress?: (done: number, of: number) => void,
): Promise<ChangedFile[]> {
  const recorded: ChangedFile[] = [];
  const next = inStretches();
  for (const { before, after, isHashOnly = false, ...file } of files) {
    await next(before, after);
    progress?.(recorded.length, files.length);
    recorded.push({
      ...file,
      before: before === undefined ? undefined : await contents.add(before),
      after:
        after === undefined ? undefined : await (isHashOnly ? fingerprintOf(after) : contents.add(after)),
    });
  }
  return recorded;
}

export async function recordedLinks(
  linked: readonly IntendedLinks[],
  contents: ImageBatch,
): Promise<Pick<BeginLine, 'linked'>> {
  const recorded = await recordedFiles(linked.map(asEdit), contents);
  const links = mapDefined(recorded, ({ path, before }) => before && { path, before });
  return links.length === 0 ? {} : { linked: links };
}

function asEdit<File>(file: File): File & { kind: 'edit' } {
  return { ...file, kind: 'edit' };
}

interface KeptContents {
  image(image: Image): Promise<Uint8Array | undefined>;
}

/** A change's files with their contents, as far as the journal kept them. */
export async function loadedFiles(kept: KeptContents, files: readonly ChangedFile[]): Promise<LoadedFile[]> {
  const loaded: LoadedFile[] = [];
  const next = inStretches();
  for (const { before, after, ...file } of files) {
    const contents = {
      before: before && (await kept.image(before)),
      after: after && (await kept.image(after)),
    };
    const isKept = after === undefined || contents.after !== undefined;
    loaded.push({ ...file, ...contents, ...(isKept ? {} : { afterHash: after.hash }) });
    await next(contents.before, contents.after);
  }
  return loaded;
}

export async function loadedLinks(
  kept: KeptContents,
  linked: readonly LinkedImage[],
): Promise<IntendedLinks[]> {
  const loaded = await loadedFiles(kept, linked.map(asEdit));
  return mapDefined(loaded, ({ path, before }) => before && { path, before });
}
