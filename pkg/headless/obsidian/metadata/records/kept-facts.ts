/** What a plugin knows of files, kept between runs: each is given back while its file is as it was. */
import type * as Control from '../../../../../src/control';
import type { Vault } from '../../vault/vault';
import { Slices } from '../slices';
import { type ByteReader, ByteWriter } from './bytes';
import { isOf, knownStampOf } from './file-stamp';
import { NoteCursor } from './note-cursor';
import type { StoredNote } from './record-file';
import { RecordKeeper } from './record-keeper';

type FactsOfFiles = Iterable<readonly [file: Control.FileState, facts: Control.FileFacts]>;

export class KeptFacts implements Control.KeptFacts {
  private keeper: RecordKeeper | undefined;
  private facts: (() => FactsOfFiles) | undefined;

  /** @param path of the file outside the vault */
  constructor(
    private readonly vault: Vault,
    private readonly path: string,
  ) {}

  async load(version: string): Promise<Control.LoadedFacts> {
    return new StoredFacts(await this.keeperOf(version).read(new Slices()), this.vault);
  }

  keep(version: string, facts: () => FactsOfFiles): void {
    this.facts = facts;
    this.keeperOf(version).changed();
  }

  /** Writes all that is known by now: when it was written last, more texts may have been in preparation. */
  async close(): Promise<void> {
    if (this.facts !== undefined) this.keeper?.changed();
    await this.keeper?.save();
  }

  /** The version of the first call counts until the host ends, which loads one build of the plugin. */
  private keeperOf(version: string): RecordKeeper {
    // How letters are folded depends on the version of Unicode.
    const full = `Lectern facts ${process.versions['unicode'] ?? ''} ${version}`;
    const kept = { path: this.path, version: full, about: 'texts' } as const;
    this.keeper ??= new RecordKeeper(kept, () => this.stamped());
    return this.keeper;
  }

  private *stamped(): Generator<readonly [string, StoredNote]> {
    const writer = new ByteWriter();
    for (const [{ path, modified, size }, { numbers, text }] of this.facts?.() ?? []) {
      const file = this.vault.getFileByPath(path);
      // Nobody tells the plugin of changes once it is unloaded.
      if (file?.stat.mtime !== modified || file.stat.size !== size) continue;
      writer.string(text);
      writer.integer(numbers.length);
      for (const number of numbers) writer.integer(number);
      yield [path, { stamp: knownStampOf(file), record: writer.take() }];
    }
  }
}

/** Decoded one after the other: a map of all records, and an object for each, took twice the time (measured). */
class StoredFacts implements Control.LoadedFacts {
  count = 0;

  constructor(
    private bytes: Buffer,
    private readonly vault: Vault,
  ) {}

  *facts(): Generator<readonly [path: string, facts: Control.FileFacts]> {
    const cursor = new NoteCursor(this.bytes);
    // Only the count stays in memory.
    this.bytes = Buffer.alloc(0);
    while (cursor.next()) {
      this.count += 1;
      const file = this.vault.getFileByPath(cursor.path);
      if (file === null || !isOf(cursor, file)) continue;
      const facts = decoded(cursor);
      // The vault's own text for the path: an equal one takes longer to look up.
      if (facts !== undefined) yield [file.path, facts];
    }
  }
}

/** Undefined for a record that is none. */
function decoded(cursor: NoteCursor): Control.FileFacts | undefined {
  try {
    return cursor.read(factsIn);
  } catch {
    return undefined;
  }
}

function factsIn(reader: ByteReader): Control.FileFacts {
  const text = reader.string();
  const numbers: number[] = [];
  for (let left = reader.integer(); left > 0; left -= 1) numbers.push(reader.integer());
  return { text, numbers };
}
