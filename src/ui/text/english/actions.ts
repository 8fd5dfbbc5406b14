/** What a change does as a whole: the title of a request for approval, and a line of the activity. */
export const actions = {
  'action.renameProperty': {
    one: 'Rename the property {from} to {to} in {count} note',
    other: 'Rename the property {from} to {to} in {count} notes',
  },
  'action.renameTag': {
    one: 'Rename {from} to {to} in {count} note',
    other: 'Rename {from} to {to} in {count} notes',
  },
  'action.renameHeading': 'Rename the heading {from} of {note} to {to}, update {links} in it and in {files}',
  'action.links': { one: '{count} link', other: '{count} links' },
  'action.otherFiles': { one: '{count} other file', other: '{count} other files' },
  'action.mergeNotes': {
    one: 'Merge {from} into {into}, update links in {count} other file, move {from} to the trash',
    other: 'Merge {from} into {into}, update links in {count} other files, move {from} to the trash',
  },
  'action.mergeForGood': {
    one: 'Merge {from} into {into}, update links in {count} other file, permanently delete {from}',
    other: 'Merge {from} into {into}, update links in {count} other files, permanently delete {from}',
  },
  'action.replaceText': 'Replace {find} with {replacement} in {notes}, {places}',
  'action.places': { one: '{count} time', other: '{count} times' },
  'action.canvas.added': 'Add {things}.',
  'action.canvas.changed': 'Change {things}.',
  'action.canvas.removed': 'Remove {things}.',
  'action.canvas.cards': { one: '{count} card', other: '{count} cards' },
  'action.canvas.arrows': { one: '{count} arrow', other: '{count} arrows' },
  'action.canvas.both': '{cards} and {arrows}',
  'action.addAttachment': 'Add {path} ({mediaType}, {size})',
  'action.embedAttachment': 'Add {path} ({mediaType}, {size}) and embed it in {note}',
  'action.bytes': { one: '{count} byte', other: '{count} bytes' },
} as const;
