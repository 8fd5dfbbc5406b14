import { many } from './calls/many';
import { compareCalls } from './comparison';
import { generatedFiles } from './generated-notes';

compareCalls(generatedFiles, many);
