import type { Job } from '../job';
import { finding } from './finding';
import { tidying } from './tidying';
import { writing } from './writing';

/** In the order of the run, all in one vault: first those that only read. */
export const jobs: readonly Job[] = [...finding, ...writing, ...tidying];
