import { date, described, integer, list, object, oneOf, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { STAFF } from './staff.ts'

const ORIGIN = originOf('alder-institute')

function person(name: string) {
  return STAFF.find(({ bare }) => bare === name)!
}

function named({ name, bare }: { name: string; bare: string }) {
  return either(name, bare)
}

const winther = person('Tobias Winther')
const horvath = person('Benedek Horváth')
const korpela = person('Anneli Korpela')
const takemori = person('Yuna Takemori')
const soil = STAFF.filter(({ group }) => group.code === 'soil')
const urban = STAFF.filter(({ group }) => group.code === 'urban')

export const tasks: Task[] = [
  {
    id: 'alder-institute/phone-of-one',
    kind: 'fact',
    prompt: 'phone number of Tobias Winther',
    urls: [ORIGIN],
    schema: object({ phone: text }),
    truth: { phone: winther.phone },
    needs: [winther.path],
  },
  {
    id: 'alder-institute/one-person',
    kind: 'entity',
    prompt:
      'Find the profile of Benedek Horváth at this institute and return his role, research group, room, phone, e-mail address, the year he joined and his research interests.',
    urls: [ORIGIN],
    schema: zod(
      record({
        role: text,
        group: text,
        room: text,
        phone: orNull(text),
        email: text,
        joinedYear: orNull(integer),
        researchInterests: list(text),
      }),
    ),
    truth: {
      role: horvath.role,
      group: horvath.group.name,
      room: horvath.room,
      phone: horvath.phone,
      email: horvath.email,
      joinedYear: horvath.since,
      researchInterests: horvath.interests,
    },
    needs: [horvath.path],
  },
  {
    id: 'alder-institute/members-of-group',
    kind: 'list',
    prompt: 'Who works in the Urban Climate group? Name and role of every member please.',
    urls: [`${ORIGIN}/research/`],
    schema: object({ members: list(object({ name: text, role: text })) }),
    truth: { members: urban.map((one) => ({ name: named(one), role: one.role })) },
    needs: ['/research/urban/'],
  },
  {
    id: 'alder-institute/soil-contacts',
    kind: 'list-and-details',
    prompt:
      'Build a contact sheet of the Soil Carbon group: name, room, e-mail and phone of each member. Leave the phone empty where none is published.',
    urls: [`${ORIGIN}/research/soil/`],
    schema: zod(
      record({
        contacts: list(record({ name: text, room: text, email: text, phone: orNull(text) })),
      }),
    ),
    truth: {
      contacts: soil.map((one) => ({
        name: named(one),
        room: one.room,
        email: one.email,
        phone: one.phone,
      })),
    },
    needs: ['/research/soil/', ...soil.map(({ path }) => path)],
  },
  {
    id: 'alder-institute/no-phone',
    kind: 'missing',
    prompt: 'What are the phone number, fax number and room of Dr. Anneli Korpela?',
    urls: [`${ORIGIN}/people/`],
    schema: zod(record({ phone: orNull(text), fax: orNull(text), room: orNull(text) })),
    truth: { phone: null, fax: null, room: korpela.room },
    needs: [korpela.path],
  },
  {
    id: 'alder-institute/about',
    kind: 'spread',
    prompt:
      'Year of foundation, founder, current director, visitor address and switchboard number of the Alder Institute',
    urls: [ORIGIN],
    schema: object({
      foundedYear: integer,
      founder: text,
      director: text,
      address: described(text, 'Where visitors go'),
      switchboard: text,
    }),
    truth: {
      foundedYear: 1968,
      founder: 'Gunnar Alder',
      director: either('Prof. Dr. Celeste Okonjo', 'Celeste Okonjo'),
      address: either('Nygårdsgaten 118, 5008 Bergen, Norway', 'Nygårdsgaten 118, 5008 Bergen'),
      switchboard: '+47 55 01 20 00',
    },
    needs: ['/institute/', '/institute/contact/'],
  },
  {
    id: 'alder-institute/open-positions',
    kind: 'list',
    prompt: 'Are there any open positions? Title, group and application deadline.',
    urls: [ORIGIN],
    schema: object({
      positions: list(
        object({
          title: text,
          group: oneOf('Ice and Oceans', 'Soil Carbon', 'Urban Climate'),
          deadline: date,
        }),
      ),
    }),
    truth: {
      positions: [
        {
          title: 'Postdoctoral researcher in peat hydrology',
          group: 'Soil Carbon',
          deadline: '2025-04-30',
        },
        { title: 'Student assistant, sensor network', group: 'Urban Climate', deadline: '2025-05-15' },
      ],
    },
    needs: ['/institute/jobs/'],
  },
  {
    id: 'alder-institute/strict-two',
    kind: 'strict',
    prompt: 'Rooms and years of joining of the people on these pages',
    urls: [ORIGIN + winther.path, ORIGIN + takemori.path],
    strictConstrainToURLs: true,
    schema: object({ people: list(object({ name: text, room: text, since: integer })) }),
    truth: {
      people: [winther, takemori].map((one) => ({ name: named(one), room: one.room, since: one.since })),
    },
    needs: [winther.path, takemori.path],
  },
  {
    id: 'alder-institute/search-room',
    kind: 'search',
    prompt: 'In which room does Yuna Takemori of the Alder Institute work, and what is her role?',
    schema: object({ room: text, role: text }),
    truth: { room: takemori.room, role: takemori.role },
    needs: [takemori.path],
  },
]
