import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { ACTIVE, forumPages, FORUMS, MEMBERS, THREADS, threadsIn } from './board.ts'

const ORIGIN = originOf('hivetalk')

function thread(id: string) {
  return THREADS.find((one) => one.id === id)!
}

function forum(name: string) {
  return FORUMS.find((one) => one.name === name)!
}

const beginners = forum('First-Year Beekeepers')
const market = forum('Buy, Sell & Swap')
const health = forum('Health & Pests')
const equipment = forum('Hives & Equipment')
const nervous = thread('1331')
const syrup = thread('1338')
const extractor = thread('1341')
const drone = MEMBERS.find(({ name }) => name === 'OldDrone')!
const petra = MEMBERS.find(({ name }) => name === 'Petra_B')!

export const tasks: Task[] = [
  {
    id: 'hivetalk/beginner-threads',
    kind: 'list',
    prompt:
      'Get all threads of this forum section, including the sticky ones: title, author and number of replies.',
    urls: [ORIGIN + beginners.path],
    schema: object({ threads: list(object({ title: text, author: text, replies: integer })) }),
    truth: {
      threads: threadsIn(beginners.name).map(({ title, first, replies }) => ({
        title,
        author: first.author,
        replies,
      })),
    },
    needs: forumPages(beginners).map(({ path }) => path),
  },
  {
    id: 'hivetalk/for-sale',
    kind: 'list-and-details',
    prompt:
      'Collect everything offered in the Buy, Sell & Swap section: title, asking price in pounds, condition, where to collect it and the name of the seller. Null if it is not given.',
    urls: [ORIGIN],
    schema: zod(
      record({
        offers: list(
          record({
            title: text,
            price: number,
            condition: orNull(text),
            collection_from: orNull(text),
            seller: text,
          }),
        ),
      }),
    ),
    truth: {
      offers: threadsIn(market.name).map(({ title, price, condition, collection, first }) => ({
        title,
        price,
        condition,
        collection_from: collection,
        seller: first.author,
      })),
    },
    needs: [market.path, ...threadsIn(market.name).map(({ path }) => path)],
  },
  {
    id: 'hivetalk/old-drone',
    kind: 'entity',
    prompt: 'Profile of the member OldDrone',
    urls: [`${ORIGIN}/members/`],
    schema: object({
      username: text,
      user_title: text,
      joined: date,
      messages: integer,
      reaction_score: integer,
      location: text,
      hives: described(integer, 'number of hives'),
    }),
    truth: {
      username: drone.name,
      user_title: drone.title,
      joined: drone.joined,
      messages: 9846,
      reaction_score: 15320,
      location: drone.location,
      hives: Number(drone.hives),
    },
    needs: [drone.path],
  },
  {
    id: 'hivetalk/whole-thread',
    kind: 'list',
    prompt:
      'Extract every post of this thread in order with author, date and the text of the post (without signatures).',
    urls: [ORIGIN + nervous.path],
    schema: object({ posts: list(object({ author: text, date, text })) }),
    truth: {
      posts: nervous.posts.map(({ author, date: day, text: words }) => ({ author, date: day, text: words })),
    },
    isOrdered: true,
    needs: nervous.pages.map(({ path }) => path),
  },
  {
    id: 'hivetalk/busy-health-threads',
    kind: 'condition',
    prompt:
      'Which threads about health and pests have at least 3 replies? I need the title, the number of replies and the start date.',
    urls: [ORIGIN],
    schema: object({ threads: list(object({ title: text, replies: integer, started: date })) }),
    truth: {
      threads: threadsIn(health.name)
        .filter(({ replies }) => replies >= 3)
        .map(({ title, replies, first }) => ({ title, replies, started: first.date })),
    },
    needs: [health.path],
  },
  {
    id: 'hivetalk/latest-activity',
    kind: 'first-few',
    prompt:
      'The three threads with the latest activity: thread title, forum member who posted last, date of the last post',
    urls: [`${ORIGIN}/whats-new/`],
    schema: object({ threads: list(object({ title: text, last_poster: text, last_post_date: date })) }),
    truth: {
      threads: ACTIVE.slice(0, 3).map(({ title, last }) => ({
        title,
        last_poster: last.author,
        last_post_date: last.date,
      })),
    },
    isOrdered: true,
    needs: ['/whats-new/'],
  },
  {
    id: 'hivetalk/petra',
    kind: 'missing',
    prompt:
      'When did Petra_B join, how many messages has she written, where does she live and what is her website?',
    urls: [ORIGIN],
    schema: zod(record({ joined: date, messages: integer, location: orNull(text), website: orNull(text) })),
    truth: { joined: petra.joined, messages: 388, location: null, website: null },
    needs: [petra.path],
  },
  {
    id: 'hivetalk/strict-solution',
    kind: 'strict',
    prompt: 'Who asked the question, when, and what is the accepted solution and who wrote it?',
    urls: [ORIGIN + syrup.path],
    strictConstrainToURLs: true,
    schema: object({
      asked_by: text,
      asked_on: date,
      solution: text,
      solution_author: text,
    }),
    truth: {
      asked_by: syrup.first.author,
      asked_on: syrup.first.date,
      solution: syrup.posts[2]!.text,
      solution_author: syrup.posts[2]!.author,
    },
    needs: [syrup.path],
  },
  {
    id: 'hivetalk/extractor',
    kind: 'search',
    prompt:
      'Somebody on HiveTalk sells a nine-frame radial extractor. What is the asking price and where can it be collected?',
    schema: object({ asking_price: text, collection: text }),
    truth: { asking_price: either('£240', '240'), collection: extractor.collection },
    needs: [extractor.path],
  },
  {
    id: 'hivetalk/equipment-starters',
    kind: 'list',
    prompt: 'Which threads are there in Hives & Equipment, and who started each of them?',
    urls: [ORIGIN],
    truth: threadsIn(equipment.name).map(({ title, first }) => ({ title, author: first.author })),
    needs: [equipment.path],
  },
]
