import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { FORUMS, memberOf, THREADS } from './board.ts'

const ORIGIN = originOf('spindlewood')

function thread(start: string) {
  return THREADS.find(({ title }) => title.startsWith(start))!
}

function forum(name: string) {
  return FORUMS.find((one) => one.name === name)!
}

function count(text: string): number {
  return Number(text.replaceAll(',', ''))
}

/** What the line of a first post says after its label. */
function said(label: string, text: string): string | null {
  return new RegExp(`${label}: ([^<]+)`).exec(text)?.[1] ?? null
}

const finishing = forum('Finishing')
const sale = forum('For sale')
const tools = forum('Tools and lathes')
const openDay = thread('Open day')
const roughing = thread('What speed')
const cloudy = thread('Why does my friction')
const hawthorn = thread('Blank identification')
const lindqvist = memberOf('Lindqvist')
const oakwright = memberOf('Oakwright')

export const tasks: Task[] = [
  {
    id: 'spindlewood/roughing-speed',
    kind: 'fact',
    prompt: 'At what speed (rpm) does Ashburr say to start when roughing a 10 inch bowl?',
    urls: [ORIGIN],
    schema: object({ startingSpeed: described(integer, 'rpm') }),
    truth: { startingSpeed: 450 },
    needs: [roughing.path],
  },
  {
    id: 'spindlewood/for-sale',
    kind: 'list-and-details',
    prompt:
      'For each item in the For sale board: item (topic title), seller, price in GBP, location and condition. Use null where the seller does not say.',
    urls: [ORIGIN],
    schema: zod(
      record({
        items: list(
          record({
            item: text,
            seller: text,
            price: described(number, 'Price in GBP'),
            location: orNull(text),
            condition: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      items: sale.threads.map(({ title, posts: [first] }) => ({
        item: title,
        seller: first!.by,
        price: Number(said('Price', first!.text)!.slice(1)),
        location: said('Location', first!.text),
        condition: said('Condition', first!.text),
      })),
    },
    needs: sale.threads.map(({ path }) => path),
  },
  {
    id: 'spindlewood/lindqvist',
    kind: 'entity',
    prompt: 'Profile of the member Lindqvist: location, occupation, lathe, total posts and when they joined',
    urls: [ORIGIN],
    schema: object({ location: text, occupation: text, lathe: text, totalPosts: integer, joined: date }),
    truth: {
      location: lindqvist.location,
      occupation: lindqvist.occupation,
      lathe: lindqvist.lathe,
      totalPosts: count(lindqvist.posts),
      joined: '2016-06-28',
    },
    needs: [lindqvist.path],
  },
  {
    id: 'spindlewood/popular',
    kind: 'condition',
    prompt:
      'Which topics in the Finishing forum have more than 1,000 views? Title, author, replies, views and who wrote the last post.',
    urls: [ORIGIN + finishing.path],
    schema: object({
      topics: list(object({ title: text, author: text, replies: integer, views: integer, lastPostBy: text })),
    }),
    truth: {
      topics: finishing.threads
        .filter(({ views }) => count(views) > 1000)
        .map(({ title, posts, replies, views, last }) => ({
          title,
          author: posts[0]!.by,
          replies,
          views: count(views),
          lastPostBy: last.by,
        })),
    },
    needs: finishing.pages.map(({ path }) => path),
  },
  {
    id: 'spindlewood/tools-first-two',
    kind: 'first-few',
    prompt:
      'From the board "Tools and lathes" take the first 2 topics: title, who started it, replies, and the date of the last post.',
    urls: [ORIGIN],
    schema: object({
      topics: list(object({ title: text, startedBy: text, replies: integer, lastPostDate: date })),
    }),
    truth: {
      topics: tools.threads.slice(0, 2).map(({ title, posts, replies, last }) => ({
        title,
        startedBy: posts[0]!.by,
        replies,
        lastPostDate: last.time.slice(0, 10),
      })),
    },
    isOrdered: true,
    needs: [tools.path],
  },
  {
    id: 'spindlewood/open-day-posts',
    kind: 'list',
    prompt: 'Get all posts of this thread: who wrote it, when, and the text of the post.',
    urls: [ORIGIN + openDay.path],
    schema: object({ posts: list(object({ author: text, date, text })) }),
    truth: {
      posts: openDay.posts.map(({ by, time, text }) => ({ author: by, date: time.slice(0, 10), text })),
    },
    needs: openDay.pages.map(({ path }) => path),
  },
  {
    id: 'spindlewood/house-rules-free',
    kind: 'spread',
    prompt:
      'Who moderates the Finishing forum, how large may a picture be, and after how many days are sold items removed?',
    urls: [ORIGIN],
    truth: { moderator: 'Ashburr', pictureSize: '3 MB', soldItems: '30 days' },
    needs: ['/memberlist.php?mode=team', '/app.php/help/faq', '/app.php/rules'],
  },
  {
    id: 'spindlewood/strict-hawthorn',
    kind: 'strict',
    prompt: 'Title of the thread, who opened it, in which forum it is, and the number of posts in it',
    urls: [ORIGIN + hawthorn.path],
    strictConstrainToURLs: true,
    schema: zod(record({ title: text, openedBy: text, forum: text, postCount: integer })),
    truth: {
      title: hawthorn.title,
      openedBy: hawthorn.posts[0]!.by,
      forum: 'Timber talk',
      postCount: hawthorn.posts.length,
    },
    needs: [hawthorn.path],
  },
  {
    id: 'spindlewood/oakwright',
    kind: 'missing',
    prompt: 'What are the rank, the lathe and the occupation of Oakwright? Null if the profile does not say.',
    urls: [`${ORIGIN}/memberlist.php`],
    schema: zod(record({ rank: orNull(text), lathe: orNull(text), occupation: orNull(text) })),
    truth: { rank: oakwright.rank, lathe: oakwright.lathe, occupation: null },
    needs: [oakwright.path],
  },
  {
    id: 'spindlewood/search-cloudy',
    kind: 'search',
    prompt: 'Forum topic about friction polish going cloudy: who asked and when was the question posted?',
    schema: object({ askedBy: text, date }),
    truth: { askedBy: cloudy.posts[0]!.by, date: cloudy.posts[0]!.time.slice(0, 10) },
    needs: [cloudy.path],
  },
]
