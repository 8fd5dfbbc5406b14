/** Conditions of a query on a whole note. */

import { immediately, type Steps } from '../../../utils/slicing/steps';
import type { Signed } from '../finders/finder';
import type { SearchText } from '../../text/search-text';
import type { TextTest } from './text-test';

/** What is known about a note before its text is read. */
export interface NamedNote extends Signed {
  readonly path: string;
}

/** A note with everything that conditions use. Members may be getters. */
export interface ConditionNote {
  readonly path: string;
  readonly title: SearchText;
  readonly text: SearchText;
  /** Tags in the text included, with or without `#`. */
  readonly tags: readonly string[];
  readonly properties: Readonly<Record<string, unknown>>;
}

export interface NoteCondition {
  /** False if the note certainly fails. */
  mayHold(note: NamedNote): boolean;
  holdsOf(note: ConditionNote): Steps<boolean>;
}

/** A word, phrase or pattern in the name or the text. */
export class TextCondition implements NoteCondition {
  constructor(private readonly test: TextTest) {}

  mayHold(note: NamedNote): boolean {
    return this.test.mayStandIn(note);
  }

  *holdsOf({ title, text }: ConditionNote): Steps<boolean> {
    return (yield* this.test.holdsIn(text)) || (yield* this.test.holdsIn(title));
  }
}

/** A path can be checked before anything is read. */
export class PathCondition implements NoteCondition {
  constructor(private readonly test: (path: string) => boolean) {}

  mayHold({ path }: NamedNote): boolean {
    return this.test(path);
  }

  holdsOf({ path }: ConditionNote): Steps<boolean> {
    return immediately(this.test(path));
  }
}

/** A test of tags or properties. */
export class FactCondition implements NoteCondition {
  constructor(readonly holdsOf: (note: ConditionNote) => Steps<boolean>) {}

  mayHold(): boolean {
    return true;
  }
}

export class AllConditions implements NoteCondition {
  constructor(private readonly conditions: readonly NoteCondition[]) {}

  mayHold(note: NamedNote): boolean {
    return this.conditions.every(condition => condition.mayHold(note));
  }

  *holdsOf(note: ConditionNote): Steps<boolean> {
    for (const condition of this.conditions) if (!(yield* condition.holdsOf(note))) return false;
    return true;
  }
}

export class AnyCondition implements NoteCondition {
  constructor(private readonly conditions: readonly NoteCondition[]) {}

  mayHold(note: NamedNote): boolean {
    return this.conditions.some(condition => condition.mayHold(note));
  }

  *holdsOf(note: ConditionNote): Steps<boolean> {
    for (const condition of this.conditions) if (yield* condition.holdsOf(note)) return true;
    return false;
  }
}

export class NotCondition implements NoteCondition {
  constructor(private readonly condition: NoteCondition) {}

  mayHold(): boolean {
    return true;
  }

  *holdsOf(note: ConditionNote): Steps<boolean> {
    return !(yield* this.condition.holdsOf(note));
  }
}
