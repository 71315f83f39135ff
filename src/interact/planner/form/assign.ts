import type { ViewElement } from '../../../browser/browser.ts'
import { similarity, wordsOf } from '../match/words.ts'
import { bestOption } from '../widgets/native-select.ts'
import { readTime } from '../widgets/date/read-date.ts'
import { isDateLike } from './controls.ts'
import type { Control } from './controls.ts'
import { labelIn, runIn, stemsOf } from './labels.ts'
import { readValues } from './said-values.ts'
import type { SaidValues } from './said-values.ts'
import type { Part } from './segments.ts'

/** What a part of a sentence puts into a control. */
export interface Assignment {
  control: Control
  part: Part
  /** For a field what is put into it, for a choice whether it is on. */
  value: string | boolean
  score: number
}

/** The best use of each part: every control takes one, every part goes to one. */
export function assignAll(parts: readonly Part[], controls: readonly Control[]): Assignment[] {
  const possible = parts
    .flatMap((part) => controls.map((control) => assign(part, control)))
    .filter((found) => found !== undefined)
    .sort((a, b) => b.score - a.score)
  const chosen: Assignment[] = []
  const used = new Set<Part | ViewElement>()
  for (const found of possible) {
    const elements = [found.control.element, ...found.control.parts]
    if (used.has(found.part) || elements.some((element) => used.has(element))) continue
    for (const one of [found.part, ...elements]) used.add(one)
    chosen.push(found)
  }
  return [...chosen, ...quantity(parts, controls, chosen)]
}

const AMOUNT = {
  names: [['quantity'], ['qty'], ['quantiti'], ['menge'], ['amount'], ['how', 'many']],
  others: [],
  words: [],
}

/** `2 red mugs`: what counts a thing whose kind is chosen elsewhere says how many of it. */
function quantity(
  parts: readonly Part[],
  controls: readonly Control[],
  chosen: readonly Assignment[],
): Assignment[] {
  const part = parts.find(
    (one) =>
      readValues(one.rest).count &&
      !chosen.some((found) => found.part === one && found.control.kind !== 'choice'),
  )
  const count = part && readValues(part.rest).count
  const control = controls.find(
    (one) =>
      one.kind !== 'choice' &&
      labelIn(one.labels.names[0] ?? [], AMOUNT) &&
      !chosen.some((found) => found.control === one),
  )
  return part && count && control ? [{ control, part, value: String(count.number), score: 0.6 }] : []
}

function assign(part: Part, control: Control): Assignment | undefined {
  const said = readValues(part.rest)
  const found =
    control.kind === 'choice'
      ? choiceIn(part, said, control)
      : control.kind === 'field' || control.kind === 'opener'
        ? fieldIn(part, said, control)
        : compoundIn(part, said, control)
  return found && { control, part, ...found }
}

type Fit = { value: string | boolean; score: number } | undefined

/** Words that say that something is not wanted. */
export const NEGATION = /\b(no|not|don't|do not|without|except|remove|disable|off|uncheck|untick)\b/i
const EMPTY =
  /^(the|a|an|with|for|in|of|my|please|option|plan|and|only|that|are|is|delivery|shipping|slot|tick|check|do|size|me|without|no|not|don't|want)$/

function choiceIn(part: Part, said: SaidValues, { element, labels, group }: Control): Fit {
  const time = said.time && readTime(said.time)
  if (time) return readTime(element.name || element.text) === time ? { value: true, score: 0.9 } : undefined
  if (said.mail || said.card) return undefined
  const stems = stemsOf(part.rest)
  const telling = stems.filter((stem) => !EMPTY.test(stem))
  const inGroup = labelIn(stems, group)
  const value = !NEGATION.test(part.text)
  for (const name of [...labels.names, ...labels.others]) {
    const at = runIn(stems, name)
    if (at === -1 || (name.join('').length < 3 && !inGroup && stems.length > 1)) continue
    const besides = inGroup ? 0.2 * inGroup.worth : 0
    return {
      value,
      score: Math.min(0.99, 0.6 + 0.3 * Math.min(1, name.length / Math.max(1, telling.length)) + besides),
    }
  }
  const likeness = Math.max(similarity(part.rest, element.name), similarity(telling.join(' '), element.name))
  return likeness >= 0.68 ? { value, score: likeness } : undefined
}

function compoundIn(part: Part, said: SaidValues, { kind, labels }: Control): Fit {
  const label = labelIn(stemsOf(part.text), labels)
  if (kind === 'dateParts')
    return said.date ? { value: said.date, score: 0.75 + (label ? 0.15 : 0) } : undefined
  if (kind === 'nameParts') {
    const name = label ? restOf(part, label) : /^(as|named)$/.test(part.lead) ? part.rest : undefined
    return name && /^\p{Lu}\S*(\s+\S+)+$/u.test(name) ? { value: name, score: label ? 0.8 : 0.7 } : undefined
  }
  const number = said.count?.number ?? numberIn(part.rest)
  if (number === undefined || said.date || said.time || !label) return undefined
  return { value: String(number), score: 0.2 + label.worth }
}

function numberIn(text: string): number | undefined {
  const found = /(?:^|\s)(\d{1,6})(?:\s|$)/.exec(text)?.[1]
  return found === undefined ? undefined : Number(found)
}

function fieldIn(part: Part, said: SaidValues, control: Control): Fit {
  const { element, labels } = control
  const stems = stemsOf(part.rest)
  const led = part.lead === '' ? stems : [...stemsOf(part.lead), ...stems]
  const label = labelIn(led, labels)
  const maker = part.lead.endsWith(' by') ? part.lead.slice(0, 5) : undefined
  if (
    maker &&
    labels.words
      .concat(labels.names)
      .flat()
      .some((stem) => stem.startsWith(maker))
  )
    return { value: said.quoted ?? part.rest, score: 0.75 }
  const limit = limitIn(part, control)
  if (limit !== undefined) return limit === '' ? undefined : { value: limit, score: 0.8 }
  const typed = typedIn(said, element, control)
  if (typed) return { value: typed, score: 0.72 + (label ? 0.15 : 0) + leaning(part.lead, element) }
  if (typed === null) return undefined
  const option = element.options ? optionIn(part, element) : undefined
  if (option) return { value: option, score: label ? 0.9 : 0.78 }
  if (control.kind === 'opener') return openerIn(said, control, label !== undefined)
  if (!label) return placeIn(part, said, element) ?? rangeIn(part, element)
  const rest =
    said.quoted ?? restOf(part, { at: label.at - (led.length - stems.length), length: label.length })
  if (rest === undefined || (element.options && !bestOption(element, rest))) return undefined
  if (element.type === 'number' && !/\d/.test(rest)) return undefined
  return { value: rest, score: label.worth }
}

const AT_MOST = /^(up to|at most|no more than|less than|below|under)$/
const AT_LEAST = /^(at least|more than|above|over)$/

/** `up to 70 dollars`: the number for the field that is called the most; empty for a field that is not. */
function limitIn({ lead, rest }: Part, { element, labels }: Control): string | undefined {
  const number = /\d[\d.,]*/.exec(rest)?.[0]
  const [most, least] = [AT_MOST.test(lead), AT_LEAST.test(lead)]
  if (number === undefined || (!most && !least) || !element.editable || element.options) return undefined
  const about = [element.name, ...labels.names.map((name) => name.join(' '))].join(' ')
  const fits = most ? /\bmax|\bup to\b|\bto\b|\bmost\b/i.test(about) : /\bmin|\bfrom\b|\bleast\b/i.test(about)
  return fits ? number : ''
}

/** A value that only a field of its type takes; null where such a field does not take this one. */
function typedIn(said: SaidValues, element: ViewElement, { kind }: Control): string | null | undefined {
  const about = `${element.type ?? ''} ${element.name} ${element.hints} ${element.placeholder ?? ''}`
  const text = element.editable && /^(text|search|tel|number|email|password|)$/.test(element.type ?? '')
  if (said.mail)
    return /mail/i.test(about) ? said.mail : text && element.type !== 'password' ? undefined : null
  if (said.card)
    return /card|\bcc/i.test(about) && !/name|holder|owner|exp|cvc|cvv|code/i.test(about) ? said.card : null
  if (said.expiry) return /exp|\bmm\s*\/\s*yy|valid/i.test(about) ? said.expiry : text ? undefined : null
  if (said.date) return takesDate(element, kind) ? said.date : text || element.options ? undefined : null
  if (isDateLike(element) && element.type === 'date') return null
  const time = said.time && readTime(said.time)
  if (!time) return element.type === 'time' ? null : undefined
  if (element.type === 'time' || (text && /time|hour/i.test(about))) return said.time
  return (
    element.options?.find((option) => readTime(option.label) === time)?.label ?? (text ? undefined : null)
  )
}

function takesDate(element: ViewElement, kind: Control['kind']): boolean {
  if (isDateLike(element)) return true
  return (
    (kind === 'opener' || (!element.editable && !element.options)) &&
    /date|day|check|calendar|when/i.test(`${element.name} ${element.text} ${element.hints}`.slice(0, 200))
  )
}

const FROM = /\bfrom\b|check-? ?in|start|begin|depart|outbound|pick-? ?up|arriv/i
const TO = /\bto\b|check-? ?out|\bend|return|until|drop-? ?off|leav/i

/** Of two dates the first begins and the second ends. */
function leaning(lead: string, { name, hints }: ViewElement): number {
  const about = `${name} ${hints}`
  if (/^(from|starting|departing|arriving)$/.test(lead))
    return FROM.test(about) ? 0.08 : TO.test(about) ? -0.1 : 0
  if (/^(to|until|returning)$/.test(lead)) return TO.test(about) ? 0.08 : FROM.test(about) ? -0.1 : 0
  return 0
}

function optionIn(part: Part, element: ViewElement): string | undefined {
  const stems = stemsOf(part.rest)
  const options = (element.options ?? []).filter((option) => {
    const name = stemsOf(option.label)
    return !option.disabled && option.value !== '' && name.length > 0 && runIn(stems, name) !== -1
  })
  const longest = options.toSorted((a, b) => b.label.length - a.label.length)[0]
  return longest && (longest.label.length > 2 || stems.length <= 1) ? longest.label : undefined
}

/** A list that opens on a click and says how many now: `1 passenger`. */
function openerIn(said: SaidValues, { element }: Control, labelled: boolean): Fit {
  if (!said.count) return undefined
  const noun = stemsOf(said.count.noun)[0] ?? ''
  const counts = stemsOf(element.text).includes(noun) && /\d/.test(element.text)
  return counts || labelled ? { value: `${said.count.number} ${said.count.noun}`, score: 0.8 } : undefined
}

const WHERE = /\b(where|city|town|location|place|destination|postcode|zip|area|ort|ville|stadt)\b/i

/** `in Lyon`, `near Lyon`: where a form asks for a place. */
function placeIn(part: Part, said: SaidValues, element: ViewElement): Fit {
  if (!/^(in|at|near|to)$/.test(part.lead) || Object.keys(said).length > 0 || !element.editable)
    return undefined
  if (!/^\p{Lu}/u.test(part.rest)) return undefined
  return WHERE.test(`${element.name} ${element.placeholder ?? ''}`)
    ? { value: part.rest, score: 0.6 }
    : undefined
}

/** A bare number goes where a range has it: between what a slider or a number field takes. */
function rangeIn({ rest }: Part, { type, role, min, max }: ViewElement): Fit {
  const number = /^[$€£]?\s?\d[\d.,]*$/.test(rest) ? Number(rest.replace(/[$€£,\s]/g, '')) : Number.NaN
  if (!/^(range|number)$/.test(type ?? '') && role !== 'slider') return undefined
  if (min === undefined || max === undefined || !(number >= Number(min) && number <= Number(max)))
    return undefined
  return { value: String(number), score: 0.5 }
}

const CONNECTORS =
  /^(?:\s*(?:is|to|=|:|as|of|should be|be|set to|with|the|a|an|in|by|from|for|at|on|within|under)\b|\s*[:=])+\s*/i
const NO_VALUE =
  /^(the|a|an|with|for|in|of|from|to|by|on|at|my|is|set|enter|put|give|add|change|field|box|number|code)$/

/** What is left of a part when the label is taken out: after it, else before it. */
function restOf({ rest }: Part, { at, length }: { at: number; length: number }): string | undefined {
  const quoted = /["“]([^"”]*)["”]/.exec(rest)?.[1]
  if (quoted !== undefined) return quoted
  const words = wordsOf(rest)
  const after = afterWords(rest, words, Math.max(0, at + length))
    .replace(CONNECTORS, '')
    .trim()
  if (after !== '' && !NO_VALUE.test(after.toLowerCase())) return after
  const before = words.slice(0, Math.max(0, at)).filter((word) => !NO_VALUE.test(word))
  return before.length === 0 ? undefined : asWritten(rest, before)
}

function asWritten(text: string, words: readonly string[]): string {
  return words
    .map((word) => new RegExp(word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'i').exec(text)?.[0] ?? word)
    .join(' ')
}

/** The text behind the first words of it, as it was written. */
function afterWords(text: string, words: readonly string[], count: number): string {
  let rest = text
  for (const word of words.slice(0, count)) {
    const at = rest.toLowerCase().indexOf(word)
    rest = at === -1 ? rest : rest.slice(at + word.length)
  }
  return rest.replace(/^[^\p{L}\p{N}"“([+#@]+/u, '')
}
