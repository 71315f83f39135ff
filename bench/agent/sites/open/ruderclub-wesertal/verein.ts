import { rows, slug } from '../../../markup.ts'

export const KURSE = rows(
  ['nr', 'titel', 'beginn', 'zeit', 'abende', 'gebuehr', 'leitung', 'frei', 'alter'],
  `
K26-01 | Rudern für Einsteiger I | 14.04.2026 | dienstags, 18:00–19:30 Uhr | 6 | 95 | Imke Thölke | 3 | ab 16 Jahren
K26-02 | Rudern für Einsteiger II | 28.05.2026 | donnerstags, 18:00–19:30 Uhr | 6 | 95 | Imke Thölke | ausgebucht | ab 16 Jahren
K26-03 | Skiff-Schnuppertag | 09.05.2026 | Samstag, 10:00–16:00 Uhr | 1 | 39 | Malte Quast | 7 | ab 14 Jahren
K26-04 | Ferienkurs für Kinder | 13.07.2026 | montags bis freitags, 9:00–12:00 Uhr | 5 | 80 | Renate Bokelmann | 12 | 10 bis 14 Jahre
K26-05 | Steuerleute-Lehrgang | 20.06.2026 | samstags, 14:00–17:00 Uhr | 3 | - | Harm Diekhoff | 4 | ab 18 Jahren
K26-06 | Rudern nach der Reha | 02.06.2026 | dienstags, 10:00–11:00 Uhr | 8 | 60 | Renate Bokelmann | 5 | -
K26-07 | Technik für Fortgeschrittene | 01.09.2026 | dienstags, 17:30–19:00 Uhr | 5 | 110 | Malte Quast | 2 | ab 16 Jahren
`,
).map((row) => ({
  nr: row.nr!,
  titel: row.titel!,
  beginn: row.beginn!,
  zeit: row.zeit!,
  termine: Number(row.abende),
  gebuehr: row.gebuehr === undefined ? null : Number(row.gebuehr),
  leitung: row.leitung!,
  frei: row.frei!,
  alter: row.alter ?? null,
  pfad: `/kurse/${row.nr!.toLowerCase()}.html`,
}))

export type Kurs = (typeof KURSE)[number]

export const BOOTE = rows(
  ['name', 'art', 'werft', 'baujahr', 'gewicht', 'klasse', 'liegeplatz', 'getauft'],
  `
Weserwind | Achter | Bootswerft Lührs | 2017 | 75 bis 90 kg | Rennboot | Halle 1, unten | Bürgermeisterin Heike Sander
Alte Liebe | Vierer mit Steuermann | Bootswerft Lührs | 1986 | 80 kg | Gigboot | Halle 2, Lager 4 | -
Roland | Vierer mit Steuermann | Empfinger Boote | 2009 | 85 kg | Gigboot | Halle 2, Lager 5 | Harm Diekhoff
Fulda | Zweier ohne | Empfinger Boote | 2013 | 80 kg | Rennboot | Halle 1, Lager 2 | -
Werra | Doppelzweier | Empfinger Boote | 2013 | 70 kg | Rennboot | Halle 1, Lager 3 | Gisela Bothmer
Rattenfänger | Doppelvierer | Vespa Rowing | 2021 | 85 kg | Rennboot | Halle 1, Lager 7 | Sparkasse Wesertal
Klabautermann | Einer | Vespa Rowing | 2019 | 75 kg | Rennboot | Halle 1, Lager 9 | -
Seepferdchen | Einer | Bootswerft Lührs | 2002 | 55 kg | Kinderboot | Halle 3 | Grundschule am Wall
Otter | Einer | Vespa Rowing | 2023 | 60 kg | Kinderboot | Halle 3 | Familie Quast
Brummer | Barke | Eigenbau | 1971 | - | Wanderboot | Steg B | -
`,
).map((row) => ({
  name: row.name!,
  art: row.art!,
  werft: row.werft!,
  baujahr: Number(row.baujahr),
  gewicht: row.gewicht ?? null,
  klasse: row.klasse!,
  liegeplatz: row.liegeplatz!,
  getauft: row.getauft ?? null,
  pfad: `/boote/${slug(row.name!)}.html`,
}))

export type Boot = (typeof BOOTE)[number]

export const MONATE = [
  ['2026-04', 'April 2026'],
  ['2026-05', 'Mai 2026'],
  ['2026-06', 'Juni 2026'],
  ['2026-07', 'Juli 2026'],
] as const

export const TERMINE = rows(
  ['monat', 'tag', 'was', 'wo', 'zeit'],
  `
2026-04 | 04.04.2026 | Anrudern | Vereinssteg | 11:00 Uhr
2026-04 | 18.04.2026 | Arbeitsdienst | Bootshaus | 9:00 Uhr
2026-04 | 24.04.2026 | Jahreshauptversammlung | Gasthaus Zur Fähre | 19:30 Uhr
2026-05 | 01.05.2026 | Maifahrt nach Bodenwerder | Vereinssteg | 8:30 Uhr
2026-05 | 16.05.2026 | Wesertal-Regatta | Regattastrecke | ganztägig
2026-06 | 06.06.2026 | Sommerfest | Bootshaus | 15:00 Uhr
2026-06 | 13.06.2026 | Arbeitsdienst | Bootshaus | 9:00 Uhr
2026-06 | 27.06.2026 | Nachtrudern | Vereinssteg | 22:00 Uhr
2026-07 | 11.07.2026 | Wanderfahrt auf der Fulda | Treffpunkt Bahnhof | 7:15 Uhr
2026-07 | 25.07.2026 | Grillabend | Bootshaus | 18:00 Uhr
`,
).map((row) => ({ monat: row.monat!, tag: row.tag!, was: row.was!, wo: row.wo!, zeit: row.zeit! }))

export const VORSTAND = rows(
  ['amt', 'name', 'telefon', 'mail'],
  `
1. Vorsitzende | Dr. Gesine Hartkopf | 05531 55 0171 | vorsitz@rc-wesertal.example
2. Vorsitzender | Harm Diekhoff | 05531 55 0172 | -
Kassenwart | Uwe Pallentin | - | kasse@rc-wesertal.example
Sportwart | Malte Quast | 0171 555 0944 | sport@rc-wesertal.example
Jugendwartin | Renate Bokelmann | 05531 55 0175 | jugend@rc-wesertal.example
Bootswart | Jörn Seebode | - | -
`,
).map((row) => ({ amt: row.amt!, name: row.name!, telefon: row.telefon ?? null, mail: row.mail ?? null }))

export const BEITRAEGE = [
  ['Erwachsene', 228],
  ['Ehepaare und Lebensgemeinschaften', 380],
  ['Kinder und Jugendliche bis 18 Jahre', 96],
  ['Studierende und Auszubildende', 132],
  ['Fördernde Mitglieder', 60],
] as const

export const BERICHTE = rows(
  ['tag', 'titel', 'text'],
  `
08.03.2026 | Neuer Steg liegt im Wasser | Der Steg ist 24 Meter lang und hat 61.500 € gekostet. Die Stadt gab 20.000 € dazu.
22.02.2026 | Ergometer-Cup: Silber für Lene Pallentin | Lene fuhr die 1000 Meter in 3:41,2 Minuten.
11.01.2026 | Kursprogramm 2026 steht | Sieben Kurse sind geplant. Die Gebühr für Einsteiger bleibt günstig, 2025 lag sie bei 85 €.
30.11.2025 | Abrudern bei Nebel | 31 Mitglieder ruderten zum letzten Mal im Jahr, der Achter Weserwind vorneweg.
`,
).map((row) => ({
  tag: row.tag!,
  titel: row.titel!,
  text: row.text!,
  pfad: `/aktuelles/${slug(row.titel!)}.html`,
}))
