import type { actions as english } from '../english/actions';
import type { Translation } from '../message';

export const actions: Translation<typeof english> = {
  'action.renameProperty': {
    one: 'Benennt in {count} Notiz die Eigenschaft {from} in {to} um.',
    other: 'Benennt in {count} Notizen die Eigenschaft {from} in {to} um.',
  },
  'action.renameTag': {
    one: 'Benennt in {count} Notiz das Tag {from} in {to} um.',
    other: 'Benennt in {count} Notizen das Tag {from} in {to} um.',
  },
  'action.renameHeading':
    'Benennt die Überschrift {from} von {note} in {to} um. {links}, in dieser Notiz und in {files}.',
  'action.links': { one: '{count} Link darauf folgt', other: '{count} Links darauf folgen' },
  'action.otherFiles': { one: '{count} anderen Datei', other: '{count} anderen Dateien' },
  'action.mergeNotes': {
    one: 'Fügt {from} an {into} an. Links in {count} anderen Datei folgen, und {from} kommt in den Papierkorb.',
    other:
      'Fügt {from} an {into} an. Links in {count} anderen Dateien folgen, und {from} kommt in den Papierkorb.',
  },
  'action.mergeForGood': {
    one: 'Fügt {from} an {into} an. Links in {count} anderen Datei folgen, und {from} wird endgültig gelöscht.',
    other:
      'Fügt {from} an {into} an. Links in {count} anderen Dateien folgen, und {from} wird endgültig gelöscht.',
  },
  'action.replaceText': 'Ersetzt {find} durch {replacement}: {places} in {notes}.',
  'action.places': { one: '{count} Stelle', other: '{count} Stellen' },
  'action.canvas.added': 'Fügt {things} hinzu.',
  'action.canvas.changed': 'Ändert {things}.',
  'action.canvas.removed': 'Entfernt {things}.',
  'action.canvas.cards': { one: '{count} Karte', other: '{count} Karten' },
  'action.canvas.arrows': { one: '{count} Pfeil', other: '{count} Pfeile' },
  'action.canvas.both': '{cards} und {arrows}',
  'action.addAttachment': 'Fügt {path} hinzu ({mediaType}, {size}).',
  'action.embedAttachment': 'Fügt {path} hinzu ({mediaType}, {size}) und bettet es in {note} ein.',
  'action.bytes': { one: '{count} Byte', other: '{count} Bytes' },
};
