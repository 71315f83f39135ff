import { once } from 'node:events'
import { open } from 'node:fs/promises'
import type { Socket } from 'node:net'
import { hostname } from 'node:os'
import type { Siem } from '../contract/siem.ts'
import type { Egress, EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import type { Product, SiemEvent } from './event.ts'
import { FORMATS, lineOf } from './format.ts'

export interface CollectorAccess {
  egress: EgressAccess
  /** Where events go whose organization names none, and the way there. */
  fallback: { place: DefaultCollector; egress: EgressAccess }
  product: Product
}

const TIMEOUT_MS = 10_000

export async function ship(
  { url, format, headers }: Pick<Siem, 'url' | 'format' | 'headers'>,
  events: readonly SiemEvent[],
  access: CollectorAccess,
  signal: AbortSignal,
): Promise<Receipt> {
  try {
    const time = AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)])
    return await collectorOf(url, access)({ events, format, headers }, time)
  } catch (failure) {
    signal.throwIfAborted()
    return { state: 'failed', reason: reasonOf(failure) }
  }
}

function collectorOf(url: string | undefined, { egress, fallback, product }: CollectorAccess): Collector {
  if (url !== undefined) return collectorAt(url, egress, product)
  const { place } = fallback
  if (place === undefined) {
    return async () => ({ state: 'failed', reason: 'it has none, and the service has none either' })
  }
  if ('file' in place) return fileCollector(place.file, product)
  return collectorAt(place.url, fallback.egress, product)
}

/** For the log and the list of jobs: codes alone, because what a library says may quote an address with a token in it. */
function reasonOf(failure: unknown): string {
  if (failure instanceof Fault && failure.code === 'FORBIDDEN') return 'its address may not be dialled'
  const cause = codeOf(failure instanceof Fault ? failure.cause : failure)
  return failure instanceof Fault ? [failure.code, cause].filter(Boolean).join(', ') : (cause ?? 'it failed')
}

function codeOf(failure: unknown): string | undefined {
  const { code, name } = (failure ?? {}) as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : undefined
}

export type TestCollector = (siem: Siem, event: SiemEvent, signal: AbortSignal) => Promise<Receipt>

export function createTestCollector(access: CollectorAccess): TestCollector {
  return (siem, event, signal) => ship(siem, [event], access, signal)
}

export type DefaultCollector = { url: string } | { file: string } | undefined

type EgressAccess = Pick<Egress, 'request' | 'connect'>

export function collectorAt(address: string, access: EgressAccess, product: Product): Collector {
  const url = new URL(address)
  const reporter = { ...product, host: hostname() }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp
    ? httpCollector(url, access.request, reporter)
    : syslogCollector(url, access.connect, reporter)
}

interface Shipment {
  events: readonly SiemEvent[]
  format: Siem['format']
  headers: Readonly<Record<string, string>>
}

/** What became of a shipment: one that was refused is wrong itself, one that failed may succeed later. */
type Receipt = ({ state: 'accepted' } | { state: 'refused' | 'failed'; reason: string }) & {
  status?: number
}

/** Takes whole shipments or nothing. What it throws means that nobody knows whether anything arrived. */
type Collector = (shipment: Shipment, signal: AbortSignal) => Promise<Receipt>

type Reporter = Product & { host: string }

/** Nobody else on the machine has to read who did what. */
const OWNER_ONLY = 0o600

/** Opened for every shipment, so that a file that was moved away begins anew; flushed before events are forgotten. */
function fileCollector(path: string, product: Product): Collector {
  return async ({ events, format }) => {
    const lines = events.map((event) => `${lineOf(FORMATS[format](event, product))}\n`)
    await using file = await open(path, 'a', OWNER_ONLY)
    await file.appendFile(lines.join(''))
    await file.datasync()
    return { state: 'accepted' }
  }
}

/** What says that the shipment itself is wrong, so that sending it again is in vain. */
const REFUSALS: ReadonlySet<number> = new Set([400, 413, 415, 422])

/** In the manner of Splunk's. Any 2xx accepts all. No redirect is followed, because the headers hold a token. */
function httpCollector(url: URL, request: EgressRequest, from: Reporter): Collector {
  const { bareUrl, authorization } = withoutCredentials(url)
  return async (shipment, signal) => {
    await using response = await request(bareUrl, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'user-agent': `${from.name}/${from.version}`,
        ...authorization,
        ...shipment.headers,
      },
      body: bodyOf(shipment, from),
      signal,
    })
    const { status } = response
    if (status >= 200 && status <= 299) return { state: 'accepted', status }
    const reason = `it answered with status ${status}`
    return { state: REFUSALS.has(status) ? 'refused' : 'failed', reason, status }
  }
}

function bodyOf({ events, format }: Shipment, from: Reporter): string {
  const lines = events.map((event) => ({
    time: Date.parse(event.at) / 1000,
    host: from.host,
    source: from.name,
    sourcetype: `${from.name.toLowerCase()}:${format}`,
    event: FORMATS[format](event, from),
  }))
  return lines.map((line) => JSON.stringify(line)).join('\n')
}

/** A name and password in the address of the operator's collector are sent as the header that they stand for. */
function withoutCredentials(url: URL): { bareUrl: URL; authorization: Record<string, string> } {
  if (url.username === '' && url.password === '') return { bareUrl: url, authorization: {} }
  const bareUrl = new URL(url)
  bareUrl.username = ''
  bareUrl.password = ''
  const pair = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return { bareUrl, authorization: { authorization: `Basic ${Buffer.from(pair).toString('base64')}` } }
}

const TLS = new Set(['tls:', 'syslog+tls:'])
const TCP_PORT = 514
const TLS_PORT = 6514

const CLOSE_MS = 3_000

/** Syslog knows no receipt: a shipment counts when the other side closed after us, or stayed silent about it. */
function syslogCollector(url: URL, connect: Egress['connect'], from: Reporter): Collector {
  const secure = TLS.has(url.protocol)
  const port = Number(url.port) || (secure ? TLS_PORT : TCP_PORT)
  return async ({ events, format }, signal) => {
    const socket = await connect({ hostname: url.hostname, port, secure }, signal)
    try {
      const frames = events.map((event) => syslogFrame(event, lineOf(FORMATS[format](event, from)), from))
      await sendAll(socket, Buffer.concat(frames), signal)
      return { state: 'accepted' }
    } finally {
      socket.destroy()
    }
  }
}

/** A receiver that has all of it sees our end and answers with its own; one that went away resets the connection. */
async function sendAll(socket: Socket, bytes: Buffer, signal: AbortSignal): Promise<void> {
  const patience = AbortSignal.any([signal, AbortSignal.timeout(CLOSE_MS)])
  const closed = once(socket, 'close', { signal: patience })
  socket.resume()
  socket.end(bytes)
  try {
    await closed
  } catch (failure) {
    signal.throwIfAborted()
    const isSilent = patience.aborted && socket.writableFinished
    if (!isSilent) throw failure
  }
}

const LOG_AUDIT = 13
const WARNING = 4
const INFORMATIONAL = 6

/** The number that is set aside for examples: there is no registered one to put here. */
const ENTERPRISE = 32473

/** A message of RFC 5424 with its length before it, as RFC 6587 and 5425 frame messages on a stream. */
export function syslogFrame(event: SiemEvent, line: string, from: Product & { host: string }): Buffer {
  const priority = LOG_AUDIT * 8 + (event.outcome === 'failure' ? WARNING : INFORMATIONAL)
  const time = new Date(event.at).toISOString()
  const head = [time, syslogWord(from.host, 255), syslogWord(from.name, 48), '-', event.what.kind]
  const message = Buffer.from(`<${priority}>1 ${head.join(' ')} ${structuredData(event)} ${line}`)
  return Buffer.concat([Buffer.from(`${message.length} `), message])
}

function structuredData({ id, organizationId, teamId, keyId, username }: SiemEvent): string {
  const parameters = { id, organizationId, teamId, keyId, claimedUser: username }
  const given = Object.entries(parameters).filter(([, value]) => value !== undefined && value !== null)
  return `[winnow@${ENTERPRISE} ${given.map(([name, value]) => `${name}="${escaped(value!)}"`).join(' ')}]`
}

/** Control characters are allowed here, but readers of lines stumble over them. */
function escaped(value: string): string {
  return value
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(/["\\\]]/g, String.raw`\$&`)
}

/** Printable ASCII without spaces, or a dash for nothing. */
function syslogWord(text: string, most: number): string {
  return text.replaceAll(/[^!-~]/g, '').slice(0, most) || '-'
}
