/** Edits of one note's text: each is given the text, and answers the new one or throws a `ToolFailure`. */
export { editBlock, type BlockEdit } from './sections/block-edit';
export { redirectCanvas } from './links/canvas-edit';
export { applyEdits, maxEdits, type ExactEdit } from './exact/exact-edit';
export { type EditedText, type Splice } from './sections/given-text';
export { redirectLinks } from './links/link-edit';
export { type LinkSkeleton, linkSkeleton, redirected } from './links/link-skeleton';
export { type Redirect, type RedirectableLink, type RedirectedText } from './links/redirection';
export { editSection, type Operation, type SectionEdit } from './sections/section-edit';
export { editTags, renameTag, type TagEdit, type TaggedText } from './tags/tag-edit';
export { tagName } from './tags/tag-names';
export { placeText } from './exact/text-place';
