/** Looks for texts in others; both are from outside. */
import type { Budget } from '../../evaluation/budget';
import { contains, maxIndexOfLength, TextNeedle } from '../../../utils/text/text-search';

/** The engine's own search looks at a unit about as often as the wanted text is long, up to this. */
const maxLooks = 16;
const unitsPerStep = 128;

/** Charges a search, however it ends. @throws LimitReached */
function payForSearch(text: string, wanted: string, budget: Budget): void {
  const long = wanted.length > maxIndexOfLength ? wanted.length : 0;
  budget.spend(1 + ((text.length + long) * Math.min(maxLooks, wanted.length)) / unitsPerStep);
}

/** Exactly, as JavaScript does. @throws LimitReached */
export function isIn(text: string, wanted: string, budget: Budget): boolean {
  if (wanted.length > text.length) return false;
  payForSearch(text, wanted, budget);
  return contains(text, wanted);
}

/** Where a text, not empty, begins in another, without overlaps. @throws LimitReached */
export function placesOf(text: string, wanted: string, budget: Budget): number[] {
  payForSearch(text, wanted, budget);
  const needle = new TextNeedle(wanted);
  const places: number[] = [];
  for (let at = needle.indexIn(text); at !== -1; at = needle.indexIn(text, at + wanted.length)) {
    budget.spend(1);
    places.push(at);
  }
  return places;
}
