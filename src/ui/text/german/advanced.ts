import type { advanced as english, tools as englishTools } from '../english/advanced';
import type { Translation } from '../message';

export const advanced: Translation<typeof english> = {
  'advanced.name': 'Erweitert',
  'advanced.desc': 'Port, Benachrichtigungen, Suche, Prompts.',
  'advanced.value': 'Port {port}',
  'advanced.server': 'Server',
  'advanced.port': 'Port',
  'advanced.portDesc': 'Standard {port}. Nach einer Änderung musst du Clients neu einrichten.',
  'advanced.autoStart': 'Automatisch starten',
  'advanced.autoStartDesc': 'Den Server starten, wenn dieser Vault geöffnet wird.',
  'advanced.serverDesc': 'Clients verbinden sich von selbst neu.',
  'advanced.callTime': 'Zeitlimit für Aufrufe',
  'advanced.callTimeDesc': 'Sekunden, nach denen ein Aufruf abgebrochen wird.',
  'advanced.callTimeLabel': 'Zeitlimit für Aufrufe in Sekunden',
  'advanced.protocol': 'Protokoll',
  'advanced.protocolDesc':
    'Model Context Protocol, Revision 2026-07-28 und die von 2025, über HTTP auf diesem Computer.',
  'advanced.notifications': 'Benachrichtigungen',
  'advanced.notice.writes': 'Änderungen',
  'advanced.notice.writes.label': 'Benachrichtigungen über Änderungen',
  'advanced.notice.writes.desc': 'Eine Benachrichtigung zeigen, wenn ein Client Notizen ändert.',
  'advanced.notice.connections': 'Verbindungen',
  'advanced.notice.connections.label': 'Benachrichtigungen über Verbindungen',
  'advanced.notice.connections.desc':
    'Wenn eine Verbindung nach dem Start der App zum ersten Mal benutzt wird.',
  'advanced.notice.problems': 'Probleme',
  'advanced.notice.problems.label': 'Benachrichtigungen über Probleme',
  'advanced.notice.problems.desc':
    'Wenn der Server nicht laufen kann, oder eine Datei von Lectern beschädigt ist.',
  'advanced.search': 'Suche',
  'advanced.memory': 'Speicher für die Suche',
  'advanced.memoryLabel': 'Speicher für die Suche in MB',
  'advanced.memoryDesc':
    'In MB. Mit weniger lesen Suchen die übrigen Notizen von der Festplatte und sind langsamer.',
  'advanced.attachments': 'In PDFs und Bildern suchen',
  'advanced.attachmentsDesc':
    'Clients finden dann auch deren Text. Braucht die Erweiterung „Text Extractor“.',
  'advanced.meaning': 'Semantische Suche',
  'advanced.embeddingsServer': 'Embeddings-Server',
  'advanced.embeddingsServerDesc':
    'Leer lassen, um sie auszuschalten. Adresse eines Programms auf diesem Computer, das /v1/embeddings anbietet, etwa Ollama oder LM Studio. Es bekommt die Texte aller Notizen, die nicht ausgeblendet sind, und die Suchanfragen. An andere Computer wird nichts gesendet.',
  'advanced.embeddingsServerProblem': 'Gib eine Adresse auf diesem Computer an, etwa http://127.0.0.1:11434.',
  'advanced.embeddingsModel': 'Embeddings-Modell',
  'advanced.embeddingsModelDesc':
    'Name des Modells. Nach einer Änderung werden alle Notizen neu eingebettet.',
  'advanced.prompts': 'Prompts',
  'advanced.promptsFolder': 'Ordner für Prompts',
  'advanced.promptsFolderDesc':
    'Jede Notiz in diesem Ordner ist ein Prompt, den Clients anbieten. Keine, wenn leer.',
  'advanced.wholeNumber': 'Gib eine ganze Zahl von {min} bis {max} ein.',
};

export const tools: Translation<typeof englishTools> = {
  'tools.name': 'Werkzeuge',
  'tools.desc': 'Werkzeuge für alle Verbindungen.',
  'tools.ownChoice': 'Eigene Auswahl',
  'tools.ownChoiceDesc': 'Du hast die Werkzeuge einzeln gewählt.',
  'tools.presets': 'Vorgaben',
  'tools.preset.readOnly': 'Nur lesen',
  'tools.preset.readOnly.desc': 'Nichts, was den Vault ändert.',
  'tools.preset.careful': 'Vorsichtig',
  'tools.preset.careful.desc': 'Lesen und schreiben, aber nichts, was löscht oder Befehle ausführt.',
  'tools.preset.default': 'Standard',
  'tools.preset.default.desc': 'Alle Werkzeuge außer dem Ausführen von Befehlen.',
  'tools.preset.everything': 'Alles',
  'tools.preset.everything.desc': 'Alle Werkzeuge, auch das Ausführen von Befehlen.',
  'tools.presetDesc': '{preset}: {desc}',
  'tools.families': 'Kategorien',
  'tools.family.browse': 'Umsehen',
  'tools.family.read': 'Lesen',
  'tools.family.find': 'Finden',
  'tools.family.links': 'Links',
  'tools.family.write': 'Schreiben',
  'tools.family.many': 'Viele Notizen ändern',
  'tools.family.remove': 'Löschen und rückgängig machen',
  'tools.family.app': 'Die App',
  'tools.on': '{on} von {all}',
  'tools.needs.read': 'Braucht Leserechte',
  'tools.needs.write': 'Braucht Schreibrechte',
  'tools.needs.full': 'Braucht alle Rechte',
  'tools.destructive': 'Kann überschreiben oder löschen',
};
