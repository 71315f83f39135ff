import type { Finding } from '../findings/cues.ts'
import { unitIn } from '../../language/units.ts'
import { readMoney } from '../../language/money.ts'
import { looksOf, LOOKS } from './looks.ts'
import { relationsIn } from './relations.ts'
import type { RelationMatch } from './relations.ts'
import { wordsOfName } from '../../language/words.ts'
import { ancestorsOf } from '../findings/element-profile.ts'
import { memoizePerObject } from '../../language/memoize.ts'
import type { Wanted } from './field.ts'
import { phonesIn } from '../../language/phones.ts'
import { isYearOf } from './read-value.ts'

// What takes a while to read from a finding and is the same for all fields is read on first use, and once.

export const looksIn = memoizePerObject(({ text }: Finding) => looksOf(text))
const formIn = memoizePerObject(({ text }: Finding) => formOf(text))
export const hasCurrency = memoizePerObject(({ text }: Finding) => readMoney(text)?.currency !== undefined)
export const unitOf = memoizePerObject(({ text }: Finding) => unitIn(text))

export const isOld = memoizePerObject(
  ({ element, cues }: Finding) =>
    ancestorsOf(element, 3).some(({ name }) => OLD_ELEMENTS.has(name)) ||
    OLD_WORDS.test(cues.tight) ||
    OLD_WORDS.test(cues.lead.split(' ').slice(-3).join(' ')) ||
    OLD_WORDS.test(`${cues.row} ${cues.inText} ${cues.colon}`),
)

export const isAfterAgentCue = memoizePerObject(({ cues: { before, lead } }: Finding) =>
  [before, lead].some((text) => text.length < 60 && AGENT_CUE.test(text)),
)

export const besideOf = memoizePerObject(({ cues: { lead, tail } }: Finding) => plain(`${lead} # ${tail}`))

export const labelsOf = memoizePerObject(({ cues }: Finding) =>
  plain(`${LABELS.map((cue) => cues[cue]).join(' | ')} # `),
)

export const nearbyOf = memoizePerObject(({ cues: { lead, tail } }: Finding) => [
  ...nearWords(lead.match(TOKENS)?.toReversed() ?? []),
  ...nearWords(tail.match(TOKENS) ?? []),
])

export const relationsNearby = memoizePerObject(({ cues: { lead, tail } }: Finding) => {
  const before = wordsIn(lead).slice(-MOST_RELATED_WORDS)
  const after = wordsIn(tail).slice(0, MOST_RELATED_WORDS)
  return [...relationsAround(before, before.slice(-3)), ...relationsAround(after, after.slice(0, 3))]
})

export const relationsInText = memoizePerObject(({ text }: Finding) =>
  relationsIn(wordsOfName(text.slice(0, LONGEST_RELATED))),
)

export const relationsInLine = memoizePerObject(({ cues: { lead, tail, tight, hint } }: Finding) =>
  relationsIn(wordsOfName(`${lead} ${tail} ${tight} ${hint}`)),
)

function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/\p{L}{2,}/gu) ?? []
}

function relationsAround(words: readonly string[], nearest: readonly string[]): RelationMatch[] {
  return [
    ...relationsIn(words).map(({ line, weight }) => ({ line, weight: weight * 0.7 })),
    ...relationsIn(nearest),
  ]
}

export interface NearWord {
  word: string
  near: number
}

const TOKENS = /\p{L}{2,}|\p{N}+|[,;:()–—|·]|[.!?](?=\s|$)/gu
const MOST_RELATED_WORDS = 8
const LONGEST_RELATED = 60
const MOST_NEARBY = 14
const PER_WORD = 0.93

function nearWords(tokens: readonly string[]): NearWord[] {
  let near = 1
  const found: NearWord[] = []
  for (const token of tokens.slice(0, MOST_NEARBY)) {
    if (/^\p{L}/u.test(token)) found.push({ word: token.toLowerCase(), near })
    else near *= /^[.!?]/.test(token) ? 0.4 : /^\p{N}/u.test(token) ? 0.85 : 0.75
    near *= PER_WORD
  }
  return found
}

const LABELS = ['inText', 'colon', 'row', 'marked', 'tile', 'before', 'after', 'heading'] as const

const OLD_ELEMENTS: ReadonlySet<string> = new Set(['del', 's', 'strike'])
const OLD_WORDS =
  /(?:^|[\s_-])(?:was|old|original|regular|compare|compare-at|rrp|msrp|uvp|strike|struck|line-through|list-price|before|previously|statt|vorher|au lieu de|antes|prima|instead of)(?:$|[\s_:.-])/i

const AGENT_CUE = /(?:^|\s)(?:by|von|par|por|di|door|av|af|przez)\s?:?$/i

export function plain(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{M}+/gu, '')
    .toLowerCase()
}

const at = (name: string) => LOOKS.findIndex((look) => look.name === name)
const MONEY = at('money')
const TIME = at('time')
const DATE = at('date')
const WEEKDAY = at('weekday')
const POSTCODE = at('postcode')
const BRITISH_POSTCODE = /^[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}$/
const NO_AMOUNT =
  /^\p{Sc}{2,}$|free|gratis|kostenlos|gratuit|includ|inklusive|compris|request|anfrage|negotia|competitive|none|n\/a/iu
const WORDLESS =
  /^(?:by|from|in|on|at|of|and|or|to|the|with|for|von|und|oder|mit|par|et|ou|de|y|por|di|e|da|il|la|le|der|die|das)$/i
const URL_ALONE = /^(?:https?:\/\/|www\.)\S+$/i
const EMAIL = /\S@\S{1,80}\.\p{L}/u
const CLOCK = /^[\d:.\s–—-]*\d[:.h]\d\d[\d:.\s–—-]*(?:[ap]\.?m\.?|uhr|h)?$/i
const HOURS =
  /^(?:hours|times?|open|opens|opening|close|closes|closing|starts?|ends?|begins?|from|until|till)$/
const DAY = /^(?:days?|tage?|jours?|d[ií]as?|giorn[oi]|dag(?:en)?)$/
const FEWEST_PHONE_DIGITS = 7
const NO_NAMES: ReadonlySet<string> = new Set(['date', 'time', 'money', 'phone', 'email', 'url'])

function isFax({ inText, colon, row, lead, before, marked }: Finding['cues']): boolean {
  const label = inText || colon || row || lead.split(' ').slice(-2).join(' ') || marked || before
  return /\bfax\b|telefax|télécopie/i.test(label) && !/phone|tel(?!efax)/i.test(label)
}

function formOf(text: string) {
  return {
    hasDigit: /\p{N}/u.test(text),
    hasLetter: /\p{L}/u.test(text),
    // `DE` is Germany and `MIT` a license.
    isWordless: WORDLESS.test(text) && !/^\p{Lu}{2,}$/u.test(text),
    isWeekday: LOOKS[WEEKDAY]!.of(text) > 0,
    isUrl: URL_ALONE.test(text),
    isClock: text.length < 40 && CLOCK.test(text),
    hasContact: text.length < 200 && (EMAIL.test(text) || hasPhone(text)),
  }
}

function hasPhone(text: string): boolean {
  return (
    /\d{2}/.test(text) &&
    phonesIn(text).some(
      ({ text: phone, end }) =>
        phone.replaceAll(/\D/g, '').length >= FEWEST_PHONE_DIGITS && !/[\p{L}\p{N}/]/u.test(text[end] ?? ''),
    )
  )
}

const MEASURES = /(?<!\p{L})(?:width|length|height|depth|weight|diameter|thickness)(?!\p{L})/giu

/** Whether its label names one measure, and the field another: a width is no length. */
function isOtherMeasure({ inText, colon, row }: Finding['cues'], { named }: Wanted): boolean {
  const asked = named.find((word) => MEASURE.test(word))
  const label = asked === undefined ? '' : inText || colon || row
  const [said, ...more] = label.match(MEASURES) ?? []
  return said !== undefined && more.length === 0 && said.toLowerCase() !== asked
}

const MEASURE = new RegExp(`^${MEASURES.source}$`, 'iu')

/** Whether a text cannot be a value of the field, by what both certainly are. */
export function isImpossible(finding: Finding, wanted: Wanted): boolean {
  const { text, kind, cues } = finding
  if (wanted.type === 'number')
    return (!wanted.mayBeYear && isYearOf(text, cues)) || isOtherMeasure(cues, wanted)
  if (wanted.type !== 'text') return false
  const { looks, titled, isAgent, kinds, wantsCurrency } = wanted
  const { hasDigit, hasLetter, isWordless, isWeekday, isUrl, isClock, hasContact } = formIn(finding)
  if (isWordless) return true
  if (looks[MONEY]! > 0.95 && !wantsCurrency && !hasDigit && !NO_AMOUNT.test(text)) return true
  if (kinds.size === 1 && kinds.has('phone')) {
    if (text.replaceAll(/\D/g, '').length < 5 || isFax(cues) !== wanted.isFax) return true
  }
  if (wanted.isNumbered && !hasDigit) return true
  if (looks[POSTCODE]! < 0.5 && kinds.has('code') && BRITISH_POSTCODE.test(text)) return true
  const isNamed =
    !kinds.has('code') && !kinds.has('number') && (titled > 0 || isAgent > 0.7 || kinds.has('name'))
  if (isNamed && (text.length < 2 || !hasLetter)) return true
  if (isNamed && titled !== 3 && ((kind !== undefined && NO_NAMES.has(kind)) || isUrl)) return true
  if (isNamed && titled % 2 === 0 && hasContact) return true
  const isHours = wanted.named.some((word) => HOURS.test(word))
  if (isWeekday) return isHours || Math.max(looks[WEEKDAY]!, looks[TIME]!, looks[DATE]!) < 0.5
  return isClock && !isHours && wanted.named.some((word) => DAY.test(word))
}
