/** What a caller can name in a note: headings by their path, blocks by their id. */
export { findBlock, type NoteBlock } from './block-target';
export { findHeading, type HeadingQuery } from './heading-target';
export { type NoteSection } from './heading-tree';
export { outline, type Outline, type OutlineHeading } from './outline';
