import { boolean, described, integer, list, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { CLINICS, DOCTORS, PARKING, RANGES } from './wards.ts'
import type { Doctor } from './wards.ts'

const ORIGIN = originOf('st-brannock')

function doctor(family: string): Doctor {
  return DOCTORS.find((one) => one.family === family)!
}

function named({ name, sorted }: Doctor) {
  return either(name, sorted, name.slice('Dr '.length), sorted.replace('Dr ', ''))
}

const ghorbani = doctor('Ghorbani')
const eastwick = doctor('Eastwick')
const skin = CLINICS.find(({ name }) => name === 'Skin Clinic')!
const heart = CLINICS.find(({ name }) => name === 'Heart Clinic')!
const cardiology = DOCTORS.filter(({ clinic }) => clinic === 'Heart Clinic')

export const tasks: Task[] = [
  {
    id: 'st-brannock/skin-wait',
    kind: 'fact',
    prompt: 'How long is the waiting time at the skin clinic right now, and what is its phone number?',
    urls: [ORIGIN],
    schema: object({ waitingTime: text, phone: text }),
    truth: { waitingTime: skin.wait, phone: skin.phone },
    needs: [skin.path],
  },
  {
    id: 'st-brannock/ghorbani',
    kind: 'entity',
    prompt:
      'Please look up Dr Farida Ghorbani: job title, clinic, room, the languages she speaks, her GMC number and whether she is accepting new patients.',
    urls: [`${ORIGIN}/find-a-doctor`],
    schema: zod(
      record({
        jobTitle: text,
        clinic: text,
        room: orNull(text),
        languages: list(text),
        gmcNumber: text,
        acceptingNewPatients: boolean,
      }),
    ),
    truth: {
      jobTitle: ghorbani.post,
      clinic: ghorbani.clinic,
      room: ghorbani.room,
      languages: ghorbani.languages,
      gmcNumber: ghorbani.gmc,
      acceptingNewPatients: ghorbani.isOpen,
    },
    needs: [ghorbani.path],
  },
  {
    id: 'st-brannock/all-doctors',
    kind: 'list',
    prompt: 'A complete list of the doctors at this hospital with their positions',
    urls: [`${ORIGIN}/find-a-doctor`],
    schema: object({ doctors: list(object({ name: text, position: text })) }),
    truth: { doctors: DOCTORS.map((one) => ({ name: named(one), position: one.post })) },
    needs: RANGES.map(([path]) => `/find-a-doctor/${path}`),
  },
  {
    id: 'st-brannock/clinics',
    kind: 'list-and-details',
    prompt:
      'For every clinic I need name, location, telephone, opening hours, the lead doctor and the current waiting time (leave empty if not published).',
    urls: [ORIGIN],
    schema: zod(
      record({
        clinics: list(
          record({
            name: text,
            location: text,
            telephone: text,
            openingHours: text,
            leadDoctor: text,
            waitingTime: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      clinics: CLINICS.map(({ name, where, phone, hours, lead, wait }) => ({
        name,
        location: where,
        telephone: phone,
        openingHours: hours,
        leadDoctor: lead,
        waitingTime: wait,
      })),
    },
    needs: ['/clinics', ...CLINICS.map(({ path }) => path)],
  },
  {
    id: 'st-brannock/open-cardiologists',
    kind: 'condition',
    prompt: 'Which doctors of the Heart Clinic are accepting new patients? Name and room please.',
    urls: [`${ORIGIN}/clinics/cardiology`],
    schema: object({ doctors: list(object({ name: text, room: text })) }),
    truth: {
      doctors: cardiology.filter(({ isOpen }) => isOpen).map((one) => ({ name: named(one), room: one.room })),
    },
    needs: [heart.path, ...cardiology.map(({ path }) => path)],
  },
  {
    id: 'st-brannock/eastwick-missing',
    kind: 'missing',
    prompt: 'Room, secretary phone and e-mail of Dr Duncan Eastwick',
    urls: [`${ORIGIN}/find-a-doctor`],
    schema: zod(record({ room: orNull(text), phone: orNull(text), email: orNull(text) })),
    truth: { room: eastwick.room, phone: null, email: null },
    needs: [eastwick.path],
  },
  {
    id: 'st-brannock/hospital',
    kind: 'spread',
    prompt:
      'Who is the chief executive, how many beds does the hospital have, what are the visiting hours and which number do I call for appointments?',
    urls: [ORIGIN],
    schema: object({
      chiefExecutive: text,
      beds: described(integer, 'Number of beds today'),
      visitingHours: text,
      appointmentsPhone: text,
    }),
    truth: {
      chiefExecutive: 'Nerys Challacombe',
      beds: 286,
      visitingHours: either('2pm to 8pm every day', '2pm to 8pm'),
      appointmentsPhone: either('01632 960 105', '+441632960105'),
    },
    needs: ['/about/board', '/about', '/visiting', '/contact'],
  },
  {
    id: 'st-brannock/strict-parking',
    kind: 'strict',
    prompt: 'Parking charges',
    urls: [`${ORIGIN}/visiting/parking`],
    strictConstrainToURLs: true,
    schema: object({ charges: list(object({ stay: text, charge: text })) }),
    truth: { charges: PARKING.map(([stay, charge]) => ({ stay, charge })) },
    needs: ['/visiting/parking'],
  },
]
