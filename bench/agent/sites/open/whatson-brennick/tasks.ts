import { date, described, list, number, object, orNull, record, text, zod } from '../../../schema.ts'
import { originOf } from '../../../site.ts'
import { either } from '../../../task.ts'
import type { Either, Task } from '../../../task.ts'
import { categoryPath, clock, EVENTS, LIST_PAGES, listPath, monthPath, VENUES } from './programme.ts'

const ORIGIN = originOf('whatson-brennick')

function event(title: string) {
  return EVENTS.find((one) => one.title === title)!
}

function inCategory(category: string) {
  return EVENTS.filter((one) => one.category === category)
}

/** As the page says it, and as programs write it. */
function time(value: string): Either {
  return either(clock(value), clock(value).replace(' ', ''), value, `${value}:00`)
}

const october = EVENTS.filter((one) => one.date.startsWith('2026-10'))
const quill = event('Madame Quill Investigates')
const bach = event('Bach by Candlelight')
const tannery = VENUES.find(({ name }) => name === 'The Tannery')!
const cheapWorkshops = inCategory('Workshops').filter(({ cost }) => Number(cost!.slice(1)) < 30)

export const tasks: Task[] = [
  {
    id: 'whatson-brennick/all-events',
    kind: 'list',
    prompt: 'Extract every upcoming event with its title, date and venue. The list goes over several pages.',
    urls: [`${ORIGIN}/events/`],
    schema: object({ events: list(object({ title: text, date, venue: text })) }),
    truth: { events: EVENTS.map(({ title, date: day, venue }) => ({ title, date: day, venue })) },
    needs: LIST_PAGES.map((_, at) => listPath(at)),
  },
  {
    id: 'whatson-brennick/october',
    kind: 'list-and-details',
    prompt:
      'I need all events in October 2026 for our newsletter: title, date (YYYY-MM-DD), start time, ticket price and who organises it. Leave the organiser empty if none is named.',
    urls: [ORIGIN + monthPath('2026-10')],
    schema: zod(
      record({
        events: list(
          record({
            title: text,
            date: text,
            start_time: text,
            ticket_price: described(text, 'as written on the page, e.g. £10 or Free'),
            organiser: orNull(text),
          }),
        ),
      }),
    ),
    truth: {
      events: october.map(({ title, date: day, start, cost, organiser }) => ({
        title,
        date: day,
        start_time: time(start),
        ticket_price: cost,
        organiser,
      })),
    },
    needs: [monthPath('2026-10'), ...october.map(({ path }) => path)],
  },
  {
    id: 'whatson-brennick/madame-quill',
    kind: 'entity',
    prompt: 'Give me the details of the play "Madame Quill Investigates".',
    urls: [ORIGIN],
    schema: object({
      title: text,
      date,
      start_time: text,
      end_time: text,
      venue: text,
      price: text,
      age_guidance: text,
      organizer: text,
    }),
    truth: {
      title: quill.title,
      date: quill.date,
      start_time: time(quill.start),
      end_time: time(quill.end!),
      venue: quill.venue,
      price: either(quill.cost, '£18–£32'),
      age_guidance: quill.age,
      organizer: quill.organiser,
    },
    needs: [quill.path],
  },
  {
    id: 'whatson-brennick/booking-fee',
    kind: 'fact',
    prompt: 'How much is the booking fee per order?',
    urls: [ORIGIN],
    schema: object({ booking_fee: described(number, 'in pounds') }),
    truth: { booking_fee: 1.5 },
    needs: ['/box-office/'],
  },
  {
    id: 'whatson-brennick/cheap-workshops',
    kind: 'condition',
    prompt: 'Which workshops cost less than £30? Return title, date and price in GBP.',
    urls: [`${ORIGIN}/events/`],
    schema: object({ workshops: list(object({ title: text, date, price: number })) }),
    truth: {
      workshops: cheapWorkshops.map(({ title, date: day, cost }) => ({
        title,
        date: day,
        price: Number(cost!.slice(1)),
      })),
    },
    needs: [categoryPath('Workshops'), ...inCategory('Workshops').map(({ path }) => path)],
  },
  {
    id: 'whatson-brennick/next-concerts',
    kind: 'first-few',
    prompt: 'What are the next three music events? Name, date, start time and venue please, earliest first.',
    urls: [ORIGIN],
    schema: object({ concerts: list(object({ name: text, date, startTime: text, venue: text })) }),
    truth: {
      concerts: inCategory('Music')
        .slice(0, 3)
        .map(({ title, date: day, start, venue }) => ({
          name: title,
          date: day,
          startTime: time(start),
          venue,
        })),
    },
    isOrdered: true,
    needs: [categoryPath('Music')],
  },
  {
    id: 'whatson-brennick/bach',
    kind: 'missing',
    prompt:
      'For the concert Bach by Candlelight find the ticket price, the organiser, the conductor and the phone number of the venue. Use null for anything the site does not state.',
    urls: [`${ORIGIN}/events/`],
    schema: zod(
      record({
        price: orNull(text),
        organiser: orNull(text),
        conductor: orNull(text),
        venue_phone: orNull(text),
      }),
    ),
    truth: { price: either(bach.cost, '15', '£15.00'), organiser: null, conductor: null, venue_phone: null },
    needs: [bach.path, VENUES.find(({ name }) => name === bach.venue)!.path],
  },
  {
    id: 'whatson-brennick/strict-venue',
    kind: 'strict',
    prompt: 'Extract the venue name, street, postcode, phone number and capacity.',
    urls: [ORIGIN + tannery.path],
    strictConstrainToURLs: true,
    schema: object({ name: text, street: text, postcode: text, phone: text, capacity: text }),
    truth: {
      name: tannery.name,
      street: tannery.street,
      postcode: tannery.postcode,
      phone: tannery.phone,
      capacity: either(tannery.capacity, '320'),
    },
    needs: [tannery.path],
  },
  {
    id: 'whatson-brennick/orpheum-trust',
    kind: 'search',
    prompt: 'What are the phone number and email address of the Orpheum Trust in Brennick?',
    schema: object({ phone: text, email: text }),
    truth: { phone: '01632 960 501', email: 'stagedoor@orpheum.example' },
    needs: ['/organizer/orpheum-trust/'],
  },
  {
    id: 'whatson-brennick/desk-hours',
    kind: 'fact',
    prompt: 'When is the box office open on Saturdays, and what is its phone number?',
    urls: [ORIGIN],
    truth: { saturday: '10 am – 2 pm', phone: '01632 960 088' },
    needs: ['/box-office/'],
  },
]
