import { FieldWords } from '../prose/mentions.ts'
import { namesIn } from '../prose/names-in.ts'
import { isPerson } from '../prose/people.ts'
import type { WishedField } from '../schema/wished-field.ts'
import { isDayLike } from './day-like.ts'
import { rangeParts } from './ranges.ts'

type Meant = Pick<WishedField, 'name' | 'naming' | 'wish'>

const LONGEST_PHONE = 60
const LONGEST_LOOKED_AT = 300
/** A value into which the label of the next one has run. */
const RUN_ON = /[.;]\s+\p{Lu}[\p{L} -]{2,30}:\s/u

/**
 * What of a text can be the value of a field by what the field is: the last of a range for an end, the name alone for
 * somebody. Undefined where nothing can: a date is nobody's telephone number, and nobody is called by a number.
 */
export function plausibleText(text: string, field: Meant): string | undefined {
  if (/^[>»›]/.test(text)) return undefined
  const { naming, wish } = field
  if (wish.type !== 'boolean' && !/[\p{L}\p{N}\p{S}]/u.test(text)) return undefined
  if (text.length > LONGEST_LOOKED_AT) return text
  if (naming.means('maximum', 'end')) return rangeParts(text).at(-1)?.text ?? text
  if (wish.type !== 'string' || wish.format !== undefined || wish.enum !== undefined) return text
  if (naming.means('phone', 'fax')) return isPhone(text) ? text : phoneIn(text)
  if (isSomebody(field)) return somebodyIn(unbracketed(text))
  const next = RUN_ON.exec(text)
  return unbracketed(next ? text.slice(0, next.index) : text)
}

/** What stands in brackets as a whole stands so beside something else. */
function unbracketed(text: string): string {
  return /^\(([^()]+)\)$/.exec(text)?.[1] ?? text
}

function isPhone(text: string): boolean {
  const digits = text.replaceAll(/\D/g, '').length
  return text.length <= LONGEST_PHONE && digits >= 3 && digits <= 20 && !isDayLike(text)
}

/** The only number of a telephone in a sentence. */
function phoneIn(text: string): string | undefined {
  const found = [...text.matchAll(PHONE)].filter(([one]) => isPhone(one))
  return found.length === 1 ? found[0]![0] : undefined
}

const PHONE = /(?<![\d.,-])(?:\+|\(?0|\(\d)[\d\s()/.-]{5,20}\d(?![\d-])/g

function somebodyIn(text: string): string | undefined {
  const next = RUN_ON.exec(text)
  const own = (next ? text.slice(0, next.index) : text).replace(BY, '').replace(AFTER_MARK, '')
  if (isSentence(own) && namesIn(own).length === 0) return undefined
  if (!/\d|@/.test(own) || /^[\p{L}_][\w.-]{2,30}$/u.test(own)) return own
  const first = namesIn(own).find(({ at }) => at === 0)
  return first && /^\s*[,(;–—]/u.test(own.slice(first.end)) ? first.name : undefined
}

/** What stands before the name of who made something. */
const BY = /^(?:written by|posted by|by|von|par|por|door)\s+(?=\p{Lu})/iu

/** What a mark parts from a name: `Ann »`, `Ann » 3 May`. */
const AFTER_MARK = /\s+[»›•|](?:\s.*)?$/u

/** Many words that end like a sentence; nobody is called so. */
function isSentence(text: string): boolean {
  return /\s\S+\s\S+\s\S+[.!?…]$/.test(text)
}

const known = new WeakMap<object, boolean>()

/** Whether a field is a person, and not something that is said of one. */
export function isSomebody({ name, naming }: Meant): boolean {
  let answer = known.get(naming)
  if (answer === undefined) {
    const isSaid = !naming.isTitle() && !naming.isJust('contact') && !naming.means(...NOBODY)
    answer = isSaid && isPerson(new FieldWords(name))
    known.set(naming, answer)
  }
  return answer
}

/** What is said of people and is none of them. */
const NOBODY =
  'position phone fax email address url image date year age born died rating reviews price salary count quantity employees capacity hours name description'.split(
    ' ',
  )
