import { z } from 'zod'
import { deadline } from '../concurrency/abort.ts'
import { readUpTo } from '../concurrency/byte-streams.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { tryParseJson } from '../language/try-parse-json.ts'
import { cleanText, cleanDate, cleanSize, cleanTitle, webUrl } from './clean.ts'
import { isLate, collect } from './query-providers.ts'
import { failed, late, UNREADABLE } from './provider.ts'
import type { Failed, Hit, Provider, ProviderRequest } from './provider.ts'
import type { ResultsPage } from './query-providers.ts'
import { writeQueryText } from './query-text.ts'

export interface HttpClient {
  request: EgressRequest
  userAgent: string
  timeoutMs: number
}

export interface HttpRequest {
  url: URL
  headers?: Record<string, string>
  body?: string
  /** What must never be told to anybody. */
  key?: string | undefined
  explainStatus?: (status: number, message: string) => string | undefined
}

const MAX_BYTES = 4 * 1024 * 1024
const MAX_MESSAGE = 200

/** Asks once. Whatever is wrong with the answer is a reason, time that is over too; only a caller that gave up is an exception. */
export async function fetchText(
  client: HttpClient,
  request: HttpRequest,
  signal: AbortSignal,
): Promise<{ state: 'answered'; text: string } | Failed> {
  using time = deadline(signal, client.timeoutMs)
  try {
    await using response = await client.request(request.url, {
      method: request.body === undefined ? 'GET' : 'POST',
      headers: { 'user-agent': client.userAgent, 'accept-encoding': 'identity', ...request.headers },
      ...(request.body !== undefined && { body: request.body }),
      signal: time,
    })
    if ((response.headers['content-encoding'] ?? 'identity') !== 'identity') {
      return failed('It answered in an encoding that was not asked for.')
    }
    const bytes = await readUpTo(response.body, MAX_BYTES)
    if (bytes === undefined) return failed('It answered with more than 4 MB.')
    // The decoder removes the byte order mark.
    const text = new TextDecoder().decode(bytes)
    return response.status === 200 ? { state: 'answered', text } : refusal(response.status, text, request)
  } catch (failure) {
    if (isLate(signal)) return late()
    if (signal.aborted) throw failure
    if (time.aborted) return failed(`It did not answer within ${Math.round(client.timeoutMs / 1000)} s.`)
    return failed(
      failure instanceof Fault ? `It could not be reached: ${failure.message}` : 'It could not be reached.',
    )
  }
}

async function fetchJson<Shape extends z.ZodType>(
  client: HttpClient,
  request: HttpRequest,
  shape: Shape,
  signal: AbortSignal,
): Promise<{ state: 'answered'; value: z.output<Shape> } | Failed> {
  const accepting = { ...request, headers: { accept: 'application/json', ...request.headers } }
  const response = await fetchText(client, accepting, signal)
  if (response.state === 'failed') return response
  const read = shape.safeParse(tryParseJson(response.text))
  return read.success
    ? { state: 'answered', value: read.data }
    : failed(UNREADABLE, errorMessageIn(response.text, request.key))
}

const MAX_ITEMS = 500

/** A list in an answer; items are looked at one by one, and a bad one costs only itself. */
export const Items = z.array(z.unknown()).transform((items) => items.slice(0, MAX_ITEMS).map(fieldsOf))

/** An answer that leaves a list out when it is empty, and is told by having at least one of these fields. */
export function responseWith<Shape extends z.ZodRawShape>(signs: readonly string[], shape: Shape) {
  return z
    .looseObject(shape)
    .refine((answer) => signs.some((sign) => (answer as Record<string, unknown>)[sign] !== undefined))
}

export function fieldsOf(item: unknown): Record<string, unknown> {
  return typeof item === 'object' && item !== null && !Array.isArray(item)
    ? (item as Record<string, unknown>)
    : {}
}

function refusal(status: number, text: string, { key, explainStatus }: HttpRequest): Failed {
  const message = errorMessageIn(text, key)
  const meaning = explainStatus?.(status, message) ?? defaultMeaning(status, key !== undefined)
  return failed(`${meaning} (status ${status})`, message)
}

function defaultMeaning(status: number, hasKey: boolean): string {
  if (status === 401 || status === 403) {
    return hasKey ? 'It does not accept its key in WINNOW_SEARCH_KEY.' : 'It does not let this service in.'
  }
  if (status === 402) return 'Its plan is used up.'
  if (status === 429) return 'It was asked too often, or its quota is used up.'
  if (status >= 300 && status < 400) return 'It answered with a redirect, which is not followed.'
  return status >= 500 ? 'It has trouble of its own.' : 'It refused the question.'
}

/** What the other side says is wrong, as far as it can be read. Some repeat the key that they do not accept. */
function errorMessageIn(text: string, key: string | undefined): string {
  const value = fieldsOf(tryParseJson(text))
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
  return withoutKey(found, key).slice(0, MAX_MESSAGE).toWellFormed()
}

function withoutKey(text: string, key: string | undefined): string {
  return key ? text.replaceAll(key, '[key]').replaceAll(encodeURIComponent(key), '[key]') : text
}

/** What the operator says of an API. */
export interface ApiAccess {
  key: string
  root?: string | undefined
}

interface ApiDefinition<Shape extends z.ZodType> extends Pick<Provider, 'name' | 'has' | 'ignores'> {
  shape: Shape
  mostPages: (request: ProviderRequest) => number
  queryText?: (request: ProviderRequest) => { text: string; notes: string[] }
  /** What of a wish has no effect. */
  notes?: (request: ProviderRequest) => string[]
  /** `page` counts from 0. */
  httpRequest: (request: ProviderRequest, text: string, page: number) => HttpRequest
  read: (response: z.output<Shape>, request: ProviderRequest, page: number) => ResultsPage
}

/** A provider that answers in JSON, page after page. */
export function createApiProvider<Shape extends z.ZodType>(
  client: HttpClient,
  {
    shape,
    mostPages,
    queryText = writeQueryText,
    notes: notesOf,
    httpRequest,
    read,
    ...provider
  }: ApiDefinition<Shape>,
): Provider {
  return {
    ...provider,
    async search(request, signal) {
      const { text, notes } = queryText(request)
      const askPage = async (page: number) => {
        const response = await fetchJson(client, httpRequest(request, text, page), shape, signal)
        return response.state === 'failed' ? response : read(response.value, request, page)
      }
      return await collect(request, mostPages(request), askPage, [...notes, ...(notesOf?.(request) ?? [])])
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
