import type { CorpusNote } from './corpus-note';

export const german: readonly CorpusNote[] = [
  {
    path: 'Küche/Käsespätzle',
    age: 300,
    text: `---
tags: [rezept]
---
400 g Mehl, vier Eier, Salz, Wasser, bis der Teig Blasen wirft. Durch die Presse in siedendes Wasser, abschöpfen, im Wechsel mit Bergkäse schichten. Geröstete Zwiebeln obenauf.
`,
  },
  {
    path: 'Küche/Apfelkuchen vom Blech',
    age: 520,
    text: `---
aliases: [Omas Blechkuchen]
tags: [rezept, backen]
---
Hefeteig gehen lassen, zwei Kilo säuerliche Äpfel schälen und in Spalten legen, Streusel aus Butter, Zucker und Mehl. 40 Minuten bei 180 Grad. Der Kuchen schmeckt am zweiten Tag besser.
`,
  },
  {
    path: 'Küche/Zwiebelkuchen',
    age: 60,
    text: `---
tags: [rezept, backen]
---
Ein Kilo Zwiebeln glasig dünsten, mit Schmand, Eiern und Speck auf den Hefeteig geben. Dazu neuer Wein. Kuchen vom Blech für acht Leute.
`,
  },
  {
    path: 'Haus/Mülltrennung',
    age: 410,
    text: `Gelber Sack: Verpackungen, alle zwei Wochen dienstags. Papier am ersten Freitag. Biomüll wöchentlich, keine Plastiktüten. Sperrmüll zweimal im Jahr auf Karte. Elektroschrott zum Wertstoffhof in der Hafenstraße.
`,
  },
  {
    path: 'Haus/Heizung entlüften',
    age: 280,
    text: `Pumpe abstellen, oben anfangen zu hören, unten anfangen zu drehen. Ventil mit dem Vierkantschlüssel öffnen, bis Wasser kommt. Danach den Druck am Kessel prüfen: 1,5 bar.
`,
  },
  {
    path: 'Haus/Umzug',
    age: 12,
    text: `- [ ] Nachsendeauftrag bei der Post
- [ ] Strom, Gas, Heizung: Zähler ablesen
- [ ] Versicherung und Bank die neue Straße mitteilen
- [ ] Steuer: Finanzamt wechselt
- [ ] Kindergarten: Platz in der Nähe?
- [ ] Fahrrad und Schlüssel zuletzt einpacken
- [ ] Müll: Sperrmüll anmelden
`,
  },
  {
    path: 'Geld/Steuererklärung',
    age: 200,
    text: `---
aliases: [Einkommensteuer]
tags: [finanzen]
---
Frist Ende Juli. Belege: Lohnsteuerbescheinigung, Spenden, Handwerker (nur Arbeitslohn), Fahrten zur Arbeit. Arbeitszimmer anteilig. Erstattung im letzten Jahr: 540 Euro.
`,
  },
  {
    path: 'Geld/Haftpflichtversicherung',
    age: 340,
    text: `---
tags: [finanzen]
---
Familientarif, Deckung 50 Millionen, Schlüsselverlust eingeschlossen, Selbstbehalt 150 Euro. Kündigung drei Monate vor Ablauf. Schaden vom Juni: Fahrrad gegen Autotür, wurde bezahlt.
`,
  },
  {
    path: 'Geld/Kündigungsfristen',
    age: 95,
    text: `| Vertrag | Frist |
| --- | --- |
| Handy | ein Monat |
| Versicherung Hausrat | drei Monate |
| Fitnessstudio | ein Monat |
| Zeitung | sechs Wochen |
`,
  },
  {
    path: 'Rad/Fahrrad Wartung',
    age: 150,
    text: `# Kette
Alle 300 km putzen und ölen, nach 3000 km messen.
# Bremsen
Beläge vorn bei einem Millimeter tauschen. Quietschen: Scheibe entfetten.
# Reifen
Drei bar hinten, zweieinhalb vorn.
`,
  },
  {
    path: 'Rad/Radtour Donau',
    age: 480,
    text: `Passau bis Wien, sieben Etappen, 330 km. Campingplatz in Grein liegt direkt am Fluss. Rückfahrt mit dem Zug, Stellplatz für das Fahrrad vorher buchen. Platter Reifen hinter Melk.
`,
  },
  {
    path: 'Familie/Kindergarten',
    age: 40,
    text: `Sonnengruppe, Bringzeit bis neun. Wechselkleidung, Hausschuhe, Trinkflasche. Schließtage: Brückentage, drei Wochen im August. Elternabend am 14. Beim Abholen den Zettel unterschreiben.
`,
  },
  {
    path: 'Familie/Gespräch mit der Ärztin',
    age: 33,
    text: `Blutdruck leicht erhöht, weniger Salz, mehr Bewegung. Impfung gegen Zecken auffrischen. Überweisung zum Hautarzt liegt bereit. Nächster Termin in drei Monaten.
`,
  },
  {
    path: 'Garten/Rosen schneiden',
    age: 270,
    text: `Wenn die Forsythien blühen. Beetrosen auf drei bis fünf Augen, Strauchrosen nur auslichten. Schräg über einem Auge, das nach außen zeigt. Schere vorher desinfizieren.
`,
  },
  {
    path: 'Garten/Balkon',
    age: 110,
    text: `Kästen nach Osten: Geranien, Männertreu. Kübel: Zitrone und eine kleine Rose. Gießen abends, im Urlaub gießt Frau Weiß. Überwintern im Treppenhaus.
`,
  },
];
