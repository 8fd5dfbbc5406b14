import type { activity as english, day as englishDay, undo as englishUndo } from '../english/activity';
import type { Translation } from '../message';

export const activity: Translation<typeof english> = {
  'activity.title': 'Lectern-Aktivität',
  'activity.list': 'Aufrufe, die neuesten zuerst',
  'activity.group': 'Änderungen gruppieren',
  'activity.undo': {
    one: '{count} Änderung rückgängig machen',
    other: '{count} Änderungen rückgängig machen',
  },
  'activity.unselect': 'Auswahl aufheben',
  'activity.copyToday': 'Zusammenfassung von heute kopieren',
  'activity.copyPlace': 'in eine beliebige Notiz',
  'activity.clear': 'Protokoll leeren',
  'activity.clearTitle': 'Protokoll leeren?',
  'activity.clearText':
    'Was Clients gelesen und gefragt haben, wird vergessen. Das Journal der Änderungen bleibt: Änderungen stehen weiter in dieser Liste und können rückgängig gemacht werden.',
  'activity.clearButton': 'Leeren',
  'activity.empty': 'Noch keine Aufrufe. Verbinde einen Client, und frag ihn etwas über deine Notizen.',
  'activity.countShown': { one: '{shown} von {count} Aufruf.', other: '{shown} von {count} Aufrufen.' },
  'activity.selected': { one: '{count} Änderung ausgewählt.', other: '{count} Änderungen ausgewählt.' },
  'activity.select': 'Zum Rückgängigmachen auswählen',
  'activity.filter': 'Nach Notiz, Werkzeug oder Client filtern',
  'activity.menu': 'Optionen',
  'activity.kind.all': 'Alle Aufrufe',
  'activity.kind.changes': 'Nur Änderungen',
  'activity.kind.problems': 'Nur Probleme',
  'activity.client': 'Client: {client}',
  'activity.group.edit': '{names} geändert',
  'activity.group.create': '{names} erstellt',
  'activity.group.delete': '{names} gelöscht',
  'activity.group.move': '{names} verschoben',
  'activity.group.moveTo': '{names} nach {folder} verschoben',
  'activity.names.two': '{first} und {second}',
  'activity.names.more': { one: '{names} und {count} weitere', other: '{names} und {count} weitere' },
  'activity.period': '{from} bis {to}',
  'activity.back': 'Zurück',
  'activity.backLabel': 'Zurück zur Liste',
  'activity.unreadable': 'Es konnte nicht gelesen werden.',
  'activity.took': '{call}, in {milliseconds} ms',
  'activity.notInJournal': 'Diese Änderung ist nicht mehr im Journal.',
  'activity.noContent':
    'Das Protokoll weiß, welches Werkzeug für welche Notiz aufgerufen wurde, und enthält keinen Text davon.',
  'activity.problem.not_found': 'Diese Notiz gibt es nicht, oder die Verbindung darf sie nicht sehen.',
  'activity.problem.permission_denied': 'Die Rechte oder Ordner der Verbindung erlauben das nicht.',
  'activity.problem.approval_refused':
    'Die Anfrage wurde abgelehnt, oder niemand hat rechtzeitig geantwortet.',
  'activity.problem.tool_disabled':
    'Dieses Werkzeug ist ausgeschaltet, für alle Verbindungen oder für diese.',
  'activity.problem.version_conflict':
    'Die Notiz hatte sich geändert, seit der Client sie las. Darum wurde nichts geschrieben.',
  'activity.problem.paused': 'Lectern war pausiert.',
  'activity.problem.other': 'Der Aufruf ist gescheitert und hat nichts geändert. Der Client weiß, warum.',
  'activity.openNote': 'Notiz öffnen',
  'activity.noNote': 'Diese Notiz gibt es nicht.',
  'activity.undoOne': 'Rückgängig machen',
  'activity.stuck': 'Das lässt sich nicht rückgängig machen: {reason}.',
  'activity.undone': 'Rückgängig gemacht. Auch das steht in der Liste und lässt sich rückgängig machen.',
  'activity.notUndone': 'Es wurde nicht rückgängig gemacht: {reason}.',
  'activity.obstacle.changedSince':
    'seither wurde es noch einmal geändert, von dir oder einem anderen Programm',
  'activity.obstacle.notKept': 'was vorher da war, wurde nicht aufbewahrt',
};

export const undo: Translation<typeof englishUndo> = {
  'undo.title': {
    one: '{count} Änderung rückgängig machen?',
    other: '{count} Änderungen rückgängig machen?',
  },
  'undo.looking': 'Es wird geprüft, was sich rückgängig machen lässt.',
  'undo.failedLooking': 'Es konnte nicht geprüft werden, was sich rückgängig machen lässt.',
  'undo.possible': {
    one: '{count} Änderung lässt sich rückgängig machen.',
    other: '{count} Änderungen lassen sich rückgängig machen, die neueste zuerst.',
  },
  'undo.impossible': {
    one: '{count} Änderung nicht: Sie bleibt.',
    other: '{count} Änderungen nicht: Sie bleiben.',
  },
  'undo.noneOfThem': 'Keine dieser Änderungen lässt sich rückgängig machen.',
  'undo.these': 'Diese lassen sich nicht rückgängig machen:',
  'undo.change': '{tool}, {place}, {when}',
  'undo.changeProblem': '{change}: {problem}',
  'undo.more': { one: 'und {count} weitere Änderung', other: 'und {count} weitere Änderungen' },
  'undo.running': 'Wird rückgängig gemacht.',
  'undo.progress': 'Rückgängig gemacht',
  'undo.done': {
    one: '{count} Änderung rückgängig gemacht.',
    other: '{count} Änderungen rückgängig gemacht.',
  },
  'undo.failed': {
    one: '{count} Änderung ließ sich nicht rückgängig machen:',
    other: '{count} Änderungen ließen sich nicht rückgängig machen:',
  },
};

export const day: Translation<typeof englishDay> = {
  'day.nothing': 'Am {day} hat kein Client etwas aufgerufen.',
  'day.title': 'Was Clients am {day} getan haben',
  'day.changed': 'Geändert: {notes}',
  'day.changedMore': 'Geändert: {notes} und {count} weitere',
  'day.undone': {
    one: '{count} Änderung rückgängig gemacht',
    other: '{count} Änderungen rückgängig gemacht',
  },
  'day.reads': { one: '{count} Aufruf zum Lesen', other: '{count} Aufrufe zum Lesen' },
  'day.failed': { one: '{count} Aufruf gescheitert', other: '{count} Aufrufe gescheitert' },
};
