import type { Steps } from '../../utils/slicing/steps';
import type { SearchText } from '../text/search-text';
import type { Finder } from './finders/finder';
import { windowLength } from './finders/needle';

/** Whether a finder matches anywhere in a text, as work that can pause. */
export function* holds(finder: Finder, text: SearchText): Steps<boolean> {
  if (!finder.mayMatch(text.folded)) return false;
  finder.open(text);
  for (let limit = windowLength; ; yield) {
    if (finder.next(limit)) return true;
    if (finder.isPaused) continue;
    if (limit > text.folded.length) return false;
    limit += windowLength;
  }
}
