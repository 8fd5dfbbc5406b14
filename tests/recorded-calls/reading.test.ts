import { browse } from './calls/browse';
import { find } from './calls/find';
import { linkCalls } from './calls/links';
import { read } from './calls/read';
import { compareCalls } from './comparison';
import { generatedFiles } from './generated-notes';

compareCalls(generatedFiles, { ...browse, ...read, ...find, ...linkCalls });
