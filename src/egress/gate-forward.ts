import type { IncomingMessage, ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { Fault } from '../fault.ts'
import { endToEnd } from './end-to-end.ts'
import type { Answer } from './exchange.ts'
import { FAULT_HEADER, refuseRequest } from './gate-refusal.ts'
import type { OpenPass } from './gate-pass.ts'

/**
 * Carries a plain HTTP request of the browser to its target. Request and answer are parsed and written anew on both
 * sides, so nothing can hide in how one side reads what the other wrote.
 */
export async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  pass: OpenPass,
): Promise<void> {
  const url = readUrl(request)
  if (url === undefined) return refuseRequest(response, NOT_FOR_THE_GATE)
  if (!pass.hold(request.socket)) return

  const leaving = new AbortController()
  response.once('close', () => leaving.abort())
  try {
    pass.admit(url.href)
    const answer = await pass.route.send(url, {
      method: request.method ?? 'GET',
      headers: endToEnd(request.rawHeaders, NOT_SENT_ON),
      body: bodyOf(request, (sizeBytes) => pass.spend(sizeBytes, url.hostname)),
      signal: leaving.signal,
      verifyTls: true,
    })
    await answerWith(answer, response, (sizeBytes) => pass.spend(sizeBytes, url.hostname))
  } catch (error) {
    if (leaving.signal.aborted) return
    refuseRequest(response, pass.note(url.hostname, error))
  }
}

const NOT_FOR_THE_GATE = new Fault(
  'BAD_REQUEST',
  'The gate carries absolute http URLs and tunnels, nothing else.',
)
/** The URL alone decides the host, as HTTP asks of a proxy. */
const NOT_SENT_ON = new Set(['host', 'expect'])
const NOT_PASSED_BACK = new Set([FAULT_HEADER])

/** Only what is spelt out counts: a path alone would be a request to the gate itself. */
export function readUrl({ url = '' }: IncomingMessage, protocols = /^http:$/): URL | undefined {
  const parsed = /^[a-z]+:\/\//i.test(url) ? URL.parse(url) : null
  return parsed !== null && protocols.test(parsed.protocol) ? parsed : undefined
}

function bodyOf(request: IncomingMessage, spend: (sizeBytes: number) => void): IncomingMessage | null {
  const { 'content-length': length = '0', 'transfer-encoding': encoding } = request.headers
  if (encoding === undefined && Number(length) === 0) return null
  return request.on('data', (chunk: Buffer) => spend(chunk.length)).pause()
}

async function answerWith(
  { statusCode, statusText, headers, body }: Answer,
  response: ServerResponse,
  spend: (sizeBytes: number) => void,
): Promise<void> {
  const raw = Object.entries(headers).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value ?? '']).flatMap((one) => [name, one]),
  )
  response.writeHead(statusCode, statusText, endToEnd(raw, NOT_PASSED_BACK))
  const counted = async function* () {
    for await (const chunk of body) {
      spend(chunk.length)
      yield chunk
    }
  }
  await pipeline(counted, response)
}
