import * as z from 'zod';
import { paged } from './fields';
import { hinted } from './text-lines';

const hit = z.object({
  path: z.string(),
  title: z.string(),
  score: z.number(),
  modified: z.string(),
  matches: z.array(
    z.object({
      line: z.int().describe('Of the note, or of the card of a canvas.'),
      card: z.string().optional().describe('The id of the card or arrow of a canvas.'),
      field: z.string().describe('title, alias, heading, tag, frontmatter or body.'),
      inCode: z.literal(true).optional().describe('The match is in code.'),
      heading: z.string().optional().describe('The headings above, with `::` between.'),
      match: z.enum(['form', 'near']).optional().describe('Only other forms of the words, or near words.'),
      text: z.string(),
      ranges: z.array(z.array(z.int())).describe('[start, end) of each match in `text`, in UTF-16 units.'),
    }),
  ),
  moreMatches: z.int().optional().describe('Matches beyond those shown.'),
  partial: z.literal(true).optional().describe('The note lacks some of the words.'),
  missing: z.array(z.string()).optional().describe('Words that it lacks, the rarest first, ten at most.'),
  extracted: z.literal(true).optional().describe('The text of a PDF or image, read by another plugin.'),
});

/** The structured content of `search`. */
export const searchOutput = z.object({
  ...paged,
  totalMatches: z.int().describe('In all notes.'),
  partialCount: z.int().optional().describe('Listed notes that lack some words.'),
  results: z.array(hit),
  suggestions: z.array(z.string()).optional().describe('Similar words, if nothing was found.'),
  truncated: z.literal(true).optional().describe('A slow pattern: not all notes were searched yet.'),
  ...hinted,
});
