import { search } from './calls/search';
import { compareCalls } from './comparison';
import { generatedFiles } from './generated-notes';

compareCalls(generatedFiles, search);
