import { date, described, integer, list, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { ARCHIVE, ARTICLES, AUTHORS, SECTIONS } from './articles.ts'

const ORIGIN = originOf('lanternist')

function article(start: string) {
  return ARTICLES.find(({ title }) => title.startsWith(start))!
}

const tram = article('Line 3')
const coop = article('The co-op')
const oysters = article('A harbour wall')
const arches = article('Who owns')
const gwen = AUTHORS.find(({ name }) => name === 'Gwen Tarrant')!
const housing = SECTIONS.find(({ name }) => name === 'Housing')!
const latest = ARTICLES.slice(0, 3)

export const tasks: Task[] = [
  {
    id: 'lanternist/tram-cost',
    kind: 'fact',
    prompt: 'How much is Line 3 of the tram expected to cost now, and how many stops are planned?',
    urls: [ORIGIN],
    schema: object({ cost: text, stops: integer }),
    truth: { cost: either('£386 million', '386 million', 386_000_000), stops: 11 },
    needs: [tram.path],
  },
  {
    id: 'lanternist/archive',
    kind: 'list',
    prompt:
      'Get every article of the magazine with title, author and publication date. Go through all pages of the archive.',
    urls: [ORIGIN],
    schema: zod(record({ articles: list(record({ title: text, author: text, publishedAt: date })) })),
    truth: { articles: ARTICLES.map(({ title, by, date }) => ({ title, author: by, publishedAt: date })) },
    needs: ARCHIVE.map(({ path }) => path),
  },
  {
    id: 'lanternist/housing',
    kind: 'list-and-details',
    prompt:
      'For all articles in the Housing section, return the title, author, date, reading time in minutes and who took the photo (null if there is none).',
    urls: [ORIGIN + housing.path],
    schema: zod(
      record({
        articles: list(
          record({
            title: text,
            author: text,
            date,
            readingTime: described(integer, 'Reading time in minutes'),
            photographer: orNull(described(text, 'Photo credit')),
          }),
        ),
      }),
    ),
    truth: {
      articles: housing.articles.map(({ title, by, date, minutes, photo }) => ({
        title,
        author: by,
        date,
        readingTime: minutes,
        photographer: photo ?? null,
      })),
    },
    needs: housing.articles.map(({ path }) => path),
  },
  {
    id: 'lanternist/gwen-tarrant',
    kind: 'entity',
    prompt: 'Who is Gwen Tarrant? I need her bio, location, email address and the number of posts.',
    urls: [ORIGIN],
    schema: object({ name: text, bio: text, location: text, email: text, posts: integer }),
    truth: {
      name: gwen.name,
      bio: either(gwen.bio, 'Gwen Tarrant is the housing editor', 'housing editor'),
      location: gwen.location,
      email: gwen.email,
      posts: housing.articles.filter(({ by }) => by === gwen.name).length,
    },
    needs: [gwen.path],
  },
  {
    id: 'lanternist/may',
    kind: 'condition',
    prompt: 'List only the articles that were published in May 2026 (title, section and date).',
    urls: [ORIGIN],
    schema: object({ articles: list(object({ title: text, section: text, date })) }),
    truth: {
      articles: ARTICLES.filter(({ date }) => date.startsWith('2026-05')).map(({ title, section, date }) => ({
        title,
        section,
        date,
      })),
    },
    needs: ARCHIVE.slice(0, 2).map(({ path }) => path),
  },
  {
    id: 'lanternist/latest-three',
    kind: 'first-few',
    prompt: 'The three latest articles: title, author, section and reading time',
    urls: [ORIGIN],
    schema: object({
      articles: list(
        object({
          title: text,
          author: text,
          section: text,
          readingTime: described(text, 'e.g. "3 min read"'),
        }),
      ),
    }),
    truth: {
      articles: latest.map(({ title, by, section, minutes }) => ({
        title,
        author: by,
        section,
        readingTime: either(`${minutes} min read`, `${minutes} min`, minutes),
      })),
    },
    isOrdered: true,
    needs: latest.map(({ path }) => path),
  },
  {
    id: 'lanternist/about-free',
    kind: 'spread',
    prompt:
      'Who is the editor of The Lanternist, what does the Keeper membership cost per year and where do I send letters to the editor?',
    urls: [ORIGIN],
    truth: { editor: 'Rufus Okell', keeperPerYear: '£90', letters: 'letters@lanternist.example' },
    needs: ['/about/', '/membership/', '/contact/'],
  },
  {
    id: 'lanternist/strict-coop',
    kind: 'strict',
    prompt: 'Extract headline, author, publication date, section and the photo credit of this article.',
    urls: [ORIGIN + coop.path],
    strictConstrainToURLs: true,
    schema: zod(
      record({ headline: text, author: text, publishedAt: date, section: text, photoCredit: text }),
    ),
    truth: {
      headline: coop.title,
      author: coop.by,
      publishedAt: coop.date,
      section: coop.section,
      photoCredit: either(coop.photo, `Photo: ${coop.photo}`),
    },
    needs: [coop.path],
  },
  {
    id: 'lanternist/arches-sale',
    kind: 'missing',
    prompt:
      'About the article on the railway arches: who wrote it, when was it published, and how many comments does it have? Leave a field empty if the site does not say.',
    urls: [ORIGIN],
    schema: zod(record({ author: text, published: date, comments: orNull(integer) })),
    truth: { author: arches.by, published: arches.date, comments: null },
    needs: [arches.path],
  },
  {
    id: 'lanternist/search-oysters',
    kind: 'search',
    prompt:
      'The Lanternist article about oysters growing on the harbour wall: author, date and reading time in minutes',
    schema: object({ author: text, date, readingTimeMinutes: integer }),
    truth: { author: oysters.by, date: oysters.date, readingTimeMinutes: oysters.minutes },
    needs: [oysters.path],
  },
]
