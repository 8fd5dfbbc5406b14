import * as z from 'zod';

const count = z.int().min(0);
const canvasCounts = z.object({ cards: count, arrows: count });

/**
 * What a change does as a whole, if the list of its files does not show it. It is data: the interface puts it
 * into the app's language (src/ui/action-text.ts). Texts from notes are excerpts.
 */
export const changeAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('renameProperty'), from: z.string(), to: z.string(), notes: count }),
  /** Tags are without `#`. */
  z.object({ kind: z.literal('renameTag'), from: z.string(), to: z.string(), notes: count }),
  z.object({
    kind: z.literal('renameHeading'),
    path: z.string(),
    from: z.string(),
    to: z.string(),
    links: count,
    /** Other files with links to it. */
    otherFiles: count,
  }),
  z.object({
    kind: z.literal('mergeNotes'),
    from: z.string(),
    into: z.string(),
    /** Files with links to either note, not counting these two. */
    otherFiles: count,
    /** The merged note is deleted without a copy in the trash. */
    isPermanent: z.boolean(),
  }),
  z.object({
    kind: z.literal('replaceText'),
    find: z.string(),
    replacement: z.string(),
    places: count,
    notes: count,
  }),
  z.object({
    kind: z.literal('editCanvas'),
    added: canvasCounts,
    changed: canvasCounts,
    removed: canvasCounts,
  }),
  z.object({
    kind: z.literal('addAttachment'),
    path: z.string(),
    mediaType: z.string(),
    bytes: count,
    /** The note that embeds it. */
    note: z.string().optional(),
  }),
]);
export type ChangeAction = Readonly<z.output<typeof changeAction>>;
/** Numbers of cards and arrows of a canvas. */
export type CanvasCounts = Readonly<z.output<typeof canvasCounts>>;
