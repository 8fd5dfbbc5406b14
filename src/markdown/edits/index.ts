/** Edits of one note's text: each takes the text, and returns the new one or throws a `ToolFailure`. */
export { editBlock } from './sections/block-edit';
export { redirectCanvas } from './links/canvas-edit';
export { applyEdits, maxEdits, type ExactEdit } from './exact/exact-edit';
export { redirectLinks } from './links/link-edit';
export { fitsWikilink } from './links/link-target-text';
export { linkPlaces, redirected } from './links/link-places';
export { type LinkSkeleton, linkSkeleton } from './links/link-skeleton';
export {
  type LinkPlace,
  type NewTarget,
  type Redirect,
  type RedirectableLink,
  type RedirectedText,
} from './links/redirection';
export { requireWellFormed } from './sections/given-text';
export { editSection } from './sections/section-edit';
export { addTableRow, missesTable, type TableRow } from './sections/table-row';
export { type TargetEdit } from './sections/target-edit';
export { editTags, renameTag, takesOut, type TagEdit, type TaggedText } from './tags/tag-edit';
export { type TagPlaces } from './tags/inline-tags';
export { tagName } from './tags/tag-names';
export { placeText } from './exact/text-place';
