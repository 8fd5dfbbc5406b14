import { many } from './calls/many';
import { write } from './calls/write';
import { compareCalls } from './comparison';

compareCalls({ ...write, ...many });
