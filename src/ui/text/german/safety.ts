import type { approvalRules as englishRules, safety as english } from '../english/safety';
import type { Translation } from '../message';

export const safety: Translation<typeof english> = {
  'safety.name': 'Sicherheit',
  'safety.desc': 'Verborgene Ordner, Genehmigungen, Rückgängigmachen, Code.',
  'safety.hidden': 'Verborgene Ordner',
  'safety.hiddenDesc':
    'Ordner und Dateien, die kein Client sieht, einer pro Zeile, etwa „Privat“ oder „*.geheim.md“.',
  'safety.hiddenExample': 'Privat',
  'safety.code': 'Befehle und Code',
  'safety.commands': 'Befehle, die Clients ausführen dürfen',
  'safety.commandsDesc':
    'Kennungen von Befehlen, eine pro Zeile; „editor:*“ erlaubt alle, die mit „editor:“ beginnen. Braucht alle Rechte und das Werkzeug „execute_command“.',
  'safety.tooManyCommands': 'Gib höchstens 1.000 Kennungen mit je höchstens 500 Zeichen an.',
  'safety.templater': 'Templater in Vorlagen ausführen',
  'safety.templaterDesc':
    'Clients mit allen Rechten dürfen Notizen aus Vorlagen erstellen, die Code ausführen. Wer eine solche Vorlage ändern kann, kann dann auf diesem Computer Code ausführen.',
  'safety.undo': 'Rückgängig machen',
  'safety.journalDays': 'Änderungen aufbewahren (Tage)',
  'safety.journalDaysDesc':
    'Frühere Fassungen werden aufbewahrt, damit Änderungen rückgängig gemacht werden können.',
  'safety.journalSize': 'Größe des Journals (MB)',
  'safety.journalSizeLabel': 'Größe des Journals in MB',
  'safety.journalSizeDesc': 'Wenn es voll ist, fallen die ältesten Änderungen zuerst weg.',
  'safety.journal': 'Änderungsverlauf',
  'safety.journalHolds': '{changes}.',
  'safety.journalSince': '{changes} seit {day}.',
  'safety.journalFailed': 'Der Verlauf konnte nicht gelöscht werden.',
  'safety.emptyJournal': 'Verlauf löschen',
  'safety.emptyJournalLabel': 'Verlauf löschen: Änderungen',
  'safety.emptyJournalTitle': 'Änderungsverlauf löschen?',
  'safety.emptyJournalText': 'Bisherige Änderungen können dann nicht mehr rückgängig gemacht werden.',
  'safety.trash': 'Papierkorb',
  'safety.trash.system':
    'Was ein Client löscht, kommt in den Papierkorb des Systems, wie in der App unter „Gelöschte Dateien“ eingestellt. Nur eine Verbindung mit allen Rechten kann endgültig löschen.',
  'safety.trash.vault':
    'Was ein Client löscht, kommt in den Ordner „.trash“ des Vaults, wie in der App unter „Gelöschte Dateien“ eingestellt. Nur eine Verbindung mit allen Rechten kann endgültig löschen.',
  'safety.trash.permanent':
    'Die App ist unter „Gelöschte Dateien“ so eingestellt, dass sie endgültig löscht. Eine Verbindung mit allen Rechten tut das auch; was eine andere löscht, kommt in den Ordner „.trash“ des Vaults.',
};

export const approvalRules: Translation<typeof englishRules> = {
  'rules.heading': 'Genehmigung',
  'rules.ask': 'Vor Änderungen fragen',
  'rules.askDesc':
    'Du siehst, was sich ändern würde, und erlaubst es oder lehnst es ab. Eine Verbindung kann eigene Regeln haben.',
  'rules.askSearch': 'Genehmigung, bestätigen, Erlaubnis',
  'rules.choice.never': 'Nie fragen',
  'rules.choice.destructive': 'Vor Löschen, Überschreiben und Massenänderungen',
  'rules.choice.always': 'Vor jeder Änderung',
  'rules.choice.custom': 'Je nach Art der Änderung',
  'rules.own': 'Eigene Regeln',
  'rules.rule.allow': 'Erlauben',
  'rules.rule.ask': 'Fragen',
  'rules.rule.refuse': 'Ablehnen',
  'rules.ruleFor': 'Regel: {risk}',
  'rules.risk.edit': 'Bearbeiten',
  'rules.risk.edit.desc': 'Notizen erstellen und Teile von ihnen ändern.',
  'rules.risk.overwrite': 'Überschreiben',
  'rules.risk.overwrite.desc': 'Den ganzen Text einer Notiz ersetzen.',
  'rules.risk.delete': 'Löschen',
  'rules.risk.delete.desc': 'Notizen, andere Dateien und Ordner.',
  'rules.risk.move': 'Verschieben',
  'rules.risk.move.desc': 'Notizen, Dateien und Ordner umbenennen und verschieben.',
  'rules.risk.massChange': 'Massenänderungen',
  'rules.risk.massChange.desc': 'Mehr als fünf Dateien auf einmal ändern.',
  'rules.risk.command': 'Befehle',
  'rules.risk.command.desc': 'Einen Befehl der App ausführen.',
  'rules.timeout': 'Wartezeit',
  'rules.timeoutDesc': 'Nach so vielen Sekunden werden unbeantwortete Anfragen abgelehnt.',
  'rules.timeoutLabel': 'Wartezeit auf Genehmigung in Sekunden',
  'rules.temporary': 'Befristete Genehmigungen',
  'rules.temporaryCount': {
    one: '{count} befristete Genehmigung.',
    other: '{count} befristete Genehmigungen.',
  },
  'rules.noTemporary': 'Keine.',
  'rules.forget': 'Vergessen',
  'rules.forgetLabel': 'Befristete Genehmigungen vergessen',
};
