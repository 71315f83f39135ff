import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { BEITRAEGE, BOOTE, KURSE, MONATE, TERMINE, VORSTAND } from './verein.ts'

const ORIGIN = originOf('ruderclub-wesertal')

function kurs(nr: string) {
  return KURSE.find((einer) => einer.nr === nr)!
}

function iso(tag: string): string {
  return tag.split('.').toReversed().join('-')
}

const einsteiger = kurs('K26-01')
const lehrgang = kurs('K26-05')
const ferien = kurs('K26-04')
const rattenfaenger = BOOTE.find(({ name }) => name === 'Rattenfänger')!
const einer = BOOTE.filter(({ art }) => art === 'Einer')

export const tasks: Task[] = [
  {
    id: 'ruderclub-wesertal/jugendbeitrag',
    kind: 'fact',
    prompt: 'Was kostet die Mitgliedschaft für Jugendliche im Jahr und wie hoch ist die Aufnahmegebühr?',
    urls: [ORIGIN],
    schema: object({ jahresbeitrag: number, aufnahmegebuehr: number }),
    truth: { jahresbeitrag: BEITRAEGE[2][1], aufnahmegebuehr: 45 },
    needs: ['/verein/beitraege.html'],
  },
  {
    id: 'ruderclub-wesertal/einsteigerkurs',
    kind: 'entity',
    prompt:
      'Details zum Kurs "Rudern für Einsteiger I": Kursnummer, Beginn, Zeit, Anzahl der Termine, Gebühr, Leitung und freie Plätze.',
    urls: [ORIGIN],
    schema: zod(
      record({
        kursnummer: text,
        beginn: date,
        zeit: text,
        anzahlTermine: integer,
        gebuehr: orNull(described(number, 'in Euro')),
        leitung: text,
        freiePlaetze: orNull(integer),
      }),
    ),
    truth: {
      kursnummer: einsteiger.nr,
      beginn: iso(einsteiger.beginn),
      zeit: einsteiger.zeit,
      anzahlTermine: einsteiger.termine,
      gebuehr: einsteiger.gebuehr,
      leitung: einsteiger.leitung,
      freiePlaetze: Number(einsteiger.frei),
    },
    needs: [einsteiger.pfad],
  },
  {
    id: 'ruderclub-wesertal/kurse',
    kind: 'list-and-details',
    prompt:
      'Erstelle eine Übersicht aller Kurse mit Titel, Beginn, Gebühr in Euro (null, wenn noch offen) und Kursleitung.',
    urls: [`${ORIGIN}/kurse.html`],
    schema: zod(
      record({
        kurse: list(record({ titel: text, beginn: date, gebuehr: orNull(number), leitung: text })),
      }),
    ),
    truth: {
      kurse: KURSE.map(({ titel, beginn, gebuehr, leitung }) => ({
        titel,
        beginn: iso(beginn),
        gebuehr,
        leitung,
      })),
    },
    needs: ['/kurse.html', ...KURSE.map(({ pfad }) => pfad)],
  },
  {
    id: 'ruderclub-wesertal/events',
    kind: 'list',
    prompt: 'All events of the club from April to July 2026 with date, title and location',
    urls: [`${ORIGIN}/termine.html`],
    schema: object({ events: list(object({ date, title: text, location: text })) }),
    truth: {
      events: TERMINE.map(({ tag, was, wo }) => ({ date: iso(tag), title: was, location: wo })),
    },
    needs: MONATE.map(([monat]) => `/termine/${monat}.html`),
  },
  {
    id: 'ruderclub-wesertal/einer',
    kind: 'condition',
    prompt: 'Welche Einer hat der Verein? Name, Werft, Baujahr und Mannschaftsgewicht bitte.',
    urls: [`${ORIGIN}/boote.html`],
    schema: object({
      boote: list(object({ name: text, werft: text, baujahr: integer, mannschaftsgewicht: text })),
    }),
    truth: {
      boote: einer.map(({ name, werft, baujahr, gewicht }) => ({
        name,
        werft,
        baujahr,
        mannschaftsgewicht: gewicht,
      })),
    },
    needs: ['/boote.html', ...einer.map(({ pfad }) => pfad)],
  },
  {
    id: 'ruderclub-wesertal/vorstand',
    kind: 'list',
    prompt: 'Der komplette Vorstand mit Amt, Name und Telefonnummer (falls angegeben)',
    urls: [ORIGIN],
    schema: zod(record({ vorstand: list(record({ amt: text, name: text, telefon: orNull(text) })) })),
    truth: {
      vorstand: VORSTAND.map(({ amt, name, telefon }) => ({
        amt,
        name: name.startsWith('Dr. ') ? either(name, name.slice('Dr. '.length)) : name,
        telefon,
      })),
    },
    needs: ['/verein/vorstand.html'],
  },
  {
    id: 'ruderclub-wesertal/lehrgang',
    kind: 'missing',
    prompt: 'Steuerleute-Lehrgang: Gebühr, Leitung und Anmeldeschluss?',
    urls: [`${ORIGIN}/kurse.html`],
    schema: zod(record({ gebuehr: orNull(number), leitung: orNull(text), anmeldeschluss: orNull(date) })),
    truth: { gebuehr: null, leitung: lehrgang.leitung, anmeldeschluss: null },
    needs: [lehrgang.pfad],
  },
  {
    id: 'ruderclub-wesertal/club',
    kind: 'spread',
    prompt:
      'When was the rowing club founded, how many members does it have, what is its register number (Vereinsregister) and its phone number at the boathouse?',
    urls: [ORIGIN],
    schema: object({ founded: date, members: integer, registerNumber: text, phone: text }),
    truth: {
      founded: '1908-05-17',
      members: 262,
      registerNumber: either('VR 110284', 'Amtsgericht Hildesheim, VR 110284'),
      phone: '05531 55 0170',
    },
    needs: ['/verein.html', '/impressum.html', '/kontakt.html'],
  },
  {
    id: 'ruderclub-wesertal/bootshaus-free',
    kind: 'fact',
    prompt: 'Was kostet die Miete des Bootshauses für Gäste, und wie viele Personen passen in den Saal?',
    urls: [ORIGIN],
    truth: { mieteGaeste: 290, personen: 80 },
    needs: ['/verein/bootshaus.html'],
  },
  {
    id: 'ruderclub-wesertal/strict-nothing',
    kind: 'strict-nothing',
    prompt: 'Wer ist Kassenwart und wie viele Mitglieder hat der Verein?',
    urls: [ORIGIN + ferien.pfad],
    strictConstrainToURLs: true,
    schema: zod(record({ kassenwart: orNull(text), mitglieder: orNull(integer) })),
    truth: { kassenwart: null, mitglieder: null },
    needs: [ferien.pfad],
  },
  {
    id: 'ruderclub-wesertal/search-boat',
    kind: 'search',
    prompt: 'Ruderclub Wesertal, Boot "Rattenfänger": Werft, Baujahr und Taufpate',
    schema: object({ werft: text, baujahr: integer, taufpate: described(text, 'Getauft von') }),
    truth: {
      werft: rattenfaenger.werft,
      baujahr: rattenfaenger.baujahr,
      taufpate: rattenfaenger.getauft,
    },
    needs: [rattenfaenger.pfad],
  },
]
