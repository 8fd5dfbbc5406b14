import { browse } from './calls/browse';
import { find } from './calls/find';
import { linkCalls } from './calls/links';
import { many } from './calls/many';
import { read } from './calls/read';
import { search } from './calls/search';
import { write } from './calls/write';
import { compareCalls } from './comparison';

compareCalls({ ...browse, ...read, ...find, ...linkCalls, ...search, ...write, ...many });
