/** What a change does as a whole. */
export const actions = {
  'action.renameProperty': {
    one: 'Renames the property {from} to {to} in {count} note.',
    other: 'Renames the property {from} to {to} in {count} notes.',
  },
  'action.renameTag': {
    one: 'Renames the tag {from} to {to} in {count} note.',
    other: 'Renames the tag {from} to {to} in {count} notes.',
  },
  'action.renameHeading': 'Renames the heading {from} of {note} to {to}. {links}, in this note and {files}.',
  'action.links': { one: '{count} link to it is updated', other: '{count} links to it are updated' },
  'action.otherFiles': { one: '{count} other file', other: '{count} other files' },
  'action.mergeNotes': {
    one: 'Merges {from} into {into}, updates links in {count} other file, and moves {from} to the trash.',
    other: 'Merges {from} into {into}, updates links in {count} other files, and moves {from} to the trash.',
  },
  'action.mergeForGood': {
    one: 'Merges {from} into {into}, updates links in {count} other file, and permanently deletes {from}.',
    other: 'Merges {from} into {into}, updates links in {count} other files, and permanently deletes {from}.',
  },
  'action.replaceText': 'Replaces {find} with {replacement}: {places} in {notes}.',
  'action.places': { one: '{count} place', other: '{count} places' },
  'action.canvas.added': 'Adds {things}.',
  'action.canvas.changed': 'Changes {things}.',
  'action.canvas.removed': 'Removes {things}.',
  'action.canvas.cards': { one: '{count} card', other: '{count} cards' },
  'action.canvas.arrows': { one: '{count} arrow', other: '{count} arrows' },
  'action.canvas.both': '{cards} and {arrows}',
  'action.addAttachment': 'Adds {path} ({mediaType}, {size}).',
  'action.embedAttachment': 'Adds {path} ({mediaType}, {size}) and embeds it in {note}.',
  'action.bytes': { one: '{count} byte', other: '{count} bytes' },
} as const;
