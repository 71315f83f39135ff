import { Fault } from '../fault.ts'
import { markTooLong } from './too-long.ts'

/** A prompt that is too long stays too long in any wording. */
const TOO_LONG =
  /context.{0,10}(length|window|size)|prompt is too long|too many (input )?tokens|input token count/i
/** Google calls a wrong key a bad request. */
const WRONG_KEY = /api[ _]key (is )?(not valid|invalid|expired)|API_KEY_INVALID/i
/** Some endpoints answer with 404, 415 or 500 when a model takes no images. */
const ABOUT_IMAGES = /image input|image_url|support images?\b|vision|multimodal/i
/** Small servers answer with 500 to a schema that they cannot turn into a grammar. */
const ABOUT_FORM = /grammar|json.?schema|response_format|tool_choice|unsupported parameter/i

export const isAboutLength = (complaint: string) => TOO_LONG.test(complaint)
export const isAboutKey = (complaint: string) => WRONG_KEY.test(complaint)
export const isAboutImages = (complaint: string) => ABOUT_IMAGES.test(complaint)
export const isAboutForm = (complaint: string) => ABOUT_FORM.test(complaint)

/** Names the setting that an operator can change; the endpoint's own words are for the log. */
export function statusFault(status: number, complaint: string): Fault {
  const isBad = status === 400 || status === 422
  const cause = { cause: new Error(complaint) }
  if (status === 413 || (isBad && isAboutLength(complaint))) {
    return markTooLong(
      new Fault(
        'UNAVAILABLE',
        `The text is too long for the model: its endpoint answered with status ${status}.`,
        cause,
      ),
    )
  }
  const who =
    status === 401 || status === 403 || (isBad && isAboutKey(complaint))
      ? "The model's endpoint does not accept its key (WINNOW_LLM_KEY): it"
      : status === 404
        ? 'The model or its address (WINNOW_LLM_MODEL, WINNOW_LLM_URL) is not known: the endpoint'
        : "The model's endpoint"
  return new Fault('UNAVAILABLE', `${who} answered with status ${status}.`, cause)
}
