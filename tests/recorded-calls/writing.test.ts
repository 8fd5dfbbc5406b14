import { write } from './calls/write';
import { compareCalls } from './comparison';
import { generatedFiles } from './generated-notes';

compareCalls(generatedFiles, write);
