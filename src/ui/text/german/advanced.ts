import type { advanced as english, tools as englishTools } from '../english/advanced';
import type { Translation } from '../message';

export const advanced: Translation<typeof english> = {
  'advanced.name': 'Erweitert',
  'advanced.desc': 'Port, Benachrichtigungen, Suche, Prompts.',
  'advanced.value': 'Port {port}',
  'advanced.server': 'Server',
  'advanced.port': 'Port',
  'advanced.portDesc':
    'Clients verbinden sich mit diesem Port auf diesem Computer. Anfangs ist er {port}; wenn du ihn änderst, musst du Clients neu einrichten.',
  'advanced.autoStart': 'Automatisch starten',
  'advanced.autoStartDesc': 'Den Server starten, wenn dieser Vault geöffnet wird.',
  'advanced.serverDesc': 'Von einem Neustart merken Clients nur eine kurze Pause.',
  'advanced.callTime': 'Zeit für einen Aufruf',
  'advanced.callTimeDesc': 'Sekunden, nach denen ein Aufruf abgebrochen wird.',
  'advanced.callTimeLabel': 'Sekunden für einen Aufruf',
  'advanced.protocol': 'Protokoll',
  'advanced.protocolDesc':
    'Model Context Protocol, Revision 2026-07-28 und die von 2025, über HTTP auf diesem Computer.',
  'advanced.notifications': 'Benachrichtigungen',
  'advanced.notice.writes': 'Änderungen',
  'advanced.notice.writes.label': 'Benachrichtigungen über Änderungen',
  'advanced.notice.writes.desc':
    'Wenn ein Client den Vault geändert hat. Mehrere Änderungen zugleich ergeben eine Benachrichtigung.',
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
  'advanced.meaning': 'Suche nach Bedeutung',
  'advanced.embeddingsServer': 'Embeddings-Server',
  'advanced.embeddingsServerDesc':
    'Aus, wenn leer. Die Adresse eines Programms auf diesem Computer, das /v1/embeddings anbietet, etwa Ollama oder LM Studio. Lectern sendet ihm die Texte aller Notizen, die nicht ausgeblendet sind, und die Fragen von Suchen, und bewahrt die Zahlen, die es liefert, neben seinen Einstellungen auf. An andere Computer wird nichts gesendet.',
  'advanced.embeddingsServerProblem': 'Gib eine Adresse auf diesem Computer an, etwa http://127.0.0.1:11434.',
  'advanced.embeddingsModel': 'Embeddings-Modell',
  'advanced.embeddingsModelDesc':
    'Sein Name dort. Mit einem anderen Modell werden alle Notizen neu gesendet.',
  'advanced.prompts': 'Prompts',
  'advanced.promptsFolder': 'Ordner für Prompts',
  'advanced.promptsFolderDesc':
    'Jede Notiz in diesem Ordner ist ein Prompt, den Clients anbieten. Keine, wenn leer.',
  'advanced.wholeNumber': 'Gib eine ganze Zahl von {min} bis {max} ein.',
};

export const tools: Translation<typeof englishTools> = {
  'tools.name': 'Werkzeuge',
  'tools.desc': 'Was Clients überhaupt aufrufen können; eine Verbindung kann weniger haben.',
  'tools.ownChoice': 'Eigene Auswahl',
  'tools.ownChoiceDesc': 'Du hast die Werkzeuge einzeln gewählt.',
  'tools.presets': 'Vorgaben',
  'tools.preset.readOnly': 'Nur lesen',
  'tools.preset.readOnly.desc': 'Nichts, was den Vault ändert.',
  'tools.preset.careful': 'Vorsichtig',
  'tools.preset.careful.desc': 'Lesen und schreiben, aber nichts, was löscht oder Befehle ausführt.',
  'tools.preset.default': 'Standard',
  'tools.preset.default.desc': 'Wie nach der Installation: alle Werkzeuge außer denen, die anfangs aus sind.',
  'tools.preset.everything': 'Alles',
  'tools.preset.everything.desc': 'Alle Werkzeuge, auch die, die anfangs aus sind.',
  'tools.presetDesc': '{preset}: {desc}',
  'tools.families': 'Gruppen',
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
