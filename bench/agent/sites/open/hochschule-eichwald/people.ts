import { chunks, rows, slug } from '../../../markup.ts'

/** Everybody of the faculty by name; the phone is the extension. */
export const PEOPLE = rows(
  ['title', 'first', 'last', 'role', 'area', 'phone', 'room', 'hours', 'topics'],
  `
Dr.-Ing. | Meike | Ahrendsen | Wissenschaftliche Mitarbeiterin | Wasserbau | -312 | C 2.14 | Di 10–11 Uhr | Flussmodelle, Sedimenttransport
Prof. Dr.-Ing. | Volkmar | Bindseil | Professor | Massivbau | -201 | A 3.02 | Mi 14–15 Uhr | Spannbeton, Brückennachrechnung
- | Cosima | Drechsel | Sekretariat | Massivbau | -200 | A 3.01 | Mo–Do 9–12 Uhr | -
Dipl.-Ing. (FH) | Egbert | Fahrenkrog | Laboringenieur | Baustoffkunde | -455 | L 0.03 | nach Vereinbarung | Festigkeitsprüfung, Frostversuche
M.Sc. | Tabea | Gundlach | Doktorandin | Verkehrswesen | - | B 1.20 | - | Radverkehr, Zähldaten
Prof. Dr. rer. nat. | Ottilie | Haverbeck | Professorin | Baustoffkunde | -450 | L 1.01 | Do 11–12 Uhr | Recyclingbeton, Lehm
M.Eng. | Joris | Immken | Wissenschaftlicher Mitarbeiter | Massivbau | -208 | A 3.07 | Fr 9–10 Uhr | Carbonbeton
Prof. Dr.-Ing. | Ruth | Kaltwasser | Professorin | Wasserbau | -310 | C 2.10 | Mo 13–14 Uhr | Hochwasserschutz, Fischpässe
- | Henning | Lüdecke | Versuchshallenleiter | Wasserbau | -330 | H 0.01 | - | Strömungsrinnen
M.Sc. | Paula | Mönkeberg | Doktorandin | Wasserbau | -315 | C 2.16 | nach Vereinbarung | Starkregen
Prof. Dr.-Ing. | Sönke | Niehus | Professor | Verkehrswesen | -120 | B 1.11 | Di 15–16 Uhr | Knotenpunkte, Schulwege
Dr. phil. | Annegret | Ossenbrink | Studienberatung | Dekanat | -105 | A 1.08 | Di und Do 13–15 Uhr | -
M.Eng. | Malte | Petersilge | Wissenschaftlicher Mitarbeiter | Verkehrswesen | -124 | B 1.18 | - | Lichtsignalanlagen
- | Gesine | Quast | Sekretariat | Wasserbau | -300 | C 2.09 | Mo–Fr 8.30–11.30 Uhr | -
Prof. Dr.-Ing. | Eike | Rosenhagen | Dekan | Dekanat | -100 | A 1.01 | Mi 10–11 Uhr | Baubetrieb
M.Sc. | Leonie | Seifarth | Wissenschaftliche Mitarbeiterin | Baustoffkunde | -458 | L 1.06 | Mo 10–11 Uhr | Lehmputze
- | Rainer | Tiedgen | IT-Betreuung | Dekanat | -199 | A 0.12 | Mo–Do 8–16 Uhr | -
Dr.-Ing. | Yasemin | Ucar | Lehrkraft für besondere Aufgaben | Massivbau | -205 | A 3.05 | Do 14–15 Uhr | Baustatik I und II
- | Birte | Vollstedt | Geschäftsführung | Dekanat | -101 | A 1.02 | nach Vereinbarung | -
Dr. rer. nat. | Kolja | Wiechert | Wissenschaftlicher Mitarbeiter | Baustoffkunde | - | L 1.08 | nach Vereinbarung | Rasterelektronenmikroskopie
`,
).map((row) => {
  const name = `${row.first!} ${row.last!}`
  return {
    name,
    full: [row.title, name].filter(Boolean).join(' '),
    first: row.first!,
    last: row.last!,
    title: row.title ?? null,
    role: row.role!,
    area: row.area!,
    phone: row.phone === undefined ? null : `+49 4932 771${row.phone}`,
    room: row.room!,
    hours: row.hours ?? null,
    topics: row.topics ?? null,
    user: `${asciiOf(row.first!)}.${asciiOf(row.last!)}`,
    path: `/personen/detail/${slug(`${asciiOf(row.first!)} ${asciiOf(row.last!)}`)}`,
  }
})

export type Person = (typeof PEOPLE)[number]

function asciiOf(name: string): string {
  return name
    .toLowerCase()
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .replaceAll('ç', 'c')
}

export const PEOPLE_PAGES = chunks(PEOPLE, 8).map((people, at) => ({
  people,
  path: at === 0 ? '/personen' : `/personen/seite-${at + 1}`,
}))

export const AREAS = rows(
  ['name', 'text', 'lab'],
  `
Wasserbau | Wir untersuchen, wie sich Flüsse und Kanäle verhalten, wenn es zu viel oder zu wenig regnet. | Versuchshalle H mit drei Strömungsrinnen, die längste misst 42 m.
Massivbau | Beton, Stahlbeton und Spannbeton: vom Entwurf bis zur Nachrechnung alter Brücken. | Prüffeld mit einer Presse für 5 MN.
Verkehrswesen | Straßen, Wege und Kreuzungen, auf denen alle sicher ankommen. | Zwei Messfahrräder und ein mobiles Zählgerät.
Baustoffkunde | Was Baustoffe tragen, wie sie altern und wie man sie noch einmal verwendet. | Klimakammern und ein Rasterelektronenmikroskop.
`,
).map((row) => ({
  name: row.name!,
  text: row.text!,
  lab: row.lab!,
  path: `/fachgebiete/${slug(row.name!)}`,
  people: PEOPLE.filter(({ area }) => area === row.name),
}))

export type Area = (typeof AREAS)[number]

export const DEGREES = rows(
  ['name', 'degree', 'terms', 'start', 'limit', 'deadline'],
  `
Bauingenieurwesen | B.Eng. | 7 | Wintersemester | zulassungsfrei | 30. September
Umweltingenieurwesen | B.Eng. | 7 | Wintersemester | örtlich beschränkt | 15. Juli
Konstruktiver Ingenieurbau | M.Eng. | 3 | Sommersemester | örtlich beschränkt | 15. Januar
Wasser und Küste | M.Sc. | 4 | Wintersemester | zulassungsfrei | 31. August
Bauen im Bestand (berufsbegleitend) | M.Eng. | 5 | Sommersemester | 24 Plätze | 30. November
`,
).map((row) => ({
  name: row.name!,
  degree: row.degree!,
  terms: row.terms!,
  start: row.start!,
  limit: row.limit!,
  deadline: row.deadline!,
}))
