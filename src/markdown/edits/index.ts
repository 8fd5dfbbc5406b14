/** Edits of one note's text: each is given the text, and answers the new one or throws a `ToolFailure`. */
export { editBlock, type BlockEdit } from './block-edit';
export { redirectCanvas } from './canvas-edit';
export { applyEdits, maxEdits, type ExactEdit } from './exact-edit';
export { type EditedText, type Splice } from './given-text';
export { redirectLinks } from './link-edit';
export { type LinkSkeleton, linkSkeleton, redirected } from './link-skeleton';
export { type Redirect, type RedirectableLink, type RedirectedText } from './redirection';
export { editSection, type Operation, type SectionEdit } from './section-edit';
export { editTags, renameTag, type TagEdit, type TaggedText } from './tag-edit';
export { tagName } from './tag-names';
export { placeText } from './text-place';
