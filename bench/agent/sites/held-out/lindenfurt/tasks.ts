import { date, described, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { CATEGORIES, EVENT_PAGES, EVENTS } from './events.ts'

const ORIGIN = originOf('lindenfurt')

function event(title: string) {
  return EVENTS.find((one) => one.title === title)!
}

/** Times are said with and without the word for it. */
function clock(time: string) {
  return either(`${time} Uhr`, time)
}

const concerts = CATEGORIES.find(({ name }) => name === 'Konzert')!
const atLibrary = EVENTS.filter(({ venue }) => venue === 'Stadtbibliothek')
const puppets = event('Puppentheater Kasimir')
const bigBand = event('Bigband Querblech')
const choir = event('Chorkonzert Klangbogen')
const crime = event('Krimiabend mit Jost Enderlein')
const firstThree = EVENTS.slice(0, 3)

export const tasks: Task[] = [
  {
    id: 'lindenfurt/all-events',
    kind: 'list',
    prompt: 'Liste alle Veranstaltungen aus dem Kalender mit Titel, Datum und Ort auf.',
    urls: [`${ORIGIN}/veranstaltungen`],
    schema: object({ veranstaltungen: list(object({ titel: text, datum: date, ort: text })) }),
    truth: {
      veranstaltungen: EVENTS.map(({ title, date: datum, venue }) => ({ titel: title, datum, ort: venue })),
    },
    needs: EVENT_PAGES.map(({ path }) => path),
  },
  {
    id: 'lindenfurt/concerts',
    kind: 'list-and-details',
    prompt:
      'Alle Konzerte mit Titel, Datum, Beginn, Eintrittspreis und Veranstalter. Wenn kein Preis angegeben ist, dann null.',
    urls: [`${ORIGIN}/veranstaltungen`],
    schema: zod(
      record({
        konzerte: list(
          record({
            titel: text,
            datum: date,
            beginn: described(text, 'Uhrzeit'),
            eintritt: orNull(described(number, 'Eintrittspreis in Euro')),
            veranstalter: text,
          }),
        ),
      }),
    ),
    truth: {
      konzerte: concerts.events.map(({ title, date: datum, time, price, organiser }) => ({
        titel: title,
        datum,
        beginn: clock(time),
        eintritt: price === null ? null : Number.parseFloat(price),
        veranstalter: organiser,
      })),
    },
    needs: [concerts.path, ...concerts.events.map(({ path }) => path)],
  },
  {
    id: 'lindenfurt/puppets',
    kind: 'entity',
    prompt:
      'Puppentheater Kasimir: Wann und wo findet es statt, was kostet es, wer veranstaltet es und wie lautet die E-Mail-Adresse?',
    urls: [ORIGIN],
    schema: object({
      datum: date,
      uhrzeit: text,
      ort: text,
      eintritt: text,
      veranstalter: text,
      email: text,
    }),
    truth: {
      datum: puppets.date,
      uhrzeit: clock(puppets.time),
      ort: either(puppets.venue, `${puppets.venue}, Färbergasse 21, 34601 Lindenfurt`),
      eintritt: puppets.price,
      veranstalter: puppets.organiser,
      email: puppets.mail,
    },
    needs: [puppets.path],
  },
  {
    id: 'lindenfurt/big-band-free',
    kind: 'fact',
    prompt: 'Um wie viel Uhr beginnt das Konzert der Bigband Querblech und was kostet der Eintritt?',
    urls: [`${ORIGIN}/veranstaltungen`],
    truth: { beginn: bigBand.time, eintritt: bigBand.price },
    needs: [bigBand.path],
  },
  {
    id: 'lindenfurt/library',
    kind: 'condition',
    prompt: 'Welche Veranstaltungen finden in der Stadtbibliothek statt? Bitte Titel und Datum.',
    urls: [`${ORIGIN}/veranstaltungen`],
    schema: zod(record({ veranstaltungen: list(record({ titel: text, datum: date })) })),
    truth: {
      veranstaltungen: atLibrary.map(({ title, date: datum }) => ({ titel: title, datum })),
    },
    needs: EVENT_PAGES.map(({ path }) => path),
  },
  {
    id: 'lindenfurt/next-three',
    kind: 'first-few',
    prompt:
      'Die ersten drei Veranstaltungen im Kalender mit Titel, Datum, Uhrzeit, Eintritt und Veranstalter',
    urls: [ORIGIN],
    schema: object({
      events: list(object({ title: text, date, time: text, admission: text, organizer: text })),
    }),
    truth: {
      events: firstThree.map((one) => ({
        title: one.title,
        date: one.date,
        time: clock(one.time),
        admission: one.price,
        organizer: one.organiser,
      })),
    },
    isOrdered: true,
    needs: ['/veranstaltungen', ...firstThree.map(({ path }) => path)],
  },
  {
    id: 'lindenfurt/visit',
    kind: 'spread',
    prompt:
      'Ich plane einen Besuch: Wie viele Sitzplätze hat die Stadthalle, was kostet das Parkhaus Mühlentor höchstens am Tag, welche Telefonnummer hat die Tourist-Information und wann hat sie samstags geöffnet?',
    urls: [ORIGIN],
    schema: object({
      sitzplaetzeStadthalle: number,
      parkhausTageshoechstsatz: described(number, 'in Euro'),
      telefonTouristInformation: text,
      oeffnungszeitenSamstag: text,
    }),
    truth: {
      sitzplaetzeStadthalle: 740,
      parkhausTageshoechstsatz: 6,
      telefonTouristInformation: '05681 990-140',
      oeffnungszeitenSamstag: either(
        '10:00 bis 14:00 Uhr',
        '10:00-14:00 Uhr',
        '10:00 - 14:00 Uhr',
        '10:00-14:00',
      ),
    },
    needs: ['/veranstaltungsorte/stadthalle-lindenfurt', '/anreise', '/tourist-information'],
  },
  {
    id: 'lindenfurt/choir-price',
    kind: 'missing',
    prompt:
      'Was kostet der Eintritt zum Chorkonzert Klangbogen, und gibt es eine E-Mail-Adresse? Wann beginnt es?',
    urls: [`${ORIGIN}/veranstaltungen`],
    schema: zod(record({ eintritt: orNull(number), email: orNull(text), beginn: orNull(text) })),
    truth: { eintritt: null, email: null, beginn: clock(choir.time) },
    needs: [choir.path],
  },
  {
    id: 'lindenfurt/strict-page-two',
    kind: 'strict',
    prompt: 'Titel, Datum und Kategorie der Veranstaltungen auf dieser Seite',
    urls: [`${ORIGIN}/veranstaltungen/seite-2`],
    strictConstrainToURLs: true,
    schema: object({ veranstaltungen: list(object({ titel: text, datum: date, kategorie: text })) }),
    truth: {
      veranstaltungen: EVENT_PAGES[1]!.events.map(({ title, date: datum, category }) => ({
        titel: title,
        datum,
        kategorie: category,
      })),
    },
    needs: ['/veranstaltungen/seite-2'],
  },
  {
    id: 'lindenfurt/search-crime-evening',
    kind: 'search',
    prompt: 'Wann ist der Krimiabend mit Jost Enderlein in Lindenfurt, wann geht es los und was kostet er?',
    schema: object({ datum: date, beginn: text, eintritt: text }),
    truth: { datum: crime.date, beginn: clock(crime.time), eintritt: crime.price },
    needs: [crime.path],
  },
]
