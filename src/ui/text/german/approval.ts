import type { approval as english, diff as englishDiff } from '../english/approval';
import type { Translation } from '../message';

export const approval: Translation<typeof english> = {
  'approval.waits': 'Ein Client wartet auf deine Genehmigung.',
  'approval.stillWaits':
    'Eine Anfrage wartet noch auf deine Genehmigung. Klicke in der Statusleiste auf Lectern.',
  'approval.more': { one: '{count} weitere wartet.', other: '{count} weitere warten.' },
  'approval.applicant': 'Angefragt von {who}.',
  'approval.until':
    'Wird in {time} automatisch abgelehnt. Du kannst das Fenster schließen und später entscheiden.',
  'approval.refuse': 'Ablehnen',
  'approval.allow': 'Erlauben',
  'approval.allowInFolder': 'In {folder} bis zum Neustart erlauben',
  'approval.allowForAWhile': '10 Minuten lang erlauben',
  'approval.title': '{title}. {applicant}',
  'approval.command': 'Befehl {command} ausführen',
  'approval.create': '{what} erstellen',
  'approval.edit': '{what} bearbeiten',
  'approval.delete': '{what} löschen',
  'approval.move': '{what} verschieben',
  'approval.moveTo': '{what} nach {place} verschieben',
  'approval.renameTo': '{what} in {name} umbenennen',
  'approval.overwrite': '{what} überschreiben',
  'approval.part.update_frontmatter': 'Eigenschaften von {what} ändern',
  'approval.part.update_tags': 'Tags von {what} ändern',
  'approval.part.update_task': 'Eine Aufgabe in {what} ändern',
  'approval.part.undo_change': 'Änderung an {what} rückgängig machen',
  'approval.change': '{what} ändern',
  'approval.deleteForGood': '{what} endgültig löschen',
  'approval.folder': 'Ordner {name}',
  'approval.folderContents': '{action}: {contents}',
  'approval.nothing': 'Nichts',
  'approval.noTrash': 'Kein Papierkorb bewahrt auf, was hier gelöscht wird: Es ist endgültig weg.',
  'approval.andLinks': {
    one: '{action}, Links in {count} Notiz anpassen',
    other: '{action}, Links in {count} Notizen anpassen',
  },
};

export const diff: Translation<typeof englishDiff> = {
  'diff.create': 'Neu',
  'diff.edit': 'Bearbeiten',
  'diff.delete': 'Löschen',
  'diff.move': 'Verschieben',
  'diff.deleteForGood': 'Endgültig löschen',
  'diff.label': 'Unterschiede in {file}',
  'diff.linksFollow': 'Die Links darin werden angepasst.',
  'diff.sameText': 'Inhalt unverändert.',
  'diff.cannotShow': 'Der Inhalt lässt sich nicht zeigen.',
  'diff.notKept': 'Der frühere oder der spätere Text wurde nicht aufbewahrt.',
  'diff.noDifference': 'Inhalt unverändert.',
  'diff.isEmpty': 'Die Datei ist leer.',
  'diff.moreFiles': {
    one: 'Mehr zeigen (noch {count} Datei)',
    other: 'Mehr zeigen (noch {count} Dateien)',
  },
  'diff.moreLines': {
    one: 'Mehr zeigen (noch {count} Zeile)',
    other: 'Mehr zeigen (noch {count} Zeilen)',
  },
  'diff.skipped': 'Unveränderte Zeilen',
  'diff.unended': 'Kein Zeilenumbruch am Ende.',
  'diff.omitted': { one: '… {count} weitere Zeile', other: '… {count} weitere Zeilen' },
};
