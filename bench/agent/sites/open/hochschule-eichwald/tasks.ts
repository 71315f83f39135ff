import { described, integer, list, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { AREAS, DEGREES, PEOPLE, PEOPLE_PAGES } from './people.ts'
import type { Person } from './people.ts'

const ORIGIN = originOf('hochschule-eichwald')

function person(name: string): Person {
  return PEOPLE.find((one) => one.name === name)!
}

/** The pages write addresses with `(at)`. */
function emailOf(user: string) {
  return either(`${user}(at)hs-eichwald.example`, `${user}@hs-eichwald.example`)
}

/** With and without the degree, as a profile and a list write it. */
function nameOf({ full, name, last, first, title }: Person) {
  return either(full, name, `${last}, ${first}`, [last, first, title].filter(Boolean).join(', '))
}

const hydraulics = AREAS.find(({ name }) => name === 'Wasserbau')!
const professors = PEOPLE.filter(({ role }) => role.startsWith('Professor'))
const haverbeck = person('Ottilie Haverbeck')
const niehus = person('Sönke Niehus')
const gundlach = person('Tabea Gundlach')
const ucar = person('Yasemin Ucar')
const fahrenkrog = person('Egbert Fahrenkrog')
const adviser = person('Annegret Ossenbrink')

export const tasks: Task[] = [
  {
    id: 'hochschule-eichwald/alle-personen',
    kind: 'list',
    prompt: 'Alle Personen des Fachbereichs mit Name, Funktion und Bereich auflisten.',
    urls: [`${ORIGIN}/personen`],
    schema: object({ personen: list(object({ name: text, funktion: text, bereich: text })) }),
    truth: {
      personen: PEOPLE.map((one) => ({ name: nameOf(one), funktion: one.role, bereich: one.area })),
    },
    needs: PEOPLE_PAGES.map(({ path }) => path),
  },
  {
    id: 'hochschule-eichwald/team-wasserbau',
    kind: 'list-and-details',
    prompt:
      'Bitte die Kontaktdaten des Teams im Fachgebiet Wasserbau: Name, Funktion, E-Mail, Telefon und Raum.',
    urls: [ORIGIN],
    schema: zod(
      record({
        team: list(
          record({ name: text, funktion: text, email: text, telefon: orNull(text), raum: orNull(text) }),
        ),
      }),
    ),
    truth: {
      team: hydraulics.people.map((one) => ({
        name: nameOf(one),
        funktion: one.role,
        email: emailOf(one.user),
        telefon: one.phone,
        raum: one.room,
      })),
    },
    needs: [hydraulics.path, ...hydraulics.people.map(({ path }) => path)],
  },
  {
    id: 'hochschule-eichwald/haverbeck',
    kind: 'entity',
    prompt:
      'Find the profile of Ottilie Haverbeck and return her phone, email, room, office hours and research topics.',
    urls: [`${ORIGIN}/team`],
    schema: object({
      phone: text,
      email: text,
      room: text,
      office_hours: text,
      research_topics: list(text),
    }),
    truth: {
      phone: haverbeck.phone,
      email: emailOf(haverbeck.user),
      room: haverbeck.room,
      office_hours: haverbeck.hours,
      research_topics: haverbeck.topics!.split(', '),
    },
    needs: [haverbeck.path],
  },
  {
    id: 'hochschule-eichwald/sprechzeit',
    kind: 'search',
    prompt: 'Wann hat Prof. Niehus (Hochschule Eichwald, Verkehrswesen) Sprechzeit und in welchem Raum?',
    schema: object({ sprechzeit: text, raum: text }),
    truth: {
      sprechzeit: either(niehus.hours, 'Dienstag 15–16 Uhr', 'Di 15-16'),
      raum: either(niehus.room, `Raum ${niehus.room}`),
    },
    needs: [niehus.path],
  },
  {
    id: 'hochschule-eichwald/professoren',
    kind: 'condition',
    prompt:
      'Nur Personen mit der Funktion Professor oder Professorin: Name, Fachgebiet, E-Mail-Adresse und Telefonnummer.',
    urls: [`${ORIGIN}/personen`],
    schema: zod(
      record({
        professoren: list(
          record({ name: text, fachgebiet: text, email: described(text, 'E-Mail-Adresse'), telefon: text }),
        ),
      }),
    ),
    truth: {
      professoren: professors.map((one) => ({
        name: nameOf(one),
        fachgebiet: either(one.area, `Fachgebiet ${one.area}`),
        email: emailOf(one.user),
        telefon: one.phone,
      })),
    },
    needs: [...PEOPLE_PAGES.map(({ path }) => path), ...professors.map(({ path }) => path)],
  },
  {
    id: 'hochschule-eichwald/gundlach-telefon',
    kind: 'missing',
    prompt: 'Telefon, Raum, Sprechzeit und Geburtsdatum von Tabea Gundlach',
    urls: [`${ORIGIN}/personen`],
    schema: zod(
      record({
        telefon: orNull(text),
        raum: orNull(text),
        sprechzeit: orNull(text),
        geburtsdatum: orNull(text),
      }),
    ),
    truth: { telefon: null, raum: gundlach.room, sprechzeit: null, geburtsdatum: null },
    needs: [gundlach.path],
  },
  {
    id: 'hochschule-eichwald/strict-profile',
    kind: 'strict',
    prompt: 'Extract the contact data from these two profiles: name, email, phone, room.',
    urls: [ORIGIN + ucar.path, ORIGIN + fahrenkrog.path],
    strictConstrainToURLs: true,
    schema: object({ contacts: list(object({ name: text, email: text, phone: text, room: text })) }),
    truth: {
      contacts: [ucar, fahrenkrog].map((one) => ({
        name: nameOf(one),
        email: emailOf(one.user),
        phone: one.phone,
        room: one.room,
      })),
    },
    needs: [ucar.path, fahrenkrog.path],
  },
  {
    id: 'hochschule-eichwald/studiengaenge',
    kind: 'list',
    prompt:
      'Welche Studiengänge gibt es? Bitte mit Abschluss, Regelstudienzeit in Semestern und Bewerbungsschluss.',
    urls: [ORIGIN],
    schema: object({
      studiengaenge: list(
        object({ name: text, abschluss: text, semester: integer, bewerbungsschluss: text }),
      ),
    }),
    truth: {
      studiengaenge: DEGREES.map(({ name, degree, terms, deadline }) => ({
        name: either(name, name.replace(' (berufsbegleitend)', '')),
        abschluss: degree,
        semester: Number(terms),
        bewerbungsschluss: deadline,
      })),
    },
    needs: ['/studium'],
  },
  {
    id: 'hochschule-eichwald/dekanat',
    kind: 'spread',
    prompt:
      'Wer ist Dekan, wie lautet die Faxnummer des Dekanats, wie die Adresse des Fachbereichs und wie hoch ist der Semesterbeitrag?',
    urls: [ORIGIN],
    truth: {
      dekan: 'Eike Rosenhagen',
      fax: '+49 4932 771-109',
      strasse: 'Am Torfkanal 17',
      ort: '26871 Eichwald',
      semesterbeitrag: '312,40',
    },
    needs: ['/dekanat', '/anfahrt', '/studium'],
  },
  {
    id: 'hochschule-eichwald/suche-studienberatung',
    kind: 'search',
    prompt:
      'Studienberatung am Fachbereich Bauwesen der Hochschule Eichwald: Name, Telefon, Raum und Sprechzeit',
    schema: object({ name: text, telefon: text, raum: text, sprechzeit: text }),
    truth: {
      name: nameOf(adviser),
      telefon: adviser.phone,
      raum: adviser.room,
      sprechzeit: adviser.hours,
    },
    needs: [adviser.path],
  },
]
