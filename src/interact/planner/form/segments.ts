import { readLimits } from '../range/read-limits.ts'
import type { Control } from './controls.ts'
import { labelIn, stemsOf } from './labels.ts'
import { dateIn, MAIL, readValues } from './said-values.ts'
import { formWordsOf } from './small-words.ts'
import type { FormWords } from './small-words.ts'

/** A part of a sentence that may be about one control. */
export interface Part {
  text: string
  /** The small word that leads it in. */
  lead: string
  /** Without that word and without a verb. */
  rest: string
  /** The small words of the tongue it is in. */
  words: FormWords
  /** The whole it was cut from, and where it ends there. */
  source?: string
  end?: number
  /** It stood right after a postcode. */
  after?: 'code'
}

/** What stays whole: quotations, dates, addresses of mail, figures with their marks and blanks. */
const WHOLE = [
  /["“„«‹][^"“”»›„«‹]*["“”»›]/g,
  new RegExp(MAIL, 'gi'),
  /\d[.,]\d/g,
  /\b\p{L}{1,3}\.(?=\s+[\p{Lu}\d])/gu,
  /\b[A-Z]{2}\d{2}(?:\s?[A-Z0-9]{4}){3,7}(?:\s?[A-Z0-9]{1,3})?\b/g,
]

/** No sentence says more of them. */
const MOST_DATES = 30

/**
 * The parts of a sentence that each may be about one control. Quotations, dates and the names that controls have stay
 * whole; a part that only names a control is joined to the one that says its value.
 */
export function segmentsOf(text: string, controls: readonly Control[] = []): Part[] {
  const words = formWordsOf(text)
  let masked = text
  for (const pattern of WHOLE) masked = masked.replace(pattern, hide)
  let date = dateIn(masked)
  for (let count = 0; date && count < MOST_DATES; count += 1, date = dateIn(masked))
    masked = masked.replace(date, hide)
  const limits = limitsIn(masked)
  if (limits) masked = masked.replace(limits, hide)
  for (const name of namesIn(masked, controls)) masked = masked.replace(name, hide)
  const parts: Part[] = []
  for (let from = 0; from <= masked.length;) {
    const cut = words.cuts.exec(masked.slice(from))
    const to = cut ? from + cut.index : masked.length
    const said = text.slice(from, to).trim()
    if (said !== '') parts.push({ ...toPart(said, words, isLabelled(said, controls)), source: text, end: to })
    from = to + (cut ? Math.max(1, cut[0].length) : 1)
  }
  return joinNames(
    parts.filter((part) => part.rest !== ''),
    controls,
  )
}

/** `700 and 1100` of `between 700 and 1100`, `rent to 1000` of `the maximum rent to 1000`. */
function limitsIn(text: string): string | undefined {
  const said = readLimits(text)?.text
  const [, ...rest] = said?.split(' ') ?? []
  return rest.length > 1 ? rest.join(' ') : undefined
}

/** A stretch that is not cut and not read; as long as what it stands for. */
function hide(whole: string): string {
  return '\ue000'.repeat(whole.length)
}

/** A part as it is read: without what leads it in and the verbs of filling in. */
export function toPart(text: string, words: FormWords, isNamed = false): Part {
  let rest = text
    .replace(/[.!?]+$/, '')
    .replaceAll(/^[\s(]+|[\s)]+$/g, '')
    .replace(PARTICLE, '')
  for (let before = isNamed ? rest : ''; before !== rest;) {
    before = rest
    rest = rest.replace(words.openers, '')
  }
  const lead = words.lead.exec(`${rest} `)
  return {
    text,
    lead: lead?.[1]?.toLowerCase() ?? '',
    rest: rest.slice(lead?.[0].length ?? 0).trim(),
    words,
  }
}

/** Whether a text begins with the name of a control, so that its first word is no verb: `order number 20991`. */
function isLabelled(text: string, controls: readonly Control[]): boolean {
  const stems = stemsOf(text)
  return controls.some(
    ({ kind, labels }) =>
      kind !== 'choice' &&
      labels.names.some((name) => name.length > 1 && name.every((stem, index) => stems[index] === stem)),
  )
}

/** What a verb leaves at the end of a sentence: `melde sie an`. */
const PARTICLE = /(?<=\s\S{1,80})\s+(?:an|ein|aus|ab|hinzu|auf|zu|toe|in)$/u

/** The names of controls that stand in a text and have several words. */
function namesIn(text: string, controls: readonly Control[]): RegExp[] {
  const names = controls.flatMap(({ element }) => [
    element.name,
    element.name.replace(/[\s*:?]+$/, ''),
    element.placeholder ?? '',
    ...(element.options ?? []).slice(0, 300).map((option) => option.label),
    element.text.length < 60 ? element.text : '',
  ])
  const low = text.toLowerCase()
  const found = new Set(names.filter((name) => /\s/.test(name) && low.includes(name.toLowerCase())))
  return [...found]
    .sort((a, b) => b.length - a.length)
    .map((name) => new RegExp(name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'gi'))
}

/** `5 stars` and `for breakfast`, `the amount` and `to 500`: the name of a control and its value are one part. */
function joinNames(parts: readonly Part[], controls: readonly Control[]): Part[] {
  const joined: Part[] = []
  for (let at = 0; at < parts.length; at++) {
    const [part, next, before] = [parts[at]!, parts[at + 1], joined.at(-1)]
    if (!isName(part, controls)) joined.push(part)
    else if (next && TO_VALUE.test(next.lead) && !isName(next, controls)) {
      joined.push(together(part, next))
      at++
    } else if (before && AS_NAME.test(part.lead) && !namesOne(before, controls))
      joined[joined.length - 1] = together(before, part)
    else joined.push(part)
  }
  return joined
}

const TO_VALUE = /^(to|as|at|with|auf|mit|als|à|sur|avec|a|en|con|su|op|met|para|com)$/
const AS_NAME =
  /^(as|into|in|for|on|under|to|als|für|unter|bei|in|ins|zu|comme|pour|dans|como|para|en|come|per|voor|aan|als|em)$/

function together(first: Part, second: Part): Part {
  return {
    ...first,
    text: `${first.text} ${second.text}`,
    rest: `${first.rest} ${second.rest}`,
    ...(second.end === undefined ? {} : { end: second.end }),
  }
}

const SMALL = /^(the|a|an|my|your|field|box|is|of|rating|stars?)$/

/** Whether a part says the name of a field and nothing else. */
function isName({ rest, words }: Part, controls: readonly Control[]): boolean {
  if (Object.keys(readValues(rest)).length > 0) return false
  const stems = stemsOf(rest).filter((stem) => !SMALL.test(stem) && !words.empty.has(stem))
  if (stems.length === 0) return false
  return controls.some(({ kind, labels, group }) => {
    const label = labelIn(stems, kind === 'choice' ? group : labels)
    return label !== undefined && label.length >= stems.length
  })
}

function namesOne({ rest }: Part, controls: readonly Control[]): boolean {
  const stems = stemsOf(rest)
  return controls.some(({ kind, labels, element }) => {
    if (kind === 'choice') return false
    const label = labelIn(stems, labels)
    return label !== undefined && label.worth > 0.63 && element.role !== 'button'
  })
}
