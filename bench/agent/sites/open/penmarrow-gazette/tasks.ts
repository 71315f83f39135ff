import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Task } from '../../../task.ts'
import { ARTICLES, LATEST, SECTIONS } from './articles.ts'

const ORIGIN = originOf('penmarrow-gazette')

function article(start: string) {
  return ARTICLES.find(({ title }) => title.startsWith(start))!
}

function section(name: string) {
  return SECTIONS.find((one) => one.name === name)!
}

const council = section('Council')
const sport = section('Sport')
const levy = article('Second homes levy')
const ferry = article('Ferry company')
const harbour = article('Harbour wall')
const gig = article('Rowing club')
const quarry = article('Open-air theatre')
const kelp = article('Seaweed start-up')
const april = ARTICLES.filter(({ date: day }) => day.startsWith('2026-04'))

export const tasks: Task[] = [
  {
    id: 'penmarrow-gazette/council-headlines',
    kind: 'list',
    prompt: 'Get all articles in the Council section: title, published date and url. Include all pages.',
    urls: [ORIGIN + council.path],
    schema: object({ articles: list(object({ title: text, published_date: date, url: text })) }),
    truth: {
      articles: council.articles.map(({ title, date: day, path }) => ({
        title,
        published_date: day,
        url: ORIGIN + path,
      })),
    },
    needs: council.pages.map(({ path }) => path),
  },
  {
    id: 'penmarrow-gazette/sport-authors',
    kind: 'list-and-details',
    prompt:
      'Collect every sports article with its headline, author and publication date. The author is null when no name is given.',
    urls: [ORIGIN],
    schema: zod(
      record({
        articles: list(record({ headline: text, author: orNull(text), published_date: date })),
      }),
    ),
    truth: {
      articles: sport.articles.map(({ title, author, date: day }) => ({
        headline: title,
        author,
        published_date: day,
      })),
    },
    needs: sport.articles.map(({ path }) => path),
  },
  {
    id: 'penmarrow-gazette/levy',
    kind: 'entity',
    prompt:
      'Find the article about the second homes levy. I need the title, author, published date, section, tags and the date the levy takes effect.',
    urls: [ORIGIN],
    schema: object({
      title: text,
      author: text,
      published_date: date,
      section: text,
      tags: list(text),
      effective_date: described(date, 'Date on which the levy takes effect'),
    }),
    truth: {
      title: levy.title,
      author: levy.author,
      published_date: levy.date,
      section: levy.section,
      tags: levy.tags,
      effective_date: '2027-04-01',
    },
    needs: [levy.path],
  },
  {
    id: 'penmarrow-gazette/electric-ferry',
    kind: 'fact',
    prompt: 'How many passengers does the electric ferry carry and how long does it take to charge?',
    urls: [`${ORIGIN}/category/business/`],
    schema: object({ passengers: integer, charging_time: text }),
    truth: { passengers: 48, charging_time: either('35 minutes', '35 min', '35') },
    needs: [ferry.path],
  },
  {
    id: 'penmarrow-gazette/latest-five',
    kind: 'first-few',
    prompt: 'Summaries are not needed, just the five newest articles with title, author, date and section.',
    urls: [`${ORIGIN}/news/`],
    schema: object({
      articles: list(object({ title: text, author: text, date, section: text })),
    }),
    truth: {
      articles: ARTICLES.slice(0, 5).map(({ title, author, date: day, section: name }) => ({
        title,
        author,
        date: day,
        section: name,
      })),
    },
    isOrdered: true,
    needs: ['/latest/', ...ARTICLES.slice(0, 5).map(({ path }) => path)],
  },
  {
    id: 'penmarrow-gazette/april',
    kind: 'condition',
    prompt: 'All articles that were published in April 2026 (title, date).',
    urls: [`${ORIGIN}/latest/`],
    schema: zod(record({ articles: list(record({ title: text, date })) })),
    truth: { articles: april.map(({ title, date: day }) => ({ title, date: day })) },
    needs: LATEST.filter(({ articles }) => articles.some((one) => april.includes(one))).map(
      ({ path }) => path,
    ),
  },
  {
    id: 'penmarrow-gazette/paper',
    kind: 'spread',
    prompt:
      'For our media list: editor, circulation per week, news desk phone, news desk email and the price of a full page advert.',
    urls: [ORIGIN],
    schema: object({
      editor: text,
      circulation: integer,
      phone: text,
      email: text,
      full_page_price: described(number, 'GBP per week'),
    }),
    truth: {
      editor: 'Cordelia Prowse',
      circulation: 9600,
      phone: '01872 555019',
      email: 'news@penmarrowgazette.example',
      full_page_price: 780,
    },
    needs: ['/about/', '/contact/', '/advertise/'],
  },
  {
    id: 'penmarrow-gazette/gig-author',
    kind: 'missing',
    prompt:
      'Who wrote the article about the rowing gig found in a barn, who took the photo, and when was it published?',
    urls: [ORIGIN],
    schema: zod(record({ author: orNull(text), photographer: orNull(text), published_date: orNull(date) })),
    truth: { author: null, photographer: null, published_date: gig.date },
    needs: [gig.path],
  },
  {
    id: 'penmarrow-gazette/strict-two',
    kind: 'strict',
    prompt: 'For both articles give me the title, the author, the publication date and the full text.',
    urls: [ORIGIN + quarry.path, ORIGIN + kelp.path],
    strictConstrainToURLs: true,
    schema: object({
      articles: list(object({ title: text, author: text, published_date: text, body: text })),
    }),
    truth: {
      articles: [quarry, kelp].map(({ title, author, date: day, body }) => ({
        title,
        author,
        published_date: day,
        body: body.join(' '),
      })),
    },
    needs: [quarry.path, kelp.path],
  },
  {
    id: 'penmarrow-gazette/search-harbour',
    kind: 'search',
    prompt:
      'Penmarrow harbour wall repairs: how much will they cost, when does the work begin and how long will it take?',
    truth: { cost: '£2.3m', begins: '7 September', duration: 'eleven weeks' },
    needs: [harbour.path],
  },
]
