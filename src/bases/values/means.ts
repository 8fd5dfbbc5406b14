import type { BaseVault } from '../base-vault';
import type { Budget } from '../evaluation/budget';

/** What it takes to read values: the vault that they are of, and the budget that pays. */
export interface Means {
  readonly vault: BaseVault;
  readonly budget: Budget;
}

/** Steps for reading a date from a text, or writing it as one. */
export const dateCost = 8;
/** Steps for the app's words for a date or a duration. */
export const wordsCost = 48;
/** Steps for finding the file of a link. */
export const linkCost = 24;
