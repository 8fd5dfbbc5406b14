import type { ToolName } from '../../../tools';
import type { ToolTexts } from '../message';

const texts = (title: string, summary: string): ToolTexts => ({ title, summary });

/** Every tool has its own. */
export const toolsInGerman: Readonly<Record<ToolName, ToolTexts>> = {
  list: texts('Dateien und Ordner auflisten', 'Listet Dateien und Ordner auf.'),
  list_notes: texts('Notizen auflisten', 'Listet Notizen mit Titel, Tags und Datum auf.'),
  stat: texts('Pfade nachschlagen', 'Prüft, ob es Dateien gibt, wie groß sie sind und von wann.'),
  get_vault_info: texts(
    'Überblick über den Vault',
    'Gibt einen ersten Überblick: Name, Größe, Ordner und Tags des Vaults und deine Anleitung für Clients.',
  ),
  read_note: texts('Notiz lesen', 'Liest eine Notiz oder einen Teil davon.'),
  read_notes: texts('Mehrere Notizen lesen', 'Liest mehrere Notizen auf einmal.'),
  get_context: texts(
    'Zusammenhang lesen',
    'Liest eine Notiz oder was eine Frage beantwortet, mit Links, offenen Aufgaben und verlinkten Notizen.',
  ),
  get_outline: texts('Gliederung lesen', 'Liest die Überschriften einer Notiz ohne ihren Text.'),
  read_attachment: texts('Anhang lesen', 'Liest Bilder, Audio, Canvas und andere Dateien.'),
  search: texts('Suchen', 'Durchsucht Text, Titel, Tags und Eigenschaften deiner Notizen.'),
  query_notes: texts(
    'Notizen abfragen',
    'Findet Notizen nach Eigenschaften, Tags, Links, Daten und Aufgaben.',
  ),
  query_dataview: texts(
    'Dataview abfragen',
    'Führt eine Abfrage von Dataview aus. Braucht die Erweiterung „Dataview“.',
  ),
  query_base: texts('Base abfragen', 'Liest die Zeilen einer Base.'),
  list_tasks: texts('Aufgaben auflisten', 'Listet die Aufgaben von Notizen auf.'),
  list_tags: texts('Tags auflisten', 'Listet die Tags des Vaults auf.'),
  list_properties: texts(
    'Eigenschaften auflisten',
    'Listet die Eigenschaften auf, die deine Notizen nutzen, mit ihren Werten.',
  ),
  get_frontmatter: texts('Eigenschaften einer Notiz', 'Liest die Eigenschaften einer Notiz.'),
  get_tags: texts('Tags einer Notiz', 'Liest die Tags einer Notiz.'),
  get_links: texts('Links einer Datei', 'Zeigt, wohin eine Notiz verlinkt und was zu ihr verlinkt.'),
  check_links: texts('Links prüfen', 'Findet Links ins Leere und Notizen ohne Links.'),
  suggest_links: texts(
    'Links vorschlagen',
    'Findet in einem Text Namen anderer Notizen, die noch keine Links sind.',
  ),
  find_related: texts('Verwandte Notizen finden', 'Findet Notizen, die mit einer Notiz verwandt sind.'),
  explore_graph: texts('Graph erkunden', 'Folgt den Links rund um eine Notiz.'),
  resolve_link: texts('Link auflösen', 'Findet die Datei, auf die ein Link zeigt.'),
  create_note: texts('Notiz erstellen', 'Erstellt eine Notiz.'),
  create_notes: texts('Mehrere Notizen erstellen', 'Erstellt mehrere Notizen auf einmal.'),
  update_note: texts(
    'Notiz ergänzen oder überschreiben',
    'Fügt einer Notiz Text hinzu oder ersetzt sie ganz.',
  ),
  patch_note: texts(
    'Abschnitt, Block oder Eigenschaft ändern',
    'Ändert einen Abschnitt, einen Block oder eine Eigenschaft einer Notiz.',
  ),
  edit_note: texts('Notiz bearbeiten', 'Macht genaue Änderungen in einer Notiz.'),
  edit_notes: texts('Mehrere Notizen bearbeiten', 'Macht genaue Änderungen in mehreren Notizen auf einmal.'),
  edit_canvas: texts(
    'Canvas bearbeiten',
    'Fügt Karten und Pfeile eines Canvas hinzu, ändert und entfernt sie.',
  ),
  update_frontmatter: texts('Eigenschaften ändern', 'Setzt und entfernt Eigenschaften einer Notiz.'),
  update_tags: texts('Tags hinzufügen oder entfernen', 'Fügt einer Notiz Tags hinzu oder entfernt welche.'),
  update_task: texts('Aufgaben ändern', 'Ändert Aufgaben von Notizen.'),
  move: texts(
    'Verschieben oder umbenennen',
    'Verschiebt Dateien und Ordner und benennt sie um; Links folgen.',
  ),
  rename_tag: texts('Tag umbenennen', 'Benennt ein Tag im ganzen Vault um.'),
  rename_heading: texts('Überschrift umbenennen', 'Benennt eine Überschrift und alle Links dorthin um.'),
  rename_property: texts(
    'Eigenschaft umbenennen',
    'Benennt eine Eigenschaft in jeder Notiz um, die sie hat.',
  ),
  replace_in_notes: texts(
    'Suchen und ersetzen',
    'Ersetzt einen Text oder ein Muster in vielen Notizen, nach einer Vorschau.',
  ),
  merge_notes: texts(
    'Notizen zusammenführen',
    'Hängt eine Notiz an eine andere an, lenkt alle Links dorthin und legt sie in den Papierkorb.',
  ),
  add_attachment: texts('Anhang hinzufügen', 'Fügt Bilder, PDFs und andere Dateien hinzu.'),
  create_folder: texts('Ordner erstellen', 'Erstellt einen Ordner.'),
  delete: texts('Löschen', 'Löscht Dateien und Ordner.'),
  list_changes: texts('Änderungen auflisten', 'Listet auf, was Clients geändert haben.'),
  undo_change: texts('Änderung rückgängig machen', 'Macht eine Änderung eines Clients rückgängig.'),
  get_workspace: texts(
    'Sehen, was geöffnet ist',
    'Sieht, welche Notiz geöffnet ist und was darin ausgewählt ist.',
  ),
  open_note: texts('Notiz öffnen', 'Öffnet eine Notiz in der App.'),
  list_commands: texts('Befehle auflisten', 'Listet die Befehle der App auf.'),
  execute_command: texts('Befehl ausführen', 'Führt einen Befehl der App aus, den du erlaubst.'),
};
