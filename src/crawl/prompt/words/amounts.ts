import { numbersByWord } from '../../../language/number-words.ts'
import type { PromptOptions } from '../prompt-options.ts'
import { wholeWords } from './lexemes.ts'

type Amounts = Pick<PromptOptions, 'delay' | 'maxDiscoveryDepth' | 'limit'>

/** `rest` is the text without the amounts, so that the "no" of "no more than ten" excludes nothing else. */
export function parseAmounts(text: string): { amounts: Amounts; rest: string } {
  const pause = takeAmount(text, DELAY_RULES)
  const depth = takeAmount(pause.rest, DEPTH_RULES)
  const count = takeAmount(depth.rest, LIMIT_RULES)
  return {
    amounts: {
      ...(pause.value !== undefined && { delay: pause.value }),
      ...(depth.value !== undefined && { maxDiscoveryDepth: depth.value }),
      ...(count.value !== undefined && { limit: count.value }),
    },
    rest: count.rest,
  }
}

type MatchGroups = Record<string, string | undefined>

interface AmountRule {
  pattern: RegExp
  value(groups: MatchGroups, before: string): number | undefined
}

function amountRules(value: AmountRule['value'], ...sources: readonly string[]): AmountRule[] {
  return sources.map((source) => ({ pattern: wholeWords(source), value }))
}

function takeAmount(text: string, rules: readonly AmountRule[]): { value?: number; rest: string } {
  for (const { pattern, value } of rules) {
    for (const found of text.matchAll(pattern)) {
      const before = text.slice(Math.max(0, found.index - 40), found.index)
      const amount = value(found.groups ?? {}, before)
      if (amount === undefined || !Number.isFinite(amount)) continue
      const after = found.groups?.['kept'] ?? ''
      return {
        value: amount,
        rest: `${text.slice(0, found.index)} ${after} ${text.slice(found.index + found[0].length)}`,
      }
    }
  }
  return { rest: text }
}

/**
 * Parses numbers as people write them: digits with thousands separators or a fraction, `2k`, and small
 * numbers in words.
 */
function parseNumber(text: string): number {
  const plain = text.toLowerCase().replace(/^(?:a|an|one|ein) (?=\p{L})/u, '')
  const named = NUMBER_WORDS.get(plain)
  if (named !== undefined) return named
  const [, digits = '', thousands] = /^(.*?) ?(k?)$/.exec(plain) ?? []
  const isGrouped = /^\d{1,3}([.,'’\u00A0\u202F]\d{3})+$/.test(digits)
  const value = Number(isGrouped ? digits.replaceAll(/\D/g, '') : digits.replace(',', '.'))
  return thousands ? value * 1000 : value
}

const NUMBER_WORDS = new Map([
  ...numbersByWord('en', 'de'),
  ...Object.entries({
    0.5: 'half|half a|half an|halbe|eine halbe',
    1: 'a|an',
    12: 'dozen|dutzend',
    25: 'twenty-five|fünfundzwanzig',
    200: 'two hundred|zweihundert',
    500: 'five hundred|fünfhundert',
    1000: 'thousand|tausend|eintausend',
  }).flatMap(([value, names]) => names.split('|').map((name) => [name, Number(value)] as const)),
])

const NUMBER_WORD_PATTERN = [...NUMBER_WORDS.keys()]
  .toSorted((one, other) => other.length - one.length)
  .join('|')

/** Pattern source for such numbers; longer alternatives come first. */
const NUMBER = `(?:\\d{1,3}(?:[.,'’\\u00A0\\u202F]\\d{3})+|\\d+(?:[.,]\\d+)?) ?k?|(?:(?:a|one|ein) )?(?:hundred|thousand|dozen|hundert|tausend|dutzend)|${NUMBER_WORD_PATTERN}`

const AT_MOST =
  "at most|at maximum|(?:a )?max(?:imum|imal)?\\.?(?: of)?|up to|no more than|not more than|no deeper than|not deeper than|no further than|don[’']t go deeper than|(?:the )?limit(?:ed)?(?: (?:it|this|the crawl|yourself|of|to|is|at|pages))* ?[:=]?|cap(?:ped)?(?: it)? (?:at|to)|stop (?:after|at)|höchstens|maximale?|bis zu|nicht mehr als|nicht tiefer als|nicht weiter als|(?:begrenz|beschränk)\\p{L}*(?: \\p{L}+){0,3} auf|limitier\\p{L}*(?: \\p{L}+){0,3} auf"
const NUMBER_GROUP = `(?<number>${NUMBER})`

const UNIT_SECONDS: [RegExp, number][] = [
  [/^(?:ms|milli)/i, 0.001],
  [/^m/i, 60],
  [/^/, 1],
]
const SECONDS = 'seconds?|secs?\\.?|s|sekunden?|sek\\.?|milliseconds?|millisekunden?|ms'
const UNIT_GROUP = `(?<unit>${SECONDS}|minutes?|mins?\\.?|minuten?)`
const PAUSE =
  '(?:pauses?|pausing|delays?|breaks?|waits?|waiting(?: time)?|sleeps?|gaps?|intervals?|pausen?|pausier\\p{L}*|warte(?:n|zeit)?|abstand|verzögerung)'
const BETWEEN =
  '(?:in )?(?:between|apart|zwischen|after (?:each|every)|before (?:each|every)|nach jede[rm]|vor jede[rm]|per (?:page|request)|pro (?:seite|anfrage))'

const DELAY_RULES: AmountRule[] = [
  ...amountRules(
    secondsAmount,
    `${NUMBER_GROUP}[ -]?${UNIT_GROUP} ?(?:of |lang )?-?(?:${PAUSE}|${BETWEEN})`,
    `${PAUSE}(?: (?:time|of|for|by|is|at least|about|around|von|je|jeweils|immer|mindestens|etwa|ca\\.?|${BETWEEN}|pages?|requests?|seiten|anfragen))* ?[:=]? ?${NUMBER_GROUP}[ -]?${UNIT_GROUP}`,
    `(?:every|alle) ${NUMBER_GROUP} ?(?<unit>${SECONDS})`,
  ),
  {
    pattern: wholeWords(
      `${NUMBER_GROUP} (?:pages?|requests?|urls?|seiten?|anfragen?|aufrufe?)(?: \\p{L}+)? (?:per|a|each|every|pro|je|in der) (?<unit>seconds?|sekunde|minute)`,
    ),
    value: ({ number = '', unit = '' }) => roundToMs(secondsOf(unit) / parseNumber(number)),
  },
]

function secondsAmount({ number = '', unit = '' }: MatchGroups): number {
  return roundToMs(parseNumber(number) * secondsOf(unit))
}

function secondsOf(unit: string): number {
  return UNIT_SECONDS.find(([pattern]) => pattern.test(unit))![1]
}

function roundToMs(value: number): number {
  return Math.round(value * 1000) / 1000
}

const DEPTH_RULES: AmountRule[] = [
  ...amountRules(
    wholeNumber,
    `(?:(?:${AT_MOST}|only|just|nur) )?${NUMBER_GROUP}[ -](?:(?:link|click|page) )?(?:levels?|layers?|hops?|clicks?|ebenen?|klicks?|stufen?)(?:[ -](?:deep|tief|away|down|entfernt|far|weit))?`,
    `(?:(?:${AT_MOST}|only|just|nur) )?${NUMBER_GROUP}[ -](?:links?|steps?|pages?|schritte?|seiten) (?:deep|away|tief|entfernt)`,
    `(?:(?:a )?max(?:imum|imale?n?)?\\.? )?(?:(?:crawl|link|discovery|search)[ -])?(?:depth|\\p{L}*tiefe)(?: (?:limit|of|to|is|up|at most|by|von|bis|auf|ist|zu|maximal|höchstens))* ?[:=]? ?${NUMBER_GROUP}`,
  ),
  ...amountRules(
    () => 1,
    '(?:(?:only|just|nur) )?(?:(?:pages?|seiten) )?(?:directly linked|linked directly|direct links|direkt verlinkte?n?)',
  ),
]

function wholeNumber({ number = '' }: MatchGroups, before = ''): number | undefined {
  const value = parseNumber(number)
  return Number.isInteger(value) && !NOT_A_LIMIT.test(before) ? value : undefined
}

/** Words before a number that make it no upper limit. */
const NOT_A_LIMIT =
  /(?:at least|minimum(?: of)?|more than|over|skip\p{L}*|ignor\p{L}*|except|without|mindestens|mehr als|überspring\p{L}*|ohne|page|seite)(?: (?:the|die|for))?(?: (?:first|last|ersten|letzten))? *$/iu

const COUNTED_NOUNS =
  'pages?|web-?pages?|urls?|documents?|results?|articles?|posts?|items?|entries|products?|\\p{L}*seiten?|\\p{L}*artikeln?|\\p{L}*beiträgen?|dokumente?n?|ergebnissen?|einträgen?|adressen|produkten?'
/** Words between a number and the counted noun. */
const BETWEEN_WORDS = `(?:(?!(?:levels?|between|zwischen|subdomains?|external|externe\\p{L}*|sub-?\\p{L}+|per|pro|times?|years?|days?)(?!\\p{L}))[\\p{L}-]+ ){0,2}?`

const LIMIT_RULES: AmountRule[] = [
  ...amountRules(({ most, number = '' }, before) => {
    if (most === undefined && (parseNumber(number) === 1 || /^(?:19|20)\d\d$/.test(number))) return undefined
    return wholeNumber({ number }, before)
  }, `(?<most>(?:${AT_MOST}|only|just|nur|(?:only |nur )?(?:the |die )?(?:first|ersten|top|newest|latest|neuesten|letzten)) )?${NUMBER_GROUP} (?<kept>${BETWEEN_WORDS}(?:${COUNTED_NOUNS}))`),
  ...amountRules(
    wholeNumber,
    `(?:${AT_MOST}) ?${NUMBER_GROUP}(?= *(?:$|[.,;!?)\\n]|(?:and|und|but|aber|then|in total|in all|overall|altogether|insgesamt|from|of|aus|von)(?!\\p{L})))`,
  ),
  ...amountRules(
    () => 1,
    '(?:only|just|nur|nothing but) (?:crawl |scrape |get )?(?:this (?:one |single )?page|the (?:home ?|start(?:ing)? |landing |front |given )page|a single page|diese (?:eine )?seite|die startseite)',
  ),
]
