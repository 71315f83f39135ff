import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { AUTHORS, STORIES } from './stories.ts'

const ORIGIN = originOf('tidewater-herald')
const sports = STORIES.filter(({ section }) => section === 'Sports')
const quint = STORIES.filter(({ author }) => author === 'Marisol Quint')
const library = STORIES[1]!
const final = STORIES[2]!

export const tasks: Task[] = [
  {
    id: 'tidewater-herald/library-cost',
    kind: 'fact',
    prompt: 'Who is the author of the article about the new library wing, and when was it published?',
    urls: [ORIGIN],
    schema: object({ author: text, published: date }),
    truth: { author: library.author, published: library.date },
    needs: [library.path],
  },
  {
    id: 'tidewater-herald/all-headlines',
    kind: 'list',
    prompt: 'Get all headlines of the newspaper with their dates, including the older posts.',
    urls: [ORIGIN],
    schema: zod(record({ articles: list(record({ headline: text, date })) })),
    truth: { articles: STORIES.map(({ title, date }) => ({ headline: title, date })) },
    needs: ['/', '/page/2/', '/page/3/'],
  },
  {
    id: 'tidewater-herald/top-three',
    kind: 'first-few',
    prompt: 'the 3 most recent articles: title, date, author',
    urls: [ORIGIN],
    schema: object({ articles: list(object({ title: text, date, author: text })) }),
    truth: {
      articles: STORIES.slice(0, 3).map(({ title, date, author }) => ({ title, date, author })),
    },
    isOrdered: true,
    needs: ['/', ...STORIES.slice(0, 3).map(({ path }) => path)],
  },
  {
    id: 'tidewater-herald/sports-authors',
    kind: 'list-and-details',
    prompt: 'All articles of the Sports section with headline, author and date of publication',
    urls: [`${ORIGIN}/section/sports/`],
    schema: object({ articles: list(object({ headline: text, author: text, datePublished: date })) }),
    truth: {
      articles: sports.map(({ title, author, date }) => ({ headline: title, author, datePublished: date })),
    },
    needs: ['/section/sports/', ...sports.map(({ path }) => path)],
  },
  {
    id: 'tidewater-herald/by-quint',
    kind: 'condition',
    prompt: 'Which stories has Marisol Quint written? I only need the headlines.',
    urls: [ORIGIN],
    schema: object({ headlines: list(text) }),
    truth: { headlines: quint.map(({ title }) => title) },
    needs: ['/author/marisol-quint/'],
  },
  {
    id: 'tidewater-herald/paper',
    kind: 'spread',
    prompt:
      'Please tell me who founded the Herald and in which year, who the editor-in-chief is, and what the full subscription costs per month.',
    urls: [ORIGIN],
    schema: object({
      founder: text,
      foundedYear: integer,
      editorInChief: text,
      fullSubscriptionPrice: described(number, 'Price of the Full plan per month in dollars'),
    }),
    truth: {
      founder: 'Josiah Bellweather',
      foundedYear: 1889,
      editorInChief: 'Constance Ayers',
      fullSubscriptionPrice: 29,
    },
    needs: ['/about/', '/subscribe/'],
  },
  {
    id: 'tidewater-herald/plans',
    kind: 'list',
    prompt: 'subscription plans and prices',
    urls: [ORIGIN],
    schema: object({ plans: list(object({ plan: text, pricePerMonth: number, includes: text })) }),
    truth: {
      plans: [
        { plan: 'Digital', pricePerMonth: 9.5, includes: 'Website and app' },
        { plan: 'Weekend', pricePerMonth: 16, includes: 'Paper on Saturday, website and app' },
        { plan: 'Full', pricePerMonth: 29, includes: 'Paper on six days, website and app' },
      ],
    },
    needs: ['/subscribe/'],
  },
  {
    id: 'tidewater-herald/no-email',
    kind: 'missing',
    prompt: 'E-mail address, job and phone of the reporter Ned Castellano',
    urls: [`${ORIGIN}/about/`],
    schema: zod(record({ email: orNull(text), job: orNull(text), phone: orNull(text) })),
    truth: { email: null, job: AUTHORS[3]!.job, phone: null },
    needs: [AUTHORS[3]!.path],
  },
  {
    id: 'tidewater-herald/strict-final',
    kind: 'strict',
    prompt: 'Headline, author, date and section of this article',
    urls: [ORIGIN + final.path],
    strictConstrainToURLs: true,
    schema: object({ headline: text, author: text, date, section: text }),
    truth: { headline: final.title, author: final.author, date: final.date, section: final.section },
    needs: [final.path],
  },
  {
    id: 'tidewater-herald/search-mural',
    kind: 'search',
    prompt: 'Tidewater Herald article about the mural for the ferry workers: headline, author, date',
    schema: object({ headline: text, author: text, date }),
    truth: { headline: STORIES[8]!.title, author: STORIES[8]!.author, date: STORIES[8]!.date },
    needs: [STORIES[8]!.path],
  },
]
