import { durationIn, factsInProse, kindOfValue, phonesIn, valuesIn } from '../../extract/extract.ts'
import type { WishedField } from '../../extract/extract.ts'
import type { Fact } from '../gathered/fact.ts'
import { wordsOf } from './words.ts'

const DATE =
  /^(?:\p{L}+,? )?(?:\d{4}-\d\d-\d\d(?:T.*)?|\d{1,2}[./]\d{1,2}[./]\d{2,4}|\d{1,2}(?:\.|st|nd|rd|th|er)?\s+(?:de\s+)?\p{L}{3,10}\.?\s+(?:de\s+)?\d{4}|\p{L}{3,10}\.?\s+\d{1,2}(?:st|nd|rd|th)?,?\s+\d{4})(?:\s.{0,12})?$/u

/** A value into which the label of the next one has run. */
const RUN_ON = /[.;]\s+\p{Lu}[\p{L} -]{2,30}:\s/u

const EMAIL = /[\w.+-]+(?:@|\s?[([{]\s?(?:at|ät|arroba|chez)\s?[)\]}]\s?)[\w-]+(?:\.[\w-]+)+/g
/** How a page says that there is no value. */
const NOTHING =
  /^(?:[\s–—\-.…*/]*|n\s?\/\s?a|k\.\s?a\.|tb[ad]|not (?:given|stated|specified|available)|keine angabe|non (?:renseigné|précisé|disponible)e?|no (?:consta|disponible|indicado)|non (?:indicato|disponibile)|onbekend)$/iu
/** Where something has to be given there is nothing that it would be otherwise. */
const DEFAULT = /default|défaut|vorgabe|predefinit|predeterminad/iu
const NEEDED =
  /^\W*(?:required|mandatory|optional|pflicht|pflichtfeld|erforderlich|obligatoire|requis|facultatif|obligatorio|requerido|opcional|obbligatorio|opzionale|verplicht|optioneel)\W*$/iu
/** From how many words on a text says more than a value. */
const SENTENCE = 6
const SHORT_SENTENCE = 4
const MOST_SHORT_DIGITS = 6

type Meant = Pick<WishedField, 'name' | 'naming' | 'wish'>

/** What of a value can be what a field is called, whatever it was read for: a date is nobody's phone number. */
export function plausible(field: Meant, fact: Fact): Fact | undefined {
  const { naming, wish } = field
  const { value, evidence } = fact
  if (typeof value === 'boolean') return fact
  const text = String(value).trim()
  const kept = (is: boolean) => (is ? fact : undefined)
  if (NOTHING.test(text)) return undefined
  if (wish.format === 'email') return only(fact, text.includes('@') ? (text.match(EMAIL) ?? []) : [text])
  if (naming.means('email')) return only(fact, text.match(EMAIL) ?? [])
  const isText = wish.type === 'string' && wish.format === undefined && wish.enum === undefined
  if (naming.means('phone', 'fax') && isText) return asPhone(fact, text)
  if (isText && (isOwnName(field, text) || (DEFAULT.test(field.name) && NEEDED.test(text)))) return undefined
  if (isText && COUNTED.has(kindOfValue(field)) && !/\p{N}/u.test(text) && !UNCOUNTED.test(text))
    return undefined
  if (isText && kindOfValue(field) === 'date' && !isDated(text)) return undefined
  if (isText && kindOfValue(field) === 'clock') return atClock(field, fact, text)
  if (isText && text.split(/\s+/).length >= (/[.!]$/.test(text) ? SHORT_SENTENCE : SENTENCE)) {
    const narrowed = fromSentence(field, fact, text)
    if (narrowed) return narrowed
  }
  if (typeof value === 'number' && kindOfValue(field) === 'duration') return counted(field, fact)
  if (naming.means('date', 'published', 'updated', 'deadline', 'time', 'period', 'year')) return fact
  if (isText) return kept(!DATE.test(text) && !RUN_ON.test(text))
  if (typeof value === 'number') return kept(!DATE.test(evidence.text.trim()) || naming.means('day', 'age'))
  return fact
}

/** Whether a text names a day, a month or a year, or says that it does not. */
function isDated(text: string): boolean {
  return /(?:1[5-9]|20)\d\d|\d{1,2}\s?[./-]\s?\d{1,2}|\d{1,2}\p{L}{0,2}\.?\s(?:de\s)?\p{L}{3}|\p{L}{3,}\.?\s\d{1,2}(?!\d)|^\P{N}*$/u.test(
    text,
  )
}

/** Kinds of which every value has a number, or a word that stands for one. */
const COUNTED: ReadonlySet<string> = new Set(['duration', 'percent', 'money'])
const UNCOUNTED =
  /(?<!\p{L})(?:free|none|no|included|lifetime|unlimited|request|daily|always|closed|appointment|weekend\p{L}*|half|an?|one|two|three|four|five|six|\p{L}*days?|weeks?|months?|years?|hours?|kostenlos|gratis|frei|inklusive|inbegriffen|lebenslang|anfrage|vereinbarung|täglich|geschlossen|\p{L}*tags?|jahre?|gratuit\p{L}*|inclus\p{L}*|demande|rendez-vous|fermé|ans?|mois|jours?|incluid\p{L}*|consultar|cerrado|años?|meses|incluso|richiesta|chiuso|ann[io]|mesi|giorni|inbegrepen|aanvraag|gesloten|jaar|maanden)(?!\p{L})/iu

/** A phone number alone; a few digits without anything else may be one inside a house. */
function asPhone(fact: Fact, text: string): Fact | undefined {
  const numbers = phonesIn(text)
  if (numbers.length > 0)
    return only(
      fact,
      numbers.map((one) => one.text),
    )
  const digits = text.replaceAll(/\D/g, '').length
  const isShort = digits >= 3 && digits <= MOST_SHORT_DIGITS && /^[\p{L}. :]{0,12}[\d /-]+$/u.test(text)
  return isShort && !DATE.test(text) && !/^\d{1,2}[.:]\d\d$/.test(text) ? fact : undefined
}

/** The words of a field are no value of it: `Pastry chef` is not who that is. */
function isOwnName({ name, naming }: Meant, text: string): boolean {
  const own = wordsOf(name.replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2'))
  const said = wordsOf(text)
  if (said.length === 0 || own.length < 2 || naming.isTitle()) return false
  return said.length === own.length && said.every((word) => own.includes(word))
}

/** The time of day in what is written with a date. */
function atClock(field: Meant, fact: Fact, text: string): Fact {
  const times = valuesIn(text, field)
  const time = field.naming.means('end') ? times.at(-1) : times[0]
  const machine = /T(\d\d:\d\d)/.exec(text)?.[1]
  const value = time ?? machine
  return value === undefined ? fact : { ...fact, value }
}

/** `2 h 20 min` in the unit that the field is to be in. */
function counted(field: Meant, fact: Fact): Fact {
  const size = durationIn(fact.evidence.text, field)
  const isWhole = size !== undefined && (field.wish.type === 'number' || Number.isInteger(size))
  return isWhole ? { ...fact, value: size } : fact
}

/** Fields that sentences are the values of. */
const WORDY =
  'description instructions answer question comments benefits requirements status condition address position'.split(
    ' ',
  )

/** The value that a sentence says, where the whole of it was taken. */
function fromSentence(field: Meant, fact: Fact, text: string): Fact | undefined {
  if (!/[.!?](?:\s|$)|\s(?:is|are|ist|sind|est|sont|es|son|è|sono)\s/u.test(text)) return undefined
  if (field.naming.isTitle() || field.naming.means(...WORDY)) return undefined
  if (kindOfValue(field) === 'hours') return only(fact, valuesIn(text, field).slice(0, 1))
  const [found] = factsInProse(text, [{ ...field, isMany: false }])
  const [value] = found?.values ?? []
  return typeof value === 'string' && value.length < text.length ? { ...fact, value } : undefined
}

/** The one thing in a text that can be meant. */
function only(fact: Fact, found: readonly string[]): Fact | undefined {
  const [first, ...others] = new Set(found.map((one) => one.trim()))
  return first === undefined || others.length > 0 ? undefined : { ...fact, value: first }
}
