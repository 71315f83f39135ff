import { z } from 'zod'
import { deadline } from '../concurrency/abort.ts'
import { bytesWithin } from '../concurrency/byte-streams.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { parsedJson } from '../language/parsed-json.ts'
import { cleanText, cleanDate, cleanSize, cleanTitle, webUrl } from './clean.ts'
import { isLate, collect } from './find.ts'
import { failed, late, UNREADABLE } from './provider.ts'
import type { Failed, Hit, Provider, ProviderWish } from './provider.ts'
import type { PageAnswer } from './find.ts'
import { spell } from './spell.ts'

export interface Reach {
  request: EgressRequest
  userAgent: string
  patienceMs: number
}

export interface Question {
  url: URL
  headers?: Record<string, string>
  body?: string
  /** What must never be told to anybody. */
  key?: string | undefined
  meaningOf?: (status: number, said: string) => string | undefined
}

const MOST_BYTES = 4 * 1024 * 1024
const MOST_COMPLAINT = 200

/** Asks once. Whatever is wrong with the answer is a reason, time that is over too; only a caller that gave up is an exception. */
export async function ask(
  reach: Reach,
  question: Question,
  signal: AbortSignal,
): Promise<{ state: 'answered'; text: string } | Failed> {
  using time = deadline(signal, reach.patienceMs)
  try {
    await using response = await reach.request(question.url, {
      method: question.body === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': reach.userAgent, 'accept-encoding': 'identity', ...question.headers },
      ...(question.body !== undefined && { body: question.body }),
      signal: time,
    })
    if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return failed('It answered in an encoding that was not asked for.')
    }
    const bytes = await bytesWithin(response.body, MOST_BYTES)
    if (bytes === undefined) return failed('It answered with more than 4 MB.')
    // The decoder removes the byte order mark.
    const text = new TextDecoder().decode(bytes)
    return response.status === 200 ? { state: 'answered', text } : refusal(response.status, text, question)
  } catch (failure) {
    if (isLate(signal)) return late()
    if (signal.aborted) throw failure
    if (time.aborted) return failed(`It did not answer within ${Math.round(reach.patienceMs / 1000)} s.`)
    return failed(
      failure instanceof Fault ? `It could not be reached: ${failure.message}` : 'It could not be reached.',
    )
  }
}

async function askJson<Shape extends z.ZodType>(
  reach: Reach,
  question: Question,
  shape: Shape,
  signal: AbortSignal,
): Promise<{ state: 'answered'; value: z.output<Shape> } | Failed> {
  const accepting = { ...question, headers: { accept: 'application/json', ...question.headers } }
  const answer = await ask(reach, accepting, signal)
  if (answer.state === 'failed') return answer
  const read = shape.safeParse(parsedJson(answer.text))
  return read.success
    ? { state: 'answered', value: read.data }
    : failed(UNREADABLE, complaintIn(answer.text, question.key))
}

const MOST_ITEMS = 500

/** A list in an answer; items are looked at one by one, and a bad one costs only itself. */
export const Items = z.array(z.unknown()).transform((items) => items.slice(0, MOST_ITEMS).map(fieldsOf))

/** An answer that leaves a list out when it is empty, and is told by having at least one of these fields. */
export function answerWith<Shape extends z.ZodRawShape>(signs: readonly string[], shape: Shape) {
  return z
    .looseObject(shape)
    .refine((answer) => signs.some((sign) => (answer as Record<string, unknown>)[sign] !== undefined))
}

export function fieldsOf(item: unknown): Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
    ? (item as Record<string, unknown>)
    : {}
}

function refusal(status: number, text: string, { key, meaningOf }: Question): Failed {
  const said = complaintIn(text, key)
  const meaning = meaningOf?.(status, said) ?? usualMeaning(status, key !== undefined)
  return failed(`${meaning} (status ${status})`, said)
}

function usualMeaning(status: number, hasKey: boolean): string {
  if (status === 401 || status === 403) {
    return hasKey ? 'It does not accept its key in WINNOW_SEARCH_KEY.' : 'It does not let this service in.'
  }
  if (status === 402) return 'Its plan is used up.'
  if (status === 429) return 'It was asked too often, or its quota is used up.'
  if (status >= 300 && status < 400) return 'It answered with a redirect, which is not followed.'
  return status >= 500 ? 'It has trouble of its own.' : 'It refused the question.'
}

/** What the other side says is wrong, as far as it can be read. Some repeat the key that they do not accept. */
function complaintIn(text: string, key: string | undefined): string {
  const value = fieldsOf(parsedJson(text))
  const error = fieldsOf(value['error'])
  const detail = fieldsOf(value['detail'])
  const said = [
    error['message'],
    error['detail'],
    detail['error'],
    value['error'],
    value['message'],
    value['detail'],
  ]
  const found = cleanText(said.find((one) => typeof one === 'string')) ?? ''
  return withoutKey(found, key).slice(0, MOST_COMPLAINT).toWellFormed()
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]') : text
}

/** What the operator says of an API. */
export interface ApiAccess {
  key: string
  root?: string | undefined
}

interface Api<Shape extends z.ZodType> extends Pick<Provider, 'name' | 'has' | 'ignores'> {
  shape: Shape
  mostPages: (wish: ProviderWish) => number
  spelled?: (wish: ProviderWish) => { text: string; notes: string[] }
  /** What of a wish has no effect. */
  notes?: (wish: ProviderWish) => string[]
  /** `page` counts from 0. */
  question: (wish: ProviderWish, text: string, page: number) => Question
  read: (answer: z.output<Shape>, wish: ProviderWish, page: number) => PageAnswer
}

/** A provider that answers in JSON, page after page. */
export function createApi<Shape extends z.ZodType>(
  reach: Reach,
  { shape, mostPages, spelled = spell, notes: notesOf, question, read, ...provider }: Api<Shape>,
): Provider {
  return {
    ...provider,
    async ask(wish, signal) {
      const { text, notes } = spelled(wish)
      const askPage = async (page: number) => {
        const said = await askJson(reach, question(wish, text, page), shape, signal)
        return said.state === 'failed' ? said : read(said.value, wish, page)
      }
      return await collect(wish, mostPages(wish), askPage, [...notes, ...(notesOf?.(wish) ?? [])])
    },
  }
}

/** The URL with these parameters; what is undefined is left out. */
export function withParameters(url: string, parameters: Record<string, string | undefined>): URL {
  const whole = new URL(url)
  for (const [name, value] of Object.entries(parameters))
    if (value !== undefined) whole.searchParams.set(name, value)
  return whole
}

/** A hit as an API gives it. */
interface RawHit {
  url: unknown
  title: unknown
  description?: unknown
  date?: unknown
  image?: { url: unknown; width?: unknown; height?: unknown }
}

/** Undefined without a URL that can be asked for. */
export function hitFrom({ url, title, description, date, image }: RawHit): Hit | undefined {
  const page = webUrl(url)
  if (page === undefined) return undefined
  const picture = webUrl(image?.url)
  return {
    url: page,
    title: cleanTitle(title),
    description: cleanText(description),
    date: cleanDate(date),
    image:
      picture === undefined
        ? undefined
        : { url: picture, width: cleanSize(image?.width), height: cleanSize(image?.height) },
  }
}
