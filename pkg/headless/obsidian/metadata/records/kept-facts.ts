/** What a plugin knows of files, kept between runs: each is given back while its file is as it was. */
import type * as Control from '../../../../../src/control';
import type { Vault } from '../../vault/vault';
import { Slices } from '../slices';
import { ByteReader, ByteWriter } from './bytes';
import { isOf, knownStampOf } from './file-stamp';
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
    const stored = await this.keeperOf(version).load(new Slices());
    return {
      count: stored.size,
      of: path => {
        const known = stored.get(path);
        const file = known && this.vault.getFileByPath(path);
        return file && isOf(known.stamp, file) ? factsIn(known.record) : undefined;
      },
    };
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

function factsIn(record: Buffer): Control.FileFacts {
  const reader = new ByteReader(record);
  const text = reader.string();
  return { text, numbers: [...reader.integers(reader.integer())] };
}
