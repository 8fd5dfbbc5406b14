import { getOrInsert } from '../../utils/collections';
import { linkpathOf } from '../../markdown/links/link-target';
import type { BaseFile, BaseLink } from '../base-vault';
import { linkOf, linkTo } from '../values/links';
import type { Means } from './budget';
import { propertiesOf, propertyOf, tagOf } from '../values/properties';
import { listOf, type ListValue, type ObjectValue, type Value } from '../values/value';

interface Made {
  properties?: ObjectValue;
  tags?: ListValue;
  links?: ListValue;
  embeds?: ListValue;
  backlinks?: ListValue;
  /** The targets of its links, without subpaths. */
  linkpaths?: ReadonlySet<string>;
  /** The paths that its links lead to. */
  targets?: readonly string[];
  named?: Map<string, Value>;
}

/** How many paths one step pays for comparing. */
const pathsPerStep = 8;
/** Values of further names are not cached: an expression can compute any number of names. */
const maxNames = 500;

/**
 * Caches the values that expressions read from files: for one row, and of `this` for the whole query, since an
 * expression may read them at every step. The first reader pays for each value. All methods throw `LimitReached`.
 */
export class FileValues {
  readonly #ofRow = new Map<string, Made>();
  readonly #ofSelf: Made = {};

  /** @param self what `this` is */
  constructor(private readonly self: BaseFile | undefined) {}

  /** Call it at the start of every row. */
  forget(): void {
    if (this.#ofRow.size > 0) this.#ofRow.clear();
  }

  property(file: BaseFile, name: string, means: Means): Value {
    const named = (this.of(file).named ??= new Map<string, Value>());
    const known = named.get(name);
    if (known !== undefined) return known;
    const value = propertyOf(file, name, means);
    if (named.size < maxNames) named.set(name, value);
    return value;
  }

  properties(file: BaseFile, means: Means): ObjectValue {
    return (this.of(file).properties ??= propertiesOf(file, means));
  }

  tags(file: BaseFile, means: Means): ListValue {
    return (this.of(file).tags ??= listMade(file.tags, tagOf, means));
  }

  links(file: BaseFile, means: Means): ListValue {
    return (this.of(file).links ??= linksOf(file, file.links, means));
  }

  embeds(file: BaseFile, means: Means): ListValue {
    return (this.of(file).embeds ??= linksOf(file, file.embeds, means));
  }

  backlinks(file: BaseFile, means: Means): ListValue {
    const toSource = (source: BaseFile): Value => linkTo(source, source.basename);
    return (this.of(file).backlinks ??= listMade(file.backlinks, toSource, means));
  }

  linkpaths(file: BaseFile, { budget }: Means): ReadonlySet<string> {
    const made = this.of(file);
    if (made.linkpaths !== undefined) return made.linkpaths;
    const { links } = file;
    budget.spendOnItems(links.length);
    return (made.linkpaths = new Set(links.map(({ target }) => linkpathOf(target))));
  }

  /** Whether one of a file's links leads to another file. */
  leadsTo(file: BaseFile, other: BaseFile, { budget }: Means): boolean {
    const targets = (this.of(file).targets ??= file.targets);
    budget.spend(targets.length / pathsPerStep);
    return targets.includes(other.path);
  }

  private of(file: BaseFile): Made {
    if (this.self?.path === file.path) return this.#ofSelf;
    return getOrInsert(this.#ofRow, file.path, () => ({}));
  }
}

function linksOf(file: BaseFile, links: readonly BaseLink[], means: Means): ListValue {
  return listMade(links, link => linkOf(link, file.path), means);
}

function listMade<T>(items: readonly T[], made: (item: T) => Value, { budget }: Means): ListValue {
  budget.spendOnItems(items.length);
  return listOf(items.map(made));
}
