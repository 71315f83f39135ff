import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { FORUM_PAGES, memberOf, THREADS, threadsIn } from './community.ts'

const ORIGIN = originOf('valveglow')

function thread(start: string) {
  return THREADS.find(({ title }) => title.startsWith(start))!
}

function count(figure: string): number {
  return Number(figure.replaceAll(',', ''))
}

const restoration = threadsIn('Restoration')
const restorationPages = FORUM_PAGES.filter(({ forum }) => forum.name === 'Restoration').map(
  ({ path }) => path,
)
const market = threadsIn('For sale and wanted')
const marketPath = '/forums/for-sale-and-wanted.7/'
const marketSellers = [...new Set(market.map(({ first }) => memberOf(first.member)))]
const finished = restoration.filter(({ prefix }) => prefix === 'Finished')
const hum = thread('Loud hum')
const cord = thread('Dial cord')
const tester = thread('Valve tester')
const ben = memberOf('bakelite_ben')
const tuneEye = memberOf('TuneEye')

export const tasks: Task[] = [
  {
    id: 'valveglow/restoration-threads',
    kind: 'list',
    prompt:
      'List all threads in the Restoration forum (all pages): title, who started it, number of replies, number of views and the date of the last post.',
    urls: [`${ORIGIN}/forums/restoration.2/`],
    schema: object({
      threads: list(
        object({ title: text, author: text, replies: integer, views: integer, lastPostDate: date }),
      ),
    }),
    truth: {
      threads: restoration.map(({ title, first, replies, views, last }) => ({
        title,
        author: first.member,
        replies,
        views: count(views),
        lastPostDate: last.date,
      })),
    },
    needs: restorationPages,
  },
  {
    id: 'valveglow/sellers',
    kind: 'list-and-details',
    prompt:
      'For each thread in "For sale and wanted": thread title, name of the thread starter, and from the starter’s profile the location and occupation.',
    urls: [`${ORIGIN}${marketPath}`],
    schema: zod(
      record({
        threads: list(
          record({ title: text, starter: text, location: orNull(text), occupation: orNull(text) }),
        ),
      }),
    ),
    truth: {
      threads: market.map(({ title, first }) => ({
        title,
        starter: first.member,
        location: memberOf(first.member).location,
        occupation: memberOf(first.member).occupation,
      })),
    },
    needs: [marketPath, ...marketSellers.map(({ path }) => path)],
  },
  {
    id: 'valveglow/bakelite-ben',
    kind: 'entity',
    prompt:
      'Get the member profile of bakelite_ben: join date, message count, reaction score, location, occupation',
    urls: [`${ORIGIN}/members/`],
    schema: object({
      username: text,
      joined: date,
      messages: integer,
      reactionScore: integer,
      location: text,
      occupation: text,
    }),
    truth: {
      username: ben.name,
      joined: ben.joined,
      messages: count(ben.messages),
      reactionScore: count(ben.score),
      location: ben.location,
      occupation: ben.occupation,
    },
    needs: [ben.path],
  },
  {
    id: 'valveglow/finished',
    kind: 'condition',
    prompt: 'Which threads in Restoration are marked as "Finished"? Give title, starter and start date.',
    urls: [ORIGIN],
    schema: zod(record({ threads: list(record({ title: text, starter: text, startDate: date })) })),
    truth: {
      threads: finished.map(({ title, first }) => ({
        title,
        starter: first.member,
        startDate: first.date,
      })),
    },
    needs: restorationPages,
  },
  {
    id: 'valveglow/hum-posts',
    kind: 'list',
    prompt: 'Extract all posts of this thread with author, date and the full text.',
    urls: [ORIGIN + hum.path],
    schema: object({
      title: text,
      posts: list(object({ author: text, date, content: described(text, 'Text of the post') })),
    }),
    truth: {
      title: hum.title,
      posts: hum.posts.map(({ member, date: day, text: content }) => ({
        author: member,
        date: day,
        content,
      })),
    },
    needs: [hum.path],
  },
  {
    id: 'valveglow/first-two-parts',
    kind: 'first-few',
    prompt:
      'Take the first two threads of the forum "Valves and parts". For each: title, author and text of the first post, author of the last reply.',
    urls: [ORIGIN],
    schema: object({
      threads: list(object({ title: text, author: text, firstPost: text, lastReplyBy: text })),
    }),
    truth: {
      threads: threadsIn('Valves and parts')
        .slice(0, 2)
        .map(({ title, first, last }) => ({
          title,
          author: first.member,
          firstPost: first.text,
          lastReplyBy: last.member,
        })),
    },
    isOrdered: true,
    needs: [
      '/forums/valves-and-parts.5/',
      ...threadsIn('Valves and parts')
        .slice(0, 2)
        .map(({ path }) => path),
    ],
  },
  {
    id: 'valveglow/board',
    kind: 'spread',
    prompt:
      'About this forum: who started it, contact e-mail, minimum age to register, how many members it has and after how many days ads are closed.',
    urls: [ORIGIN],
    schema: zod(
      record({
        founder: text,
        email: text,
        minimumAge: integer,
        members: integer,
        adsClosedAfterDays: integer,
      }),
    ),
    truth: {
      founder: 'HumBucker',
      email: 'post@valveglow.example',
      minimumAge: 16,
      members: 1377,
      adsClosedAfterDays: 60,
    },
    needs: ['/', '/pages/about/', '/help/terms/'],
  },
  {
    id: 'valveglow/tune-eye',
    kind: 'missing',
    prompt: 'Where does the member TuneEye live, what is their occupation, and when did they join?',
    urls: [ORIGIN],
    schema: object({ location: orNull(text), occupation: orNull(text), joined: date }),
    truth: { location: null, occupation: null, joined: tuneEye.joined },
    needs: [tuneEye.path],
  },
  {
    id: 'valveglow/strict-tester',
    kind: 'strict',
    prompt:
      'What is for sale in this thread, who sells it, when was it posted and what price does the seller ask in the first post?',
    urls: [ORIGIN + tester.path],
    strictConstrainToURLs: true,
    schema: object({
      item: described(text, 'Title of the thread'),
      seller: text,
      postedOn: date,
      askingPrice: described(number, 'in euros'),
    }),
    truth: {
      item: either(tester.title, 'Valve tester Mettrix 310', `For sale ${tester.title}`),
      seller: tester.first.member,
      postedOn: tester.first.date,
      askingPrice: 340,
    },
    needs: [tester.path],
  },
  {
    id: 'valveglow/search-dial-cord-free',
    kind: 'search',
    prompt: 'Valveglow: how much dial cord and which thickness is needed for a Brandt Sonata 5?',
    truth: { length: '1.4 metres', thickness: '0.8 mm' },
    needs: [cord.path],
  },
]
