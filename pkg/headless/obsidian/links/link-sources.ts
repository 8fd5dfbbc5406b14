/**
 * Finds the notes whose links a move may concern. What the metadata cache knows of a note's links saves reading
 * it; a note of which the cache does not know the latest text is always named, so nothing is missed.
 */
import type { TFile } from '../files';
import type { MetadataCache } from '../metadata-cache';
import { nameOf } from '../paths';
import { inSlices } from '../time-slices';
import type { Vault } from '../vault';

/** A link to a renamed file is known under the old path until the second `resolved` that follows, at the latest. */
const roundsUntilResolved = 2;

export class LinkSources {
  /** Notes whose links are known, as they were when the cache read them last. */
  private readonly known = new WeakSet<TFile>();
  /** Of those, the ones that changed since. */
  private readonly changed = new WeakSet<TFile>();
  /** Names that files had until lately, in lower case, with the rounds for which they still count. */
  private readonly former = new Map<TFile, Map<string, number>>();

  constructor(
    private readonly vault: Vault,
    private readonly cache: MetadataCache,
  ) {
    vault.on('modify', file => this.changed.add(file as TFile));
  }
}
