import type {
  bar as englishBar,
  brought as englishBrought,
  commands as englishCommands,
  dialogs as englishDialogs,
  file as englishFile,
  notices as englishNotices,
} from '../english/windows';
import type { Translation } from '../message';

export const bar: Translation<typeof englishBar> = {
  'bar.text': 'Lectern: {state} · {vault}',
  'bar.waiting': 'Lectern: {state} ({waiting}) · {vault}',
  'bar.detail': '{text}. {detail}',
  'bar.state.off': 'aus',
  'bar.state.starting': 'startet',
  'bar.state.waitingForPort': 'wartet auf den Port',
  'bar.state.failed': 'läuft nicht',
  'bar.state.paused': 'pausiert',
  'bar.state.waiting': 'wartet auf Genehmigung',
  'bar.state.reading': 'liest',
  'bar.state.writing': 'schreibt',
  'bar.state.on': 'an',
  'bar.copyAddress': 'Adresse kopieren',
  'bar.openSettings': 'Einstellungen öffnen',
};

export const commands: Translation<typeof englishCommands> = {
  'command.restart': 'Server neu starten',
  'command.reviewSettings': 'Einstellungen von einem anderen Gerät ansehen',
  'cli.status': 'Den Zustand von Lectern zeigen.',
  'cli.server': 'Server: {state}',
  'cli.address': 'Adresse: {url}',
  'cli.problem': 'Problem: {problem}',
  'cli.calls': 'Laufende Aufrufe: {count}',
  'cli.lastCall': 'Letzter Aufruf: {tool}, {time}',
  'cli.url': 'Die Adresse des Servers zeigen.',
  'cli.pause': 'Alle Clients pausieren.',
  'cli.resume': 'Fortsetzen.',
  'cli.notRunning': 'Der Server läuft nicht.',
  'cli.paused': 'Pausiert.',
  'cli.resumed': 'Fortgesetzt.',
};

export const notices: Translation<typeof englishNotices> = {
  'notice.text': 'Lectern: {message}',
  'notice.copied': 'Kopiert. Zum Einfügen: {place}.',
  'notice.connected': '{client} hat sich mit {token} verbunden.',
  'notice.someClient': 'Ein Client',
  'notice.someClientWith': 'Ein Client mit {token}',
  'notice.changes': { one: '{who} hat etwas geändert.', other: '{who} hat {count} Änderungen gemacht.' },
  'notice.oldInstaller':
    'Diese Installation von Obsidian ist zu alt für Lectern, obwohl die App selbst aktuell ist. Lade das Installationsprogramm von obsidian.md und installiere es über die alte; deine Vaults bleiben, wie sie sind.',
  'notice.noStart': 'Die Erweiterung konnte nicht starten. Schalte sie aus und wieder ein.',
  'notice.notSaved':
    'Die Einstellungen konnten nicht gespeichert werden. Sie gelten, bis die App geschlossen wird.',
  'notice.tokenNotKept':
    'Die App konnte das Token von {name} nicht aufbewahren. Dieses Gerät kennt es nur, bis die App geschlossen wird.',
};

export const dialogs: Translation<typeof englishDialogs> = {
  'copy.title': 'Selbst kopieren',
  'copy.text': 'Die Zwischenablage ist nicht verfügbar. Der Text ist ausgewählt: Kopiere ihn von hier.',
  'copy.label': 'Text zum Kopieren',
};

export const brought: Translation<typeof englishBrought> = {
  'brought.title': 'Einstellungen von einem anderen Gerät',
  'brought.explanation':
    'Diese Einstellungen kamen mit dem Vault: von einem anderen deiner Geräte, oder von denen, die den Vault gemacht haben. Sie lassen jemanden mehr tun, als auf diesem Gerät eingestellt wurde. Deshalb gelten sie hier erst, wenn du sie annimmst. Was du ignorierst, bleibt in den Einstellungen deiner anderen Geräte.',
  'brought.nothing': 'In den Einstellungen dieses Vaults wartet nichts darauf, hier angenommen zu werden.',
  'brought.accept': 'Annehmen',
  'brought.acceptItem': 'Annehmen: {item}',
  'brought.acceptAll': 'Alle annehmen',
  'brought.ignoreAll': 'Alle ignorieren',
  'brought.sentence':
    'Dieser Vault kam mit Zugriffseinstellungen von einem anderen Computer ({items}). Sie werden ignoriert. {howToAccept}',
  'brought.inHost': 'Wenn sie von dir sind, starte einmal mit --accept-settings.',
  'brought.inApp':
    'Wenn sie von dir sind, führe den Befehl „Einstellungen von einem anderen Gerät ansehen“ aus.',
  'brought.tokens': 'Tokens',
  'brought.token': 'Token {name} mit den Rechten „{rights}“',
  'brought.tokenOnly': 'Token {name} mit den Rechten „{rights}“, nur für {folders}',
  'brought.rights.read': 'Nur lesen',
  'brought.rights.write': 'Lesen und schreiben',
  'brought.rights.full': 'Alle Rechte',
  'brought.host': 'Erreichbarkeit unter {address}',
  'brought.publicUrl': 'Anmeldung unter {address}',
  'brought.clientDocuments': 'das Abrufen von Dokumenten der Clients, die sich anmelden',
  'brought.origins': 'Aufrufe durch Webseiten von {origins}',
  'brought.writing': 'Schreiben, das hier ausgeschaltet ist',
  'brought.hidden': 'Zeigen, was hier verborgen ist',
  'brought.disabledTools': 'Werkzeuge, die hier ausgeschaltet sind',
  'brought.tools': 'die Werkzeuge {tools}',
  'brought.approval': 'Änderungen, ohne zu fragen',
  'brought.commands': 'die Befehle {commands}',
  'brought.embeddings': 'das Senden von Texten der Notizen an {address}',
  'brought.templater': 'Vorlagen, die Code ausführen',
  'brought.more': { one: '{list} und {count} weitere', other: '{list} und {count} weitere' },
};

export const file: Translation<typeof englishFile> = {
  'file.problems': 'Manche Einstellungen konnten nicht gelesen werden.',
  'file.missing': 'Ihre Datei fehlt oder ist leer.',
  'file.damaged': 'Die Datei ist kein JSON, oder nicht lesbar.',
  'file.notObject': 'Die Einstellungen sind kein Objekt.',
  'file.unreadableKey': '„{key}“ konnte nicht gelesen werden.',
  'file.unknownKey': '„{key}“ ist keine Einstellung.',
  'file.token': 'Token {number} konnte nicht gelesen werden und fällt weg.',
  'file.kept': 'Die Datei wurde als {copy} aufbewahrt.',
  'file.returned':
    '{names} kam mit einer anderen Kopie der Einstellungen zurück und wurde wieder widerrufen.',
  'file.closedApp':
    'Kein Client kann sich verbinden, bis du die Datei reparierst oder eine Einstellung änderst.',
  'file.closedHost':
    'Kein Client kann sich verbinden, bis die Datei repariert ist. Um mit neuen Einstellungen zu beginnen, lösche sie und starte einmal mit --accept-settings.',
};
