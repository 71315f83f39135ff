import { deadline } from '../abort.ts'
import type { EgressRequest } from '../egress/egress.ts'
import { Fault } from '../fault.ts'
import { complaintOf } from './complaint.ts'
import { eventsOf, isEventStream } from './event-stream.ts'
import { countOf, loose } from './provider.ts'
import type { Provider, Reply, Wish } from './provider.ts'
import { retryAfterMs } from './retry-after.ts'
import { send, TooMuch } from './send.ts'
import type { Sent } from './send.ts'
import { markTooLong } from './too-long.ts'

/** Where a model is asked. The key is sent nowhere else and told to nobody. */
export interface Endpoint {
  provider: Provider
  root: URL
  key: string | undefined
  request: EgressRequest
}

/**
 * How one request ended. `misunderstood`: the endpoint calls it a bad one, so that another wording may do. `failed`: the same
 * request may succeed later.
 */
export type Outcome =
  | { state: 'answered'; reply: Reply }
  | { state: 'misunderstood'; complaint: string; fault: Fault }
  | { state: 'failed'; fault: Fault; afterMs?: number | undefined }

const MISUNDERSTOOD = new Set([400, 422])
const PASSING = new Set([408, 409, 425, 429])
/** A prompt that is too long stays so in any wording. */
const TOO_LONG =
  /context.{0,10}(length|window|size)|prompt is too long|too many (input )?tokens|input token count/i
/** Google calls a wrong key a bad request. */
const WRONG_KEY = /api[ _]key (is )?(not valid|invalid|expired)|API_KEY_INVALID/i
/** Some endpoints answer with 404, 415 or 500 when a model takes no images. */
const ABOUT_IMAGES = /image input|image_url|support images?\b|vision|multimodal/i
/** Small servers answer with 500 to a schema that they cannot turn into a grammar. */
const ABOUT_FORM = /grammar|json.?schema|response_format|tool_choice|unsupported parameter/i

/** Sends a request once. Throws what no later request would change. */
export async function attempt(
  endpoint: Endpoint,
  wish: Wish,
  { mostBytes, attemptMs }: { mostBytes: number; attemptMs: number },
  signal: AbortSignal,
): Promise<Outcome> {
  const { provider, root, key, request } = endpoint
  const url = provider.address(root, wish)
  if (url === undefined) throw new Fault('UNAVAILABLE', 'The model has no name: WINNOW_LLM_MODEL is not set.')
  const body = JSON.stringify(provider.body(wish))
  using time = deadline(signal, attemptMs)
  try {
    const sent = await send(request, { url, headers: provider.headers(key), body, mostBytes }, time)
    return outcomeOf(provider, sent, key)
  } catch (cause) {
    if (signal.aborted || isFinal(cause)) throw cause
    if (time.aborted) return { state: 'failed', fault: tooSlow(attemptMs, cause) }
    const reason = cause instanceof Fault ? ` ${cause.message}` : ''
    return {
      state: 'failed',
      fault: new Fault('UNAVAILABLE', `The model could not be reached.${reason}`, { cause }),
    }
  }
}

/** The model took longer than it had. */
export function tooSlow(timeoutMs: number, cause: unknown): Fault {
  return new Fault('UNAVAILABLE', `The model did not answer within ${timeoutMs / 1000} seconds.`, { cause })
}

/** Faults of the way there have codes of targets; those of the endpoint itself have this one. */
function isFinal(cause: unknown): boolean {
  return cause instanceof TooMuch || (cause instanceof Fault && cause.code === 'UNAVAILABLE')
}

function outcomeOf(provider: Provider, sent: Sent, key: string | undefined): Outcome {
  const { status, headers, text } = sent
  const answer = status === 200 ? answerIn(provider, sent) : undefined
  if (answer?.state === 'broken') return { state: 'failed', fault: brokenOff() }
  // Some endpoints pass on the trouble of another with a status of their own that says nothing about it.
  const trouble = answer?.state === 'trouble' ? answer.status : status
  if (answer?.state === 'whole') {
    const reply = provider.read(answer.value)
    if (reply !== undefined) return { state: 'answered', reply }
    throw new Fault('UNAVAILABLE', "The model's endpoint answered with something that is no chat completion.")
  }
  const complaint = complaintOf(text, key)
  const fault = statusFault(trouble, complaint)
  if (isMisunderstanding(trouble, complaint)) return { state: 'misunderstood', complaint, fault }
  if (PASSING.has(trouble) || trouble >= 500) {
    return { state: 'failed', fault, afterMs: retryAfterMs(headers) }
  }
  throw fault
}

type InAnswer =
  | { state: 'whole'; value: unknown }
  | { state: 'trouble'; status: number }
  | { state: 'broken' }

function answerIn(provider: Provider, { headers, text }: Sent): InAnswer {
  if (!isEventStream(headers['content-type'], text)) return whole(parsed(text))
  const events = eventsOf(text)
  const trouble = events.find((event) => 'error' in loose(event))
  if (trouble !== undefined) return whole(trouble)
  const value = provider.assemble(events)
  return value === undefined ? { state: 'broken' } : whole(value)
}

function whole(value: unknown): InAnswer {
  const { error } = loose(value)
  if (error === undefined || error === null) return { state: 'whole', value }
  const status = countOf(loose(error)['code']) ?? countOf(loose(error)['status'])
  return { state: 'trouble', status: status !== undefined && status >= 400 ? status : 502 }
}

function brokenOff(): Fault {
  return new Fault('UNAVAILABLE', 'The model could not be reached. It broke off in the middle of its answer.')
}

function isMisunderstanding(status: number, complaint: string): boolean {
  if (MISUNDERSTOOD.has(status)) return !TOO_LONG.test(complaint) && !WRONG_KEY.test(complaint)
  if ((status === 404 || status === 415) && ABOUT_IMAGES.test(complaint)) return true
  return (status === 500 || status === 501) && (ABOUT_FORM.test(complaint) || ABOUT_IMAGES.test(complaint))
}

/** What an operator can change is said; what the endpoint itself says is for the log. */
function statusFault(status: number, complaint: string): Fault {
  const found = CAUSES.find(({ statuses, about }) => statuses.has(status) && about.test(complaint))
  const message = `${found?.message ?? "The model's endpoint"} answered with status ${status}.`
  const fault = new Fault('UNAVAILABLE', message, { cause: new Error(complaint) })
  return found?.isTooLong ? markTooLong(fault) : fault
}

const CAUSES: readonly { statuses: ReadonlySet<number>; about: RegExp; message: string; isTooLong?: true }[] =
  [
    ...[
      { statuses: new Set([401, 403]), about: /(?:)/ },
      { statuses: MISUNDERSTOOD, about: WRONG_KEY },
    ].map((row) => ({
      ...row,
      message: "The model's endpoint does not accept its key (WINNOW_LLM_KEY): it",
    })),
    {
      statuses: new Set([404]),
      about: /(?:)/,
      message: 'The model or its address (WINNOW_LLM_MODEL, WINNOW_LLM_URL) is not known: the endpoint',
    },
    ...[
      { statuses: new Set([413]), about: /(?:)/ },
      { statuses: MISUNDERSTOOD, about: TOO_LONG },
    ].map((row) => ({
      ...row,
      message: 'The text is too long for the model: its endpoint',
      isTooLong: true as const,
    })),
  ]

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
