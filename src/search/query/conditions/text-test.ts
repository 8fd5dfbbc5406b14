/** Tests whether a text matches an expression of words, phrases and patterns. */

import type { Steps } from '../../../utils/slicing/steps';
import { EitherFinder } from '../finders/either-finder';
import type { Finder, Signed } from '../finders/finder';
import type { SearchText } from '../../text/search-text';
import { holds } from '../finder-match';

export interface TextTest {
  /** Whether the text of a note may pass, by its signature. */
  mayStandIn(note: Signed): boolean;
  /** False if the text and all its parts certainly fail. */
  mayMatch(folded: string): boolean;
  holdsIn(text: SearchText): Steps<boolean>;
  /** Finds a match in every text that passes; undefined if a text can pass without any match. */
  scout(): Finder | undefined;
  /** Finders for the matches to show in a text that passes. */
  marks(): Finder[];
}

export class LeafTest implements TextTest {
  readonly #finder: Finder;

  constructor(private readonly makeFinder: () => Finder) {
    this.#finder = makeFinder();
  }

  mayStandIn(note: Signed): boolean {
    return this.#finder.mayStandIn(note);
  }

  mayMatch(folded: string): boolean {
    return this.#finder.mayMatch(folded);
  }

  holdsIn(text: SearchText): Steps<boolean> {
    return holds(this.#finder, text);
  }

  scout(): Finder {
    return this.makeFinder();
  }

  marks(): Finder[] {
    return [this.makeFinder()];
  }
}

export class AllTest implements TextTest {
  constructor(private readonly tests: readonly TextTest[]) {}

  mayStandIn(note: Signed): boolean {
    return this.tests.every(test => test.mayStandIn(note));
  }

  mayMatch(folded: string): boolean {
    return this.tests.every(test => test.mayMatch(folded));
  }

  *holdsIn(text: SearchText): Steps<boolean> {
    for (const test of this.tests) if (!(yield* test.holdsIn(text))) return false;
    return true;
  }

  scout(): Finder | undefined {
    for (const test of this.tests) {
      const scout = test.scout();
      if (scout !== undefined) return scout;
    }
    return undefined;
  }

  marks(): Finder[] {
    return this.tests.flatMap(test => test.marks());
  }
}

export class AnyTest implements TextTest {
  constructor(private readonly tests: readonly TextTest[]) {}

  mayStandIn(note: Signed): boolean {
    return this.tests.some(test => test.mayStandIn(note));
  }

  mayMatch(folded: string): boolean {
    return this.tests.some(test => test.mayMatch(folded));
  }

  *holdsIn(text: SearchText): Steps<boolean> {
    for (const test of this.tests) if (yield* test.holdsIn(text)) return true;
    return false;
  }

  scout(): Finder | undefined {
    const scouts = this.tests.flatMap(test => test.scout() ?? []);
    return scouts.length === this.tests.length ? new EitherFinder(scouts) : undefined;
  }

  marks(): Finder[] {
    return this.tests.flatMap(test => test.marks());
  }
}

export class NotTest implements TextTest {
  constructor(private readonly test: TextTest) {}

  mayStandIn(): boolean {
    return true;
  }

  mayMatch(): boolean {
    return true;
  }

  *holdsIn(text: SearchText): Steps<boolean> {
    return !(yield* this.test.holdsIn(text));
  }

  scout(): undefined {
    return undefined;
  }

  marks(): Finder[] {
    return [];
  }
}

/** The test for an empty phrase: every text passes. */
export const everyText: TextTest = new AllTest([]);
