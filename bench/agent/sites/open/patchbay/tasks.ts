import { date, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { MEMBERS, THREADS } from './threads.ts'

const ORIGIN = originOf('patchbay')

function topic(title: string): string {
  const { forum, id } = thread(title)
  return `/viewtopic.php?f=${forum}&t=${id}`
}

function thread(title: string) {
  return THREADS.find((one) => one.title === title)!
}

function profile(name: string): string {
  return `/memberlist.php?mode=viewprofile&u=${MEMBERS.find((member) => member.name === name)!.id}`
}

const modular = THREADS.filter(({ forum }) => forum === 2)
const repairs = THREADS.filter(({ forum }) => forum === 3)
const wren = MEMBERS[1]!
const hiss = MEMBERS[2]!
const moth = '[FS] Moth Dual VCA'

export const tasks: Task[] = [
  {
    id: 'patchbay/views',
    kind: 'fact',
    prompt: 'How many views does the topic "Tape delay motor squeals" have and who started it?',
    urls: [ORIGIN],
    schema: object({ views: integer, author: text }),
    truth: { views: 355, author: 'kastle99' },
    needs: ['/viewforum.php?f=3'],
  },
  {
    id: 'patchbay/profile',
    kind: 'entity',
    prompt: 'Profile of the member Olive_Wren: location, date of joining, number of posts, rank',
    urls: [ORIGIN],
    schema: zod(record({ location: orNull(text), joined: date, posts: integer, rank: text })),
    truth: { location: wren.town, joined: wren.joined, posts: wren.posts, rank: wren.rank },
    needs: [profile(wren.name)],
  },
  {
    id: 'patchbay/modular-topics',
    kind: 'list',
    prompt: 'All topics in the Modular forum with author, replies and views',
    urls: [`${ORIGIN}/viewforum.php?f=2`],
    schema: object({
      topics: list(object({ title: text, author: text, replies: integer, views: integer })),
    }),
    truth: {
      topics: modular.map(({ title, author, replies, views }) => ({ title, author, replies, views })),
    },
    needs: ['/viewforum.php?f=2', '/viewforum.php?f=2&start=4'],
  },
  {
    id: 'patchbay/first-two-repairs',
    kind: 'first-few',
    prompt: 'the first two topics of the repair bench',
    urls: [`${ORIGIN}/viewforum.php?f=3`],
    schema: object({ topics: list(object({ title: text, author: text })) }),
    truth: { topics: repairs.slice(0, 2).map(({ title, author }) => ({ title, author })) },
    isOrdered: true,
    needs: ['/viewforum.php?f=3'],
  },
  {
    id: 'patchbay/members',
    kind: 'list-and-details',
    prompt: 'I need a table of the members: username, posts, joined date, location (null if not given).',
    urls: [`${ORIGIN}/memberlist.php`],
    schema: zod(
      record({
        members: list(record({ username: text, posts: integer, joined: date, location: orNull(text) })),
      }),
    ),
    truth: {
      members: MEMBERS.map(({ name, posts, joined, town }) => ({
        username: name,
        posts,
        joined,
        location: town,
      })),
    },
    needs: ['/memberlist.php', ...MEMBERS.map(({ name }) => profile(name))],
  },
  {
    id: 'patchbay/no-location',
    kind: 'missing',
    prompt: 'Where does tapehiss live and what is his rank and e-mail address?',
    urls: [`${ORIGIN}/memberlist.php`],
    schema: zod(record({ location: orNull(text), rank: orNull(text), email: orNull(text) })),
    truth: { location: null, rank: hiss.rank, email: null },
    needs: [profile(hiss.name)],
  },
  {
    id: 'patchbay/sale',
    kind: 'entity',
    prompt: 'Asking price, seller and condition of the Moth Dual VCA that is for sale',
    urls: [`${ORIGIN}/viewforum.php?f=5`],
    schema: object({ askingPrice: number, seller: text, condition: text }),
    truth: { askingPrice: 165, seller: 'gravelord', condition: either('good, one scratch', 'good') },
    needs: [topic(moth)],
  },
  {
    id: 'patchbay/strict-topic',
    kind: 'strict',
    prompt: 'Title of the topic and the users who posted in it',
    urls: [ORIGIN + topic('Quiet VCA for drums?')],
    strictConstrainToURLs: true,
    schema: object({ title: text, users: list(text) }),
    truth: { title: 'Quiet VCA for drums?', users: ['kastle99', 'Olive_Wren'] },
    needs: [topic('Quiet VCA for drums?')],
  },
  {
    id: 'patchbay/search-solder',
    kind: 'search',
    prompt:
      'Patchbay Commons topic "Which solder do you use?": who started it and how many views does it have?',
    schema: object({ author: text, views: integer }),
    truth: { author: 'low_ohm', views: 902 },
    needs: [topic('Which solder do you use?')],
  },
]
