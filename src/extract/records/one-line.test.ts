import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { D, I, N, T, frame, readShape, ul } from '../../../test/support/page-shapes.ts'
import type { Shape } from '../../../test/support/page-shapes.ts'

const E = { type: 'string', format: 'email' }

const CASES: readonly Shape[] = [
  {
    name: 'a day, a time, a title and a place in German',
    lang: 'de',
    list: 'events',
    fields: { date: D, title: T, location: T },
    html: frame(
      '<h1>Termine</h1><p>Alle Termine.</p>' +
        ul(
          '04.04.2026, 11:00 Uhr: Anschwimmen (Freibad)',
          '18.04.2026, 9:00 Uhr: Putztag (Vereinsheim)',
          '24.04.2026, 19:30 Uhr: Versammlung (Gasthaus Zur Post)',
        ),
    ),
    expect: [
      { date: '2026-04-04', title: 'Anschwimmen', location: 'Freibad' },
      { date: '2026-04-18', title: 'Putztag', location: 'Vereinsheim' },
      { date: '2026-04-24', title: 'Versammlung', location: 'Gasthaus Zur Post' },
    ],
  },
  {
    name: 'a day, a title and a place',
    list: 'events',
    fields: { title: T, date: D, venue: T },
    html: frame(
      '<h1>What is on</h1>' +
        ul(
          '12 May 2026 – Spring concert, Town Hall',
          '3 June 2026 – Book fair, Old Library',
          '21 June 2026 – Summer dance, Market Square',
        ),
    ),
    expect: [
      { title: 'Spring concert', date: '2026-05-12', venue: 'Town Hall' },
      { title: 'Book fair', date: '2026-06-03', venue: 'Old Library' },
      { title: 'Summer dance', date: '2026-06-21', venue: 'Market Square' },
    ],
  },
  {
    name: 'people with what they are and their number',
    list: 'staff',
    fields: { name: T, role: T, phone: T },
    html: frame(
      '<h1>Our office</h1>' +
        ul(
          'Ana Roth, Secretary, 01632 960 112',
          'Ben Cole, Caretaker, 01632 960 113',
          'Cy Dahl, Treasurer, 01632 960 118',
        ),
    ),
    expect: [
      { name: 'Ana Roth', role: 'Secretary', phone: '01632 960 112' },
      { name: 'Ben Cole', role: 'Caretaker', phone: '01632 960 113' },
      { name: 'Cy Dahl', role: 'Treasurer', phone: '01632 960 118' },
    ],
  },
  {
    name: 'people with dashes and an address in French',
    lang: 'fr',
    list: 'equipe',
    fields: { nom: T, fonction: T, email: E },
    html: frame(
      '<h1>Notre équipe</h1>' +
        ul(
          'Claire Vasseur – Présidente – <a href="mailto:claire@a.example">claire@a.example</a>',
          'Hugo Marchal – Trésorier – <a href="mailto:hugo@a.example">hugo@a.example</a>',
          'Inès Boulay – Secrétaire – <a href="mailto:ines@a.example">ines@a.example</a>',
        ),
    ),
    expect: [
      { nom: 'Claire Vasseur', fonction: 'Présidente', email: 'claire@a.example' },
      { nom: 'Hugo Marchal', fonction: 'Trésorier', email: 'hugo@a.example' },
      { nom: 'Inès Boulay', fonction: 'Secrétaire', email: 'ines@a.example' },
    ],
  },
  {
    name: 'a title with its author and day',
    list: 'articles',
    fields: { title: T, author: T, date: D },
    html: frame(
      '<h1>Essays</h1>' +
        ul(
          '<a href="/1">The long river</a> – Ana Roth, 4 March 2026',
          '<a href="/2">Salt and stone</a> – Ben Cole, 11 March 2026',
          '<a href="/3">Night trains</a> – Cy Dahl, 2 April 2026',
        ),
    ),
    expect: [
      { title: 'The long river', author: 'Ana Roth', date: '2026-03-04' },
      { title: 'Salt and stone', author: 'Ben Cole', date: '2026-03-11' },
      { title: 'Night trains', author: 'Cy Dahl', date: '2026-04-02' },
    ],
  },
  {
    name: 'versions with their day and what is new',
    list: 'releases',
    fields: { version: T, date: D, summary: T },
    html: frame(
      '<h1>Changelog</h1>' +
        ul(
          'Version 2.1 (2026-03-04): Faster sync for large folders.',
          'Version 2.0 (2026-01-20): New permissions and audit log.',
          'Version 1.9.2 (2025-11-02): Fixes for Windows paths.',
        ),
    ),
    expect: [
      { version: '2.1', date: '2026-03-04', summary: 'Faster sync for large folders.' },
      { version: '2.0', date: '2026-01-20', summary: 'New permissions and audit log.' },
      { version: '1.9.2', date: '2025-11-02', summary: 'Fixes for Windows paths.' },
    ],
  },
  {
    name: 'versions in headings',
    list: 'releases',
    fields: { version: T, date: D },
    html: frame(
      '<h1>Release notes</h1><h2>v3.2.0 – 4 March 2026</h2><ul><li>Adds themes</li><li>Faster</li></ul><h2>v3.1.0 – 20 January 2026</h2><ul><li>Adds search</li></ul><h2>v3.0.4 – 2 November 2025</h2><ul><li>Fixes</li></ul>',
    ),
    expect: [
      { version: 'v3.2.0', date: '2026-03-04' },
      { version: 'v3.1.0', date: '2026-01-20' },
      { version: 'v3.0.4', date: '2025-11-02' },
    ],
  },
  {
    name: 'versions in brackets',
    list: 'releases',
    fields: { version: T, date: D },
    html: frame(
      '<h1>Changelog</h1><h2>[2.4.0] - 2026-03-04</h2><h3>Added</h3><ul><li>Adds themes</li></ul><h2>[2.3.1] - 2026-01-20</h2><h3>Fixed</h3><ul><li>Crash</li></ul><h2>[2.3.0] - 2025-12-02</h2><h3>Added</h3><ul><li>CSV</li></ul>',
    ),
    expect: [
      { version: '2.4.0', date: '2026-03-04' },
      { version: '2.3.1', date: '2026-01-20' },
      { version: '2.3.0', date: '2025-12-02' },
    ],
  },
  {
    name: 'things with a price',
    lang: 'de',
    list: 'preise',
    fields: { name: T, preis: N },
    html: frame(
      '<h1>Eintritt</h1>' + ul('Erwachsene: 8,50 €', 'Kinder bis 14 Jahre: 4,00 €', 'Familienkarte: 20,00 €'),
    ),
    expect: [
      { name: 'Erwachsene', preis: 8.5 },
      { name: 'Kinder bis 14 Jahre', preis: 4 },
      { name: 'Familienkarte', preis: 20 },
    ],
  },
  {
    name: 'bold names with what they are',
    list: 'people',
    fields: { name: T, role: T },
    html: frame(
      '<h1>Board</h1>' +
        ul(
          '<strong>Ana Roth</strong>, Chair',
          '<strong>Ben Cole</strong>, Vice chair',
          '<strong>Cy Dahl</strong>, Treasurer',
        ),
    ),
    expect: [
      { name: 'Ana Roth', role: 'Chair' },
      { name: 'Ben Cole', role: 'Vice chair' },
      { name: 'Cy Dahl', role: 'Treasurer' },
    ],
  },
  {
    name: 'offices with their holders',
    lang: 'de',
    list: 'vorstand',
    fields: { amt: T, name: T },
    html: frame(
      '<h1>Vorstand</h1>' +
        ul(
          '<strong>Vorsitzende:</strong> Gesa Harms',
          '<strong>Kassenwart:</strong> Uwe Petersen',
          '<strong>Schriftführerin:</strong> Renate Bock',
        ),
    ),
    expect: [
      { amt: 'Vorsitzende', name: 'Gesa Harms' },
      { amt: 'Kassenwart', name: 'Uwe Petersen' },
      { amt: 'Schriftführerin', name: 'Renate Bock' },
    ],
  },
  {
    name: 'paragraphs in Italian',
    lang: 'it',
    list: 'eventi',
    fields: { data: D, titolo: T, luogo: T },
    html: frame(
      '<h1>Appuntamenti</h1><p>5 aprile 2026, ore 18: Degustazione di primavera (Cantina Sociale)</p><p>19 aprile 2026, ore 20.30: Cena in vigna (Podere Alto)</p><p>3 maggio 2026, ore 11: Passeggiata tra i filari (Piazza Roma)</p>',
    ),
    expect: [
      { data: '2026-04-05', titolo: 'Degustazione di primavera', luogo: 'Cantina Sociale' },
      { data: '2026-04-19', titolo: 'Cena in vigna', luogo: 'Podere Alto' },
      { data: '2026-05-03', titolo: 'Passeggiata tra i filari', luogo: 'Piazza Roma' },
    ],
  },
  {
    name: 'bold days',
    list: 'events',
    fields: { date: D, title: T },
    html: frame(
      '<h1>Diary</h1>' +
        ul(
          '<strong>4 April 2026:</strong> Spring clean',
          '<strong>18 April 2026:</strong> Quiz night',
          '<strong>2 May 2026:</strong> Plant sale',
        ),
    ),
    expect: [
      { date: '2026-04-04', title: 'Spring clean' },
      { date: '2026-04-18', title: 'Quiz night' },
      { date: '2026-05-02', title: 'Plant sale' },
    ],
  },
  {
    name: 'a writer, a title and a year',
    lang: 'nl',
    list: 'boeken',
    fields: { titel: T, auteur: T, jaar: I },
    html: frame(
      '<h1>Boeken</h1>' +
        ul(
          'Anna de Wit: Het water stijgt (2019)',
          'Joris Kamp: De laatste trein (2021)',
          'Eva Smeets: Stilte op zolder (2024)',
        ),
    ),
    expect: [
      { titel: 'Het water stijgt', auteur: 'Anna de Wit', jaar: 2019 },
      { titel: 'De laatste trein', auteur: 'Joris Kamp', jaar: 2021 },
      { titel: 'Stilte op zolder', auteur: 'Eva Smeets', jaar: 2024 },
    ],
  },
]

describe('records of one line', () => {
  for (const shape of CASES) it(`reads ${shape.name}`, () => assert.deepEqual(readShape(shape), shape.expect))
})
