import type { Control } from './controls.ts'
import { labelIn, stemsOf } from './labels.ts'
import { dateIn, readValues } from './said-values.ts'

const LEADS =
  'up to|at most|at least|no more than|less than|more than|below|above|with|from|(?<!up\\s)to|on|at(?! (?:most|least))|for|in|into|within|until|as|under|between|named|over|arriving|departing|returning|born|starting'
const DONE_BY = '\\p{L}{3,}(?:ed|en)\\s+by'
const CUTS = new RegExp(
  `\\s*[,;]\\s*(?:and\\s+)?|\\s+and\\s+|\\s+(?=(?:${DONE_BY}|(?<!(?:ed|en)\\s)by|${LEADS}):?\\s)`,
  'iu',
)
const LEAD = new RegExp(`^(${DONE_BY}|by|${LEADS}):?\\s+(?:at\\s+|on\\s+|in\\s+|from\\s+)?`, 'iu')
const VERBS =
  /^(?:please|and|then|do|also|i'd like to|i want to|sign up|sign in|log in|register|fill (?:in|out)|book|reserve|order|pay|buy|find|search for|search|check|look for|get|show|set|enter|type|write|put|add|choose|select|pick|give|rate|apply|create|make|send|request|subscribe|tick|mark|turn on|enable)\s+(?:me\s+|us\s+)?/i

/** A part of a sentence that may be about one control. */
export interface Part {
  text: string
  /** The small word that leads it in. */
  lead: string
  /** Without that word and without a verb. */
  rest: string
}

/**
 * The parts of a sentence that each may be about one control. Quotations, dates and the names that controls have stay
 * whole; a part that only names a control is joined to the one that says its value.
 */
export function segmentsOf(text: string, controls: readonly Control[] = []): Part[] {
  const kept: string[] = []
  const keep = (whole: string) => `\ue000${kept.push(whole) - 1}\ue001`
  let masked = text.replace(/["“«][^"“”»]*["”»]/g, keep)
  for (let date = dateIn(masked); date; date = dateIn(masked)) masked = masked.replace(date, keep(date))
  masked = masked.replace(/\d,\d{3}\b/g, keep)
  for (const name of namesIn(masked, controls)) masked = masked.replace(name, keep)
  const parts = masked.split(CUTS).map((part) => toPart(unmask(part.trim(), kept)))
  return joinNames(
    parts.filter((part) => part.rest !== ''),
    controls,
  )
}

function unmask(text: string, kept: readonly string[]): string {
  let plain = text
  while (plain.includes('\ue000'))
    plain = plain.replace(/\ue000(\d+)\ue001/g, (_whole, at: string) => kept[Number(at)] ?? '')
  return plain
}

function toPart(text: string): Part {
  let rest = text.replace(/[.!?]+$/, '')
  for (let before = ''; before !== rest;) {
    before = rest
    rest = rest.replace(VERBS, '')
  }
  const lead = LEAD.exec(rest)
  return { text, lead: lead?.[1]?.toLowerCase() ?? '', rest: rest.slice(lead?.[0].length ?? 0).trim() }
}

/** The names of controls that stand in a text and have several words. */
function namesIn(text: string, controls: readonly Control[]): RegExp[] {
  const names = controls.flatMap(({ element }) => [
    element.name,
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
    else if (next && /^(to|as|at|with)$/.test(next.lead) && !isName(next, controls)) {
      joined.push({ ...part, text: `${part.text} ${next.text}`, rest: `${part.rest} ${next.rest}` })
      at++
    } else if (before && /^(as|into|in|for|on|under|to)$/.test(part.lead) && !namesOne(before, controls))
      joined[joined.length - 1] = {
        ...before,
        text: `${before.text} ${part.text}`,
        rest: `${before.rest} ${part.rest}`,
      }
    else joined.push(part)
  }
  return joined
}

const SMALL = /^(the|a|an|my|your|field|box|is|of|rating|stars?)$/

/** Whether a part says the name of a field and nothing else. */
function isName({ rest }: Part, controls: readonly Control[]): boolean {
  if (Object.keys(readValues(rest)).length > 0) return false
  const stems = stemsOf(rest).filter((stem) => !SMALL.test(stem))
  return controls.some(({ kind, labels }) => {
    const label = kind === 'choice' ? undefined : labelIn(stems, labels)
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
