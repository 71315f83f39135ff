import type { EgressResponse } from '../egress/egress.ts'
import { Fault } from '../fault.ts'

/** A prompt that is too long stays too long in any wording. */
export const TOO_LONG_ERROR =
  /context.{0,10}(length|window|size)|prompt is too long|too many (input )?tokens|input token count/i
/** Google calls a wrong key a bad request. */
export const WRONG_KEY_ERROR = /api[ _]key (is )?(not valid|invalid|expired)|API_KEY_INVALID/i
/** Some endpoints answer with 404, 415 or 500 when a model takes no images. */
export const IMAGE_ERROR = /image input|image_url|support images?\b|vision|multimodal/i
/** Small servers answer with 500 to a schema that they cannot turn into a grammar. */
export const FORMAT_ERROR = /grammar|json.?schema|response_format|tool_choice|unsupported parameter/i

const tooLong = new WeakSet<Fault>()

/** Names the setting that an operator can change; the endpoint's own words are for the log. */
export function statusFault(status: number, errorMessage: string): Fault {
  const isBad = status === 400 || status === 422
  const cause = { cause: new Error(errorMessage) }
  if (status === 413 || (isBad && TOO_LONG_ERROR.test(errorMessage))) {
    const message = `The text is too long for the model: its endpoint answered with status ${status}.`
    const fault = new Fault('UNAVAILABLE', message, cause)
    tooLong.add(fault)
    return fault
  }
  const subject =
    status === 401 || status === 403 || (isBad && WRONG_KEY_ERROR.test(errorMessage))
      ? "The model's endpoint does not accept its key (WINNOW_LLM_KEY): it"
      : status === 404
        ? 'The model or its address (WINNOW_LLM_MODEL, WINNOW_LLM_URL) is not known: the endpoint'
        : "The model's endpoint"
  return new Fault('UNAVAILABLE', `${subject} answered with status ${status}.`, cause)
}

/** Whether the model was asked to read more than it can at once. It is known by the fault itself. */
export function isTooLong(fault: unknown): boolean {
  return tooLong.has(fault as Fault)
}

/** How long an endpoint wants to be left alone: seconds, a date, or milliseconds in a header that some send beside it. */
export function retryAfterMs(headers: EgressResponse['headers'], now = Date.now()): number | undefined {
  const exact = numberIn(headers['retry-after-ms'])
  if (exact !== undefined) return exact
  const given = textIn(headers['retry-after'])
  const seconds = numberIn(given)
  if (seconds !== undefined) return seconds * 1000
  const date = given === undefined ? Number.NaN : Date.parse(given)
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function numberIn(value: string | string[] | undefined): number | undefined {
  const text = textIn(value)
  return text !== undefined && /^\d+(\.\d+)?$/.test(text) ? Number(text) : undefined
}

function textIn(value: string | string[] | undefined): string | undefined {
  return [value].flat()[0]?.trim()
}
