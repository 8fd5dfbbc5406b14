import type { BaseFile, BaseLink, BaseVault } from '../../../src/bases/base-vault';
import { Budget } from '../../../src/bases/evaluation/budget';
import { readBase } from '../../../src/bases/document/base-document';
import { toJson } from '../../../src/bases/values/text';
import type { Value } from '../../../src/bases/values/value';
import type { Zone } from '../../../src/bases/values/zone';
import { BaseRow, RowContext } from '../../../src/bases/view/rows';
import { linkTarget, linkpathOf } from '../../../src/markdown/links/link-target';
import { wordsIn, zoneNamed } from './zone';

export interface FileFacts {
  readonly path: string;
  readonly size?: number;
  readonly created?: number;
  readonly modified?: number;
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly tags?: readonly string[];
  readonly links?: readonly BaseLink[];
  readonly embeds?: readonly BaseLink[];
  /** Paths of files that link to it. */
  readonly backlinks?: readonly string[];
}

export interface VaultOptions {
  readonly now?: string;
  readonly zone?: Zone;
  /** As moment in English by default. */
  readonly words?: BaseVault['words'];
  /** In ms; stands still by default. */
  readonly clock?: () => number;
  /** As the app's link resolution by default. */
  readonly resolve?: (linkpath: string, source: string) => string | undefined;
}

export class TestVault implements BaseVault {
  readonly now: number;
  readonly zone: Zone;
  readonly words: BaseVault['words'];
  readonly random = (): number => 0.5;
  readonly clock: () => number;
  readonly files: ReadonlyMap<string, BaseFile>;
  readonly #resolve: (linkpath: string, source: string) => string | undefined;

  constructor(facts: readonly FileFacts[], options: VaultOptions = {}) {
    this.now = Date.parse(options.now ?? '2026-11-22T10:30:00Z');
    this.zone = options.zone ?? zoneNamed('UTC');
    this.words = options.words ?? wordsIn(this.zone);
    this.clock = options.clock ?? (() => 0);
    this.files = new Map(facts.map(one => [one.path, this.file(one)]));
    this.#resolve = options.resolve ?? ((linkpath, source) => linkTarget(linkpath, source, this.named));
  }

  resolve(linkpath: string, source: string): BaseFile | undefined {
    return this.files.get(linkpath === '' ? source : (this.#resolve(linkpath, source) ?? ''));
  }

  private readonly named = (name: string): string[] =>
    [...this.files.values()].filter(file => file.name.toLowerCase() === name).map(({ path }) => path);

  private file(facts: FileFacts): BaseFile {
    const { path, properties = {}, tags = [], links = [], embeds = [], backlinks = [] } = facts;
    const files = (): TestVault['files'] => this.files;
    const name = path.slice(path.lastIndexOf('/') + 1);
    const dot = name.lastIndexOf('.');
    const pathOf = (target: string): string | undefined => this.resolve(linkpathOf(target), path)?.path;
    return {
      path,
      name,
      basename: dot === -1 ? name : name.slice(0, dot),
      extension: dot === -1 ? '' : name.slice(dot + 1),
      folder: path.slice(0, Math.max(0, path.lastIndexOf('/'))),
      size: facts.size ?? 0,
      created: facts.created ?? 0,
      modified: facts.modified ?? 0,
      properties,
      tags,
      links,
      embeds,
      get backlinks() {
        return backlinks.flatMap(source => files().get(source) ?? []);
      },
      get targets() {
        return links.flatMap(({ target }) => pathOf(target) ?? []);
      },
    };
  }
}

/** Runs one expression for a file of a vault. */
export function evaluated(
  expression: string,
  {
    vault = new TestVault([{ path: 'row.md' }]),
    path = 'row.md',
    formulas = {},
    self = '',
  }: EvaluationOptions = {},
): Value {
  const yaml = JSON.stringify({ formulas: { ...formulas, tested: expression } });
  const read = readBase(yaml);
  const file = vault.files.get(path);
  if (!read.ok || file === undefined) throw new Error('No such file or base.');
  return new BaseRow(file, new RowContext(read.base, vault, vault.files.get(self))).formula('tested');
}

export interface EvaluationOptions {
  readonly vault?: TestVault;
  readonly path?: string;
  readonly formulas?: Readonly<Record<string, string>>;
  /** The path of what `this` is. */
  readonly self?: string;
}

/** As `evaluated`, as a result gives it. */
export function result(expression: string, options: EvaluationOptions = {}): unknown {
  const vault = options.vault ?? new TestVault([{ path: 'row.md' }]);
  return toJson(evaluated(expression, { ...options, vault }), { vault, budget: new Budget(vault.clock) });
}
