import { date, described, integer, list, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { OFFICES, PAGES, PEOPLE } from './people.ts'

const ORIGIN = originOf('quarrier-voss')

function person(name: string) {
  return PEOPLE.find((one) => one.name === name)!
}

const kinnaird = person('Leopold Kinnaird')
const falkenberg = person('Sunniva Falkenberg')
const netherby = person('Oona Netherby')
const castlegate = person('Edmund Castlegate')
const pencaitland = person('Faridah Pencaitland')
const tax = PEOPLE.filter(({ practice }) => practice.name === 'Tax')
const partners = PEOPLE.filter(({ position }) => position === 'Partner')
const aberdeen = OFFICES.find(({ name }) => name === 'Aberdeen')!

export const tasks: Task[] = [
  {
    id: 'quarrier-voss/kinnaird-mail',
    kind: 'fact',
    prompt: 'What is the email address of Leopold Kinnaird?',
    urls: [`${ORIGIN}/people`],
    schema: object({ email: text }),
    truth: { email: kinnaird.email },
    needs: [kinnaird.path],
  },
  {
    id: 'quarrier-voss/falkenberg',
    kind: 'entity',
    prompt:
      'Get the full profile of Sunniva Falkenberg: position, practice, office, phone, email, languages, year of admission and where she studied.',
    urls: [ORIGIN],
    schema: zod(
      record({
        position: text,
        practice: text,
        office: text,
        phone: orNull(text),
        email: text,
        languages: list(text),
        admissionYear: orNull(integer),
        education: orNull(described(text, 'University')),
      }),
    ),
    truth: {
      position: falkenberg.position,
      practice: falkenberg.practice.name,
      office: falkenberg.office.name,
      phone: falkenberg.phone,
      email: falkenberg.email,
      languages: falkenberg.languages,
      admissionYear: Number(falkenberg.admitted),
      education: falkenberg.school,
    },
    needs: [falkenberg.path],
  },
  {
    id: 'quarrier-voss/all-people',
    kind: 'list',
    prompt: 'List everyone in the people directory with full name, position and office.',
    urls: [`${ORIGIN}/people`],
    schema: object({ people: list(object({ name: text, position: text, office: text })) }),
    truth: {
      people: PEOPLE.map(({ name, position, office }) => ({ name, position, office: office.name })),
    },
    needs: PAGES.map(({ path }) => path),
  },
  {
    id: 'quarrier-voss/tax-team',
    kind: 'list-and-details',
    prompt:
      'Who works in the Tax practice? For each person give me name, position, email, phone number and the year they were admitted.',
    urls: [`${ORIGIN}/practices`],
    schema: zod(
      record({
        lawyers: list(
          record({
            name: text,
            position: text,
            email: text,
            phone: orNull(described(text, 'Direct line, null if there is none')),
            admitted: orNull(integer),
          }),
        ),
      }),
    ),
    truth: {
      lawyers: tax.map(({ name, position, email, phone, admitted }) => ({
        name,
        position,
        email,
        phone,
        admitted: Number(admitted),
      })),
    },
    needs: ['/practices/tax', ...tax.map(({ path }) => path)],
  },
  {
    id: 'quarrier-voss/first-four',
    kind: 'first-few',
    prompt: 'Take the first four people of the directory and return name, email and languages.',
    urls: [`${ORIGIN}/people`],
    schema: object({ people: list(object({ name: text, email: text, languages: list(text) })) }),
    truth: {
      people: PEOPLE.slice(0, 4).map(({ name, email, languages }) => ({ name, email, languages })),
    },
    isOrdered: true,
    needs: ['/people', ...PEOPLE.slice(0, 4).map(({ path }) => path)],
  },
  {
    id: 'quarrier-voss/partners',
    kind: 'condition',
    prompt:
      'Return all people whose position is exactly "Partner" (not managing partner), with name, practice and office.',
    urls: [`${ORIGIN}/lawyers`],
    schema: zod(record({ partners: list(record({ name: text, practice: text, office: text })) })),
    truth: {
      partners: partners.map(({ name, practice, office }) => ({
        name,
        practice: practice.name,
        office: office.name,
      })),
    },
    needs: PAGES.map(({ path }) => path),
  },
  {
    id: 'quarrier-voss/firm',
    kind: 'spread',
    prompt:
      'In which year was the firm founded, what are the address and phone number of the Aberdeen office, and until when can I apply for a traineeship?',
    urls: [ORIGIN],
    schema: object({
      foundedYear: integer,
      aberdeenAddress: text,
      aberdeenPhone: text,
      applicationDeadline: date,
    }),
    truth: {
      foundedYear: 1887,
      aberdeenAddress: either(
        `${aberdeen.street}, ${aberdeen.city}`,
        `${aberdeen.street} ${aberdeen.city}`,
        aberdeen.street,
      ),
      aberdeenPhone: aberdeen.phone,
      applicationDeadline: '2026-10-30',
    },
    needs: ['/about', aberdeen.path, '/careers'],
  },
  {
    id: 'quarrier-voss/castlegate-phone',
    kind: 'missing',
    prompt: 'Edmund Castlegate - direct phone number, email and year of admission please',
    urls: [ORIGIN],
    schema: zod(record({ phone: orNull(text), email: orNull(text), admitted: orNull(integer) })),
    truth: { phone: null, email: castlegate.email, admitted: Number(castlegate.admitted) },
    needs: [castlegate.path],
  },
  {
    id: 'quarrier-voss/strict-netherby',
    kind: 'strict',
    prompt: 'Extract name, job title, e-mail, phone and languages of this lawyer.',
    urls: [ORIGIN + netherby.path],
    strictConstrainToURLs: true,
    schema: object({ name: text, jobTitle: text, email: text, phone: text, languages: list(text) }),
    truth: {
      name: netherby.name,
      jobTitle: netherby.position,
      email: netherby.email,
      phone: netherby.phone,
      languages: netherby.languages,
    },
    needs: [netherby.path],
  },
  {
    id: 'quarrier-voss/search-pencaitland-free',
    kind: 'search',
    prompt: 'Faridah Pencaitland at Quarrier Voss: phone number, office and the languages she speaks',
    truth: {
      phone: pencaitland.phone,
      office: pencaitland.office.name,
      languages: pencaitland.languages,
    },
    needs: [pencaitland.path],
  },
]
