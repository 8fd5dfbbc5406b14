import type { folders as english } from '../english/folders';
import type { Translation } from '../message';

export const folders: Translation<typeof english> = {
  'folders.allow': 'Ordner, die sie sehen darf',
  'folders.allow.desc': 'Einer pro Zeile. Leer für den ganzen Vault.',
  'folders.allowWrite': 'Ordner, in die sie schreiben darf',
  'folders.allowWrite.desc': 'Einer pro Zeile, unter denen, die sie sehen darf. Leer für alle davon.',
  'folders.deny': 'Ordner, die sie nie sieht',
  'folders.deny.desc': 'Einer pro Zeile. Geht den beiden Listen darüber vor.',
  'folders.ruleOf': '{rule}: {name}',
  'folders.example': 'Projekte/**',
  'folders.examplePath': 'Projekte/Plan.md',
  'folders.covers': 'Sieht {readable} von {notes}, und darf {writable} davon ändern.',
  'folders.try': 'Pfad ausprobieren',
  'folders.tryDesc': 'Zeigt, was sie mit einer Notiz oder einem Ordner tun darf.',
  'folders.tryOf': 'Pfad ausprobieren für {name}',
  'folders.access.hidden': 'Für diese Verbindung nicht sichtbar.',
  'folders.access.read': 'Sie darf das lesen.',
  'folders.access.write': 'Sie darf das lesen und ändern.',
  'folders.tooMany': 'Gib höchstens 64 Zeilen mit je höchstens 512 Zeichen an.',
  'folders.unreadable': 'Diese Regeln sind nicht lesbar.',
};
