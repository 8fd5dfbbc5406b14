/** Notes beside the metadata that the rules ask for. */
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { z } from 'zod';
import { frontmatterLinks } from '../../src/markdown/frontmatter-links';
import { wholeWikilink } from '../../src/markdown/links';
import { cachedMetadata } from '../../src/markdown/metadata';
import { LineTable } from '../../src/markdown/positions';
import { scanStructure } from '../../src/markdown/structure/scan-structure';

const folder = join(import.meta.dirname, '../fixtures/metadata');
