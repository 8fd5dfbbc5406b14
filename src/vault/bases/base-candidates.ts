import { filtered } from '../../utils/slicing/time-slicer';
import { mapDefined } from '../../utils/collections';
import { type App, TFile } from 'obsidian';
import type { BaseFile } from '../../bases/base-vault';
import type { Narrowing } from '../../bases/view/needs';
import { foldTag } from '../../utils/properties/property-names';
import { foldPath } from '../../utils/text/folding';
import type { CallerContext } from '../caller-context';
import type { WholeGraph } from '../links/links';
import { exclusionOf } from './visible-base-vault';
import { withoutOuterSlashes } from '../../utils/text/pieces';

type Test = (file: TFile) => boolean;

/**
 * The files that may be rows of a base: visible, not excluded by the user, in tree order, and not ruled out
 * by what the indexes know of the filters.
 * @param self the value of `this`
 */
export async function baseCandidates(
  narrowings: readonly Narrowing[],
  self: BaseFile | undefined,
  graph: WholeGraph | undefined,
  context: CallerContext,
  signal: AbortSignal,
): Promise<TFile[]> {
  const { app, files, slicer, tree } = context;
  const tests: Test[] = [];
  for (const narrowing of narrowings) {
    const test = await testOf(narrowing, self, graph, context, signal);
    if (test !== undefined) tests.push(test);
  }
  if (files.access.isNarrowed) tests.push(file => files.canSee(file));
  const isExcluded = exclusionOf(app);
  if (isExcluded !== undefined) tests.push(({ path }) => !isExcluded(path));
  const all = (await tree.below(app.vault.getRoot(), signal)).filter(file => file instanceof TFile);
  return filtered(all, file => tests.every(test => test(file)), { slicer, signal });
}

/** Whether a note at a path can be a row, whatever its text is. */
export function mayBeRow(narrowings: readonly Narrowing[], app: App): (path: string) => boolean {
  const folders = narrowings.flatMap(narrowing =>
    narrowing.kind === 'folder' ? [below(narrowing.path)] : [],
  );
  const isExcluded = exclusionOf(app);
  return path => folders.every(isBelow => isBelow(path)) && isExcluded?.(path) !== true;
}

/** The root, or an empty name, contains everything. */
function below(name: string): (path: string) => boolean {
  const folder = foldPath(withoutOuterSlashes(name));
  return path => folder === '' || foldPath(path).startsWith(`${folder}/`);
}

async function testOf(
  narrowing: Narrowing,
  self: BaseFile | undefined,
  graph: WholeGraph | undefined,
  { tagIndex }: CallerContext,
  signal: AbortSignal,
): Promise<Test | undefined> {
  switch (narrowing.kind) {
    case 'folder': {
      const isBelow = below(narrowing.path);
      return ({ path }) => isBelow(path);
    }
    case 'tags': {
      const all = await tagIndex.all(signal);
      const sets = mapDefined(narrowing.names, name => all.get(foldTag(name))?.within);
      return file => sets.some(set => set.has(file));
    }
    case 'extension':
      return ({ extension }) => extension === narrowing.name;
    case 'linksToThis': {
      const sources = new Set(self === undefined ? [] : graph?.incoming(self.path));
      return ({ path }) => sources.has(path);
    }
    case 'linkedFromThis': {
      const targets = new Set(self === undefined ? [] : graph?.outgoing(self.path));
      return ({ path }) => targets.has(path);
    }
  }
}
