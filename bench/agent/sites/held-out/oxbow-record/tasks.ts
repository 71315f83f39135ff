import { date, described, integer, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import type { Task } from '../../../task.ts'
import { ARCHIVE_PAGES, ARTICLES, AUTHORS, inSection } from './newsroom.ts'

const ORIGIN = originOf('oxbow-record')

function article(start: string) {
  return ARTICLES.find(({ title }) => title.startsWith(start))!
}

function author(name: string) {
  return AUTHORS.find((one) => one.name === name)!
}

const comb = article('Museum finds')
const brewery = article('Brewery cuts')
const dunmore = article('Dunmore signs')
const prize = article('Short story prize')
const dairy = article('Dairy co-operative')
const owen = author('Owen Achterberg')
const salma = author('Salma Rizvi')
const schools = inSection('Schools')
const sport = inSection('Sport').slice(0, 3)
const february = ARTICLES.filter(({ date: day }) => day.startsWith('2026-02'))

export const tasks: Task[] = [
  {
    id: 'oxbow-record/archive',
    kind: 'list',
    prompt:
      'Get all articles from the archive of the Oxbow Record with headline, section and publication date.',
    urls: [`${ORIGIN}/archive`],
    schema: object({
      articles: list(object({ headline: text, section: text, publishedDate: date })),
    }),
    truth: {
      articles: ARTICLES.map(({ title, section, date: day }) => ({
        headline: title,
        section,
        publishedDate: day,
      })),
    },
    needs: ARCHIVE_PAGES.map(({ path }) => path),
  },
  {
    id: 'oxbow-record/schools',
    kind: 'list-and-details',
    prompt:
      'For every article in the Schools section I need the title, the author, the date it was published and the tags.',
    urls: [`${ORIGIN}/schools`],
    schema: zod(
      record({
        articles: list(
          record({ title: text, author: text, date: described(text, 'ISO date'), tags: list(text) }),
        ),
      }),
    ),
    truth: {
      articles: schools.map(({ title, author: by, date: day, tags }) => ({
        title,
        author: by,
        date: day,
        tags,
      })),
    },
    needs: ['/schools', ...schools.map(({ path }) => path)],
  },
  {
    id: 'oxbow-record/business-editor',
    kind: 'entity',
    prompt:
      'Extract the profile of journalist Owen Achterberg: role, email, phone and since when he works there.',
    urls: [ORIGIN],
    schema: object({ name: text, role: text, email: text, phone: text, sinceYear: integer }),
    truth: {
      name: owen.name,
      role: owen.role,
      email: owen.email,
      phone: owen.phone,
      sinceYear: owen.since,
    },
    needs: [owen.path],
  },
  {
    id: 'oxbow-record/february',
    kind: 'condition',
    prompt: 'Which articles were published in February 2026? Title, section and date of each.',
    urls: [`${ORIGIN}/archive`],
    schema: zod(record({ articles: list(record({ title: text, section: text, date })) })),
    truth: {
      articles: february.map(({ title, section, date: day }) => ({ title, section, date: day })),
    },
    needs: ARCHIVE_PAGES.filter(({ articles }) => articles.some((one) => february.includes(one))).map(
      ({ path }) => path,
    ),
  },
  {
    id: 'oxbow-record/latest-sport',
    kind: 'first-few',
    prompt:
      'Open the three latest articles in the sport section and return title, author, date and the photographer (if there is a photo).',
    urls: [ORIGIN],
    schema: object({
      articles: list(
        object({
          title: text,
          author: text,
          date,
          photographer: described({ type: ['string', 'null'] }, 'Name in the photo credit, null if none'),
        }),
      ),
    }),
    truth: {
      articles: sport.map(({ title, author: by, date: day, photo }) => ({
        title,
        author: by,
        date: day,
        photographer: photo,
      })),
    },
    isOrdered: true,
    needs: ['/sport', ...sport.map(({ path }) => path)],
  },
  {
    id: 'oxbow-record/publisher',
    kind: 'spread',
    prompt:
      'Collect key data of this newspaper: year founded, name of the editor, circulation, news desk phone number and monthly price of the digital subscription.',
    urls: [ORIGIN],
    schema: zod(
      record({
        foundedYear: integer,
        editor: text,
        circulation: integer,
        newsDeskPhone: text,
        digitalPricePerMonth: described(number, 'in GBP'),
      }),
    ),
    truth: {
      foundedYear: 1871,
      editor: 'Harriet Quennell',
      circulation: 8600,
      newsDeskPhone: '01632 960 400',
      digitalPricePerMonth: 6.5,
    },
    needs: ['/about', '/contact', '/subscribe'],
  },
  {
    id: 'oxbow-record/education-contact',
    kind: 'missing',
    prompt: 'What are the e-mail address and the phone number of the education correspondent?',
    urls: [`${ORIGIN}/authors`],
    schema: zod(record({ name: text, email: orNull(text), phone: orNull(text) })),
    truth: { name: salma.name, email: salma.email, phone: null },
    needs: [salma.path],
  },
  {
    id: 'oxbow-record/strict-three',
    kind: 'strict',
    prompt: 'Give me the headline, author and publication date of these articles.',
    urls: [comb, brewery, dunmore].map(({ path }) => ORIGIN + path),
    strictConstrainToURLs: true,
    schema: object({ articles: list(object({ headline: text, author: text, publicationDate: date })) }),
    truth: {
      articles: [comb, brewery, dunmore].map(({ title, author: by, date: day }) => ({
        headline: title,
        author: by,
        publicationDate: day,
      })),
    },
    needs: [comb.path, brewery.path, dunmore.path],
  },
  {
    id: 'oxbow-record/story-prize-free',
    kind: 'fact',
    prompt:
      'Who won the short story prize 2026, what is the winning story called and how many entries were there?',
    urls: [`${ORIGIN}/culture`],
    truth: { winner: 'Colin Abara', story: 'The Last Stop but One', entries: '213' },
    needs: [prize.path],
  },
  {
    id: 'oxbow-record/search-dairy',
    kind: 'search',
    prompt: 'Oxbow Vale Dairy co-operative: who is the chair, and how many farms does it belong to?',
    schema: object({ chair: text, farms: integer }),
    truth: { chair: 'Gwen Tolliver', farms: 93 },
    needs: [dairy.path],
  },
]
