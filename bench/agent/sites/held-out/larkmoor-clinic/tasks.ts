import { described, integer, list, object, oneOf, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { LETTER_PAGES, PEOPLE, staffOf } from './people.ts'
import type { Person } from './people.ts'

const ORIGIN = originOf('larkmoor-clinic')

function person(bare: string): Person {
  return PEOPLE.find((one) => one.bare === bare)!
}

/** With and without the title. */
function nameOf({ name, bare }: Person) {
  return either(name, bare)
}

const cardiology = staffOf('Cardiology')
const accepting = staffOf('Paediatrics').filter(({ accepts }) => accepts === 'yes')
const firstThree = LETTER_PAGES[0]!.people.slice(0, 3)
const tanemura = person('Hideo Tanemura')
const lisovsky = person('Anton Lisovsky')
const marchbank = person('Fenella Marchbank')
const norcott = person('Dashiell Norcott')
const vance = person('Oriel Vance-Whitley')
const castellane = person('Ewan Castellane')
const keane = person('Rosalind Keane')

export const tasks: Task[] = [
  {
    id: 'larkmoor-clinic/everyone',
    kind: 'list',
    prompt: 'I need the complete staff directory: name, job title and department of everybody.',
    urls: [`${ORIGIN}/our-people`],
    schema: object({
      people: list(object({ name: text, jobTitle: text, department: text })),
    }),
    truth: {
      people: PEOPLE.map((one) => ({
        name: nameOf(one),
        jobTitle: one.role,
        department: one.department,
      })),
    },
    needs: LETTER_PAGES.map(({ path }) => path),
  },
  {
    id: 'larkmoor-clinic/cardiology-contacts',
    kind: 'list-and-details',
    prompt:
      'Contact list of the Cardiology department: name, role, email and direct phone of each member of staff. Use null where no phone is listed.',
    urls: [ORIGIN],
    schema: zod(
      record({
        staff: list(record({ name: text, role: text, email: text, phone: orNull(text) })),
      }),
    ),
    truth: {
      staff: cardiology.map((one) => ({
        name: nameOf(one),
        role: one.role,
        email: one.email,
        phone: one.phone,
      })),
    },
    needs: ['/departments/cardiology', ...cardiology.map(({ path }) => path)],
  },
  {
    id: 'larkmoor-clinic/tanemura',
    kind: 'entity',
    prompt: 'Dr. Hideo Tanemura: job title, department, e-mail, phone, office and languages',
    urls: [`${ORIGIN}/our-people`],
    schema: object({
      jobTitle: text,
      department: text,
      email: text,
      phone: text,
      office: text,
      languages: list(text),
    }),
    truth: {
      jobTitle: tanemura.role,
      department: tanemura.department,
      email: tanemura.email,
      phone: tanemura.phone,
      office: tanemura.office,
      languages: tanemura.languages!.split(', '),
    },
    needs: [tanemura.path],
  },
  {
    id: 'larkmoor-clinic/norcott-free',
    kind: 'fact',
    prompt: 'What is the phone number and office of Dashiell Norcott?',
    urls: [ORIGIN],
    truth: { phone: norcott.phone, office: norcott.office },
    needs: [norcott.path],
  },
  {
    id: 'larkmoor-clinic/paediatrics-accepting',
    kind: 'condition',
    prompt:
      'Which people in Paediatrics are accepting new patients? Return their name, job title and phone number.',
    urls: [`${ORIGIN}/departments/paediatrics`],
    schema: zod(record({ people: list(record({ name: text, jobTitle: text, phone: text })) })),
    truth: {
      people: accepting.map((one) => ({ name: nameOf(one), jobTitle: one.role, phone: one.phone })),
    },
    needs: ['/departments/paediatrics', ...staffOf('Paediatrics').map(({ path }) => path)],
  },
  {
    id: 'larkmoor-clinic/first-three',
    kind: 'first-few',
    prompt:
      'Go to the people directory and get the first 3 people listed with name, email, office and languages spoken.',
    urls: [ORIGIN],
    schema: object({
      people: list(
        object({ name: text, email: text, office: text, languages: described(text, 'Comma separated') }),
      ),
    }),
    truth: {
      people: firstThree.map((one) => ({
        name: nameOf(one),
        email: one.email,
        office: one.office,
        languages: one.languages,
      })),
    },
    isOrdered: true,
    needs: ['/our-people', ...firstThree.map(({ path }) => path)],
  },
  {
    id: 'larkmoor-clinic/clinic',
    kind: 'spread',
    prompt:
      'Clinic facts: year it was founded, number of beds, switchboard phone number, visiting hours, and the e-mail of the Chief Executive.',
    urls: [ORIGIN],
    schema: object({
      founded: integer,
      beds: integer,
      switchboard: text,
      visitingHours: text,
      chiefExecutiveEmail: text,
    }),
    truth: {
      founded: 1958,
      beds: 164,
      switchboard: '(555) 014-1000',
      visitingHours: either(
        'Every day from 1 pm to 7 pm',
        '1 pm to 7 pm',
        'from 1 pm to 7 pm',
        'Every day from 1 pm to 7 pm. Paediatrics: parents at any time.',
      ),
      chiefExecutiveEmail: keane.email,
    },
    needs: ['/about', '/contact', '/visitors', keane.path],
  },
  {
    id: 'larkmoor-clinic/lisovsky-office',
    kind: 'missing',
    prompt: 'Find Anton Lisovsky and return his email, phone and office number.',
    urls: [`${ORIGIN}/departments`],
    schema: zod(record({ email: orNull(text), phone: orNull(text), office: orNull(text) })),
    truth: { email: lisovsky.email, phone: lisovsky.phone, office: null },
    needs: [lisovsky.path],
  },
  {
    id: 'larkmoor-clinic/strict-two-profiles',
    kind: 'strict',
    prompt: 'Name, job title, department and whether the doctor is accepting new patients',
    urls: [ORIGIN + marchbank.path, ORIGIN + castellane.path],
    strictConstrainToURLs: true,
    schema: object({
      doctors: list(
        object({ name: text, jobTitle: text, department: text, acceptingNewPatients: oneOf('Yes', 'No') }),
      ),
    }),
    truth: {
      doctors: [marchbank, castellane].map((one) => ({
        name: nameOf(one),
        jobTitle: one.role,
        department: one.department,
        acceptingNewPatients: one.accepts === 'yes' ? 'Yes' : 'No',
      })),
    },
    needs: [marchbank.path, castellane.path],
  },
  {
    id: 'larkmoor-clinic/search-radiologist',
    kind: 'search',
    prompt: 'Larkmoor Clinic, Oriel Vance-Whitley: email address, office and job title',
    schema: object({ email: text, office: text, jobTitle: text }),
    truth: { email: vance.email, office: vance.office, jobTitle: vance.role },
    needs: [vance.path],
  },
]
