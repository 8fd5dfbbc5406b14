import { wildcardMatcher } from '../../../src/search/match/text-matchers';
import { CharacterKinds } from '../../../src/search/text/words';
import { TextFolder } from '../../../src/search/text/folded-text';
import { NoteText } from '../../../src/search/text/search-text';

/** Counts the characters that a matcher looks at. */
class CountedKinds extends CharacterKinds {
  steps = 0;

  override isWordAt(text: string, at: number): boolean {
    this.steps += 1;
    return super.isWordAt(text, at);
  }

  override isLetterAt(text: string, at: number): boolean {
    this.steps += 1;
    return super.isLetterAt(text, at);
  }

  override startsAt(text: string, at: number): boolean {
    this.steps += 1;
    return super.startsAt(text, at);
  }

  override endsAt(text: string, at: number): boolean {
    this.steps += 1;
    return super.endsAt(text, at);
  }
}

it.each(['*', '?*', '*a'])('%s examines each letter of a very long word only a few times', query => {
  const length = 20_000;
  const kinds = new CountedKinds();
  const rules = { kinds, caseSensitive: false, wholeWord: false };
  const matcher = wildcardMatcher({ folded: query, cased: query }, rules);
  const matches = [...matcher.matches(new NoteText('a'.repeat(length), new TextFolder()))];
  expect(matches.length).toBeGreaterThan(0);
  // Fewer steps would mean that they are not counted any more.
  expect(kinds.steps).toBeGreaterThan(length / 2);
  expect(kinds.steps).toBeLessThan(8 * length);
});
