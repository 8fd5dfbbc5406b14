/** The dialog that asks for approval. */
export const approval = {
  'approval.waits': 'A client waits for your approval.',
  'approval.stillWaits':
    'A request still waits for your approval. Click Lectern in the status bar to answer.',
  'approval.more': { one: '{count} more waits.', other: '{count} more wait.' },
  'approval.applicant': '{who} asks for this with {tool}.',
  'approval.whoWithClient': '{token} (client {client})',
  'approval.until': 'Refused automatically in {time}. You can close this and decide later.',
  'approval.refuse': 'Refuse',
  'approval.allow': 'Allow',
  'approval.allowInFolder': 'Allow in {folder}',
  'approval.allowForAWhile': 'Allow for 10 minutes',
  'approval.title': '{title}. {applicant}',
  'approval.command': 'Run the command {command}',
  'approval.create': 'Create {what}',
  'approval.edit': 'Edit {what}',
  'approval.delete': 'Delete {what}',
  'approval.move': 'Move {what}',
  'approval.moveTo': 'Move {what} to {place}',
  'approval.change': 'Change {what}',
  'approval.deleteForGood': 'Delete for good {what}',
  'approval.folder': 'the folder {name}',
  'approval.folderContents': '{action}: {contents}',
  'approval.nothing': 'nothing',
  'approval.noTrash': 'No trash keeps what this deletes: it is gone for good.',
  'approval.filesAndNotes': '{files} ({notes})',
  'approval.andLinks': {
    one: '{action}, and links in {count} note',
    other: '{action}, and links in {count} notes',
  },
} as const;

/** The differences of files. */
export const diff = {
  'diff.create': 'New',
  'diff.edit': 'Edit',
  'diff.delete': 'Delete',
  'diff.move': 'Move',
  'diff.deleteForGood': 'Delete permanently',
  'diff.label': 'What differs in {file}',
  'diff.folder': 'A folder.',
  'diff.linksFollow': 'Its links follow.',
  'diff.sameText': 'Its text stays as it is.',
  'diff.cannotShow': 'Its content cannot be shown.',
  'diff.notKept': 'Its earlier or later text was not kept.',
  'diff.noDifference': 'The text is the same.',
  'diff.isEmpty': 'It is empty.',
  'diff.comparing': 'Comparing…',
  'diff.moreFiles': {
    one: 'Show more ({count} file left)',
    other: 'Show more ({count} files left)',
  },
  'diff.moreLines': {
    one: 'Show more ({count} line left)',
    other: 'Show more ({count} lines left)',
  },
  'diff.skipped': 'Lines that stay the same',
} as const;
