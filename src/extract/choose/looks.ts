import { readLines } from '../../language/data-files.ts'
import type { Field, FieldWords } from './similarity.ts'
import { classOf } from './word-vectors.ts'
import type { CLASSES } from './word-vectors.ts'
import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../language/lexicon.ts'

type Class = (typeof CLASSES)[number]

interface Look {
  name: string
  of: (text: string) => number
  needsDigit: boolean
  near: readonly string[]
  classes: readonly Class[]
  formats: readonly string[]
}

/** Letters and digits together, in parts: `GMA/7/112`, `e41c09d`, `693.1 ATT`. */
const IDENTIFIER =
  /^(?=\D*\d)(?=[^\p{L}]*\p{L})[\p{Lu}\d]+(?:[-/._: ][\p{Lu}\d]+)*$|^(?=\D*\d)(?=[^a-f]*[a-f])[\da-f]{7,}$/u

const WEEKDAYS = weekdayNames('en de fr es it pt nl sv da nb pl cs fi ja', ['long', 'short'])
  .map((name) => name.replace('.', '').toLowerCase())
  .toSorted((one, other) => other.length - one.length)
  .join('|')
const WEEKDAY = new RegExp(
  String.raw`^(?:${WEEKDAYS})s?\.?(?:\s?(?:[-–—,&/]|to|and|bis|und|et|y|e|a)\s?(?:${WEEKDAYS})s?\.?)*$|^(?:daily|weekdays|weekends|public holidays|every day|bank holidays)$`,
  'iu',
)

/** The names of the days of the week in some languages. */
export function weekdayNames(languages: string, widths: readonly ('long' | 'short')[]): string[] {
  return languages.split(' ').flatMap((language) =>
    widths.flatMap((weekday) => {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      return [1, 2, 3, 4, 5, 6, 7].map((day) => format.format(Date.UTC(2024, 0, day)))
    }),
  )
}

function namesOf(type: 'region' | 'language', codes: string): ReadonlySet<string> {
  const display = ['en', 'de', 'fr', 'es', 'it'].map((language) => new Intl.DisplayNames(language, { type }))
  return new Set(
    codes.split(' ').flatMap((code) => display.map((names) => (names.of(code) ?? '').toLowerCase())),
  )
}

const COUNTRIES = namesOf(
  'region',
  'AR AT AU BE BG BR CA CH CL CN CO CZ DE DK EE EG ES ET FI FR GB GR HR HU ID IE IL IN IR IS IT JP KE KR LK LT LU LV MA MX MY NL NO NP NZ PE PH PK PL PT RO RS RU SA SE SG SI SK TH TR TW TZ UA US UY VN ZA',
)
const LANGUAGES = namesOf(
  'language',
  'ar cs cy da de el en es et fi fr ga he hi hr hu is it ja ko la lt lv nl no pl pt ro ru sk sl sv th tr uk vi zh',
)
const COLOR =
  /(?:^|\s)(?:black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|grey|gray|silver|gold|golden|beige|navy|cream|ivory|teal|turquoise|olive|charcoal|bronze|chalk|sand|schwarz|weiß|rot|grün|blau|gelb|braun|grau|noir|blanc|rouge|vert|bleu|jaune|gris|negro|blanco|rojo|verde|azul|nero|bianco|rosso|blu)$/iu

function shareOf(text: string, kind: Class): number {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  if (words.length === 0 || words.length > 5) return 0
  return words.filter((word) => classOf(word, kind) > 0.5).length / words.length
}

const LOOK_TESTS: Readonly<Record<string, Look['of']>> = {
  code: (text) =>
    Number(
      /(?:^|[\s:#])(?=\S{0,30}\d)[\dA-Z][\dA-Z-]{5,30}$/.test(text) ||
        (text.length < 30 && IDENTIFIER.test(text)),
    ),
  person: personIn,
  organization: organizationIn,
  weekday: (text) => Number(WEEKDAY.test(text)),
  country: (text) => Number(COUNTRIES.has(text.toLowerCase())),
  language: (text) => Number(LANGUAGES.has(text.toLowerCase())),
  color: (text) => Number(text.length < 40 && COLOR.test(text)),
  role: (text) => (/\d/.test(text) ? 0 : shareOf(text, 'person')),
  locality: (text) => (/\d/.test(text) ? 0 : Math.max(shareOf(text, 'location'), placeIn(text))),
  sentence: (text) => Number(text.length > 40 && /\p{Ll}[.!?]["”’)]?$/u.test(text)),
}

/** All of them, in the order of the model's features: a line of the file has the parts of a look, with tabs between. */
export const LOOKS: readonly Look[] = readLines(new URL('looks.txt', import.meta.url)).map((line) => {
  const [name = '', digit, near = '', classes = '', formats = '', expression = ''] = line.split('\t')
  const [, source = '', flags] = /^\/(.*)\/(\w*)$/.exec(expression) ?? []
  const pattern = new RegExp(source, flags)
  return {
    name,
    of: LOOK_TESTS[name] ?? ((text) => Number(pattern.test(text))),
    needsDigit: digit === 'digit',
    near: near.split(' '),
    classes: wordsOf(classes) as Class[],
    formats: wordsOf(formats),
  }
})

function wordsOf(list: string): string[] {
  return list === '' ? [] : list.split(' ')
}

export function looksOf(text: string): Float32Array {
  const start = text.slice(0, 200)
  const hasDigit = /\d/.test(start)
  const looks = new Float32Array(LOOKS.length)
  LOOKS.forEach(({ of, needsDigit }, at) => {
    if (hasDigit || !needsDigit) looks[at] = of(start)
  })
  return looks
}

export function wantedLooks(field: Field, words: FieldWords): Float32Array {
  return Float32Array.from(LOOKS, ({ near, classes, formats }) => {
    if (field.format !== undefined && formats.includes(field.format)) return 1
    const byName = Math.max(...near.map((word) => words.nearest(word)))
    // The last word is what the thing is, those before tell which; several together may well mean something else.
    const kinds = words.words.map((word, at) => {
      const part = Math.max(0, ...classes.map((kind) => classOf(word, kind)))
      return part * (words.words.length === 1 ? 1 : at === words.words.length - 1 ? 0.7 : 0.5)
    })
    return Math.max(byName, ...kinds, 0)
  })
}

export function lookFit(wanted: Float32Array, looks: Float32Array): { fit: number; excess: number } {
  let fit = 0
  let excess = 0
  for (let at = 0; at < wanted.length; at++) {
    fit = Math.max(fit, wanted[at]! * looks[at]!)
    excess = Math.max(excess, (1 - wanted[at]!) * looks[at]!)
  }
  return { fit, excess }
}

const TITLE =
  /^(?:dr|mr|mrs|ms|mx|miss|prof|professor|rev|revd|sir|lady|lord|dame|capt|captain|sgt|herr|frau|mme|mlle|sra?|sig|dott|ing|dipl|mag|st|hon)\.?$/i
const PARTICLE =
  /^(?:de|van|von|der|den|la|le|di|da|do|dos|del|della|du|af|av|al|el|bin|ibn|ter|ten|zu|y|o')$/i
const INITIAL = /^\p{Lu}\.?(?:-?\p{Lu}\.)*$/u
const SEVERAL = /\s(?:and|und|et|y|e|och|og|en|i)\s|\s?[&,;]\s?/u
const CAPITAL = /^\p{Lu}[\p{L}'’.-]*$/u
const MOST_WORDS = 5
const LONGEST = 80

/** How surely a text is the name of a person, or of several: by what is known of its words, and how they stand together. */
export function personIn(text: string): number {
  if (text.length > LONGEST || /[\d/:!?()"“”@|•·]/.test(text)) return 0
  const people = text.split(SEVERAL).filter((part) => part !== '')
  if (people.length === 0 || people.length > 6) return 0
  return people.reduce((sum, part) => sum + onePerson(part), 0) / people.length
}

function onePerson(text: string): number {
  const words = text.trim().split(' ')
  const isTitled = TITLE.test(words[0]!) && words.length > 1
  const own = (isTitled ? words.slice(1) : words).filter((word) => !TITLE.test(word) || word.length < 3)
  if (own.length === 0 || own.length > MOST_WORDS) return 0
  const lexicon = shippedLexicon()
  let [given, family, common, full] = [0, 0, 0, 0]
  for (const [at, word] of own.entries()) {
    if (INITIAL.test(word) || (at > 0 && PARTICLE.test(word))) continue
    if (!CAPITAL.test(word)) return 0
    const bits = lexicon(word.toLowerCase().replace(/[.’']s?$/, ''))
    full++
    if (bits & GIVEN_NAME) given += bits & COMMON ? 0.6 : 1
    else if (bits & SURNAME) family += bits & COMMON ? 0.4 : 0.8
    else if (bits & (COMMON | PLACE)) common++
  }
  if (full === 0) return 0
  const hasInitial = own.some((word) => /^\p{Lu}\.?$/u.test(word))
  const known = Math.min(1, (given + family) / full)
  const unknown = own.length > 1 ? 0.4 : 0.1
  const base = Math.max(known * (full === 1 && !hasInitial ? 0.8 : 1), isTitled ? 0.9 : unknown)
  return Math.min(1, base + (hasInitial && given > 0 ? 0.3 : 0)) * 0.4 ** common
}

function placeIn(text: string): number {
  if (text.length > LONGEST || /[\d/:!?"“”@]/.test(text)) return 0
  const words = text.match(/\p{L}[\p{L}'’-]*/gu) ?? []
  if (words.length === 0 || words.length > MOST_WORDS || !/^\p{Lu}/u.test(words[0]!)) return 0
  const lexicon = shippedLexicon()
  let places = 0
  for (const word of words) {
    const bits = lexicon(word.toLowerCase())
    if (bits & PLACE) places += bits & (COMMON | GIVEN_NAME) ? 0.6 : 1
  }
  return places / words.length
}

export const ORGANIZATIONS = new RegExp(
  `^(?:${[
    'company|firm|business|shop|store|stores|retailer|merchant|vendor|seller|dealer|supplier|brand|manufacturer|maker|producer|provider|operator|carrier|airline',
    'publisher|newspaper|magazine|outlet|source|site|website|blog|portal|employer|organi[sz]ation|organi[sz]er|host|association|society|club|charity|foundation|trust|union',
    'institution|institute|university|college|school|academy|department|faculty|lab|laboratory|library|museum|gallery|theatre|theater|cinema|venue|hall|festival|church|parish',
    'hospital|clinic|practice|surgery|pharmacy|hotel|inn|guesthouse|hostel|lodge|campsite|restaurant|cafe|bar|pub|bakery|brewery|winery|farm|nursery|garden|gardens|zoo|park|pool|gym',
    'studio|studios|salon|spa|garage|workshop|agency|bank|insurer|lender|landlord|council|municipality|city|authority|ministry|government|office|court|station|port|airport',
    'league|team|band|label|developer|project|community|forum|marketplace|platform|service|centre|center',
  ].join('|')})$`,
)
const LEGAL_FORM =
  /(?:^|[\s,(])(?:inc|llc|ltd|limited|corp|co|gmbh|ag|plc|e\.\s?v|bv|b\.v|nv|oyj?|ab|as|asa|aps|a\/s|kg|ohg|ug|s\.?a\.?s?|sarl|s\.?r\.?l|s\.?p\.?a|s\.?l|sp\. z o\.o|s\.r\.o)\.?(?:$|[\s,)])/i
const OTHER_ORGANIZATIONS =
  /^(?:group|press|publishing|publishers|books|systems|solutions|services|partners|works|mills?|society|collective|cooperative|co-op|logistics|software|labs|records|motors|marine|foods|brewing|verein|stiftung|verlag|hochschule|universität|klinik|praxis|gasthof|gasthaus|bäckerei|autohaus|werkstatt|gemeinde|stadt|mairie|commune|université|musée|librairie|boulangerie|ferme|maison|ayuntamiento|universidad|museo|librería|clínica|comune|università|azienda|ristorante|trattoria|gemeente|universiteit|vereniging|stichting|kommun|förening|universitet|urząd|uniwersytet|muzeum)$/iu

function organizationIn(text: string): number {
  if (text.length > LONGEST || !/^\p{Lu}|^[\p{L}\d]+\p{Lu}/u.test(text) || /[?!:;|•·]/.test(text)) return 0
  if (LEGAL_FORM.test(text)) return 1
  if (/\.\s\p{Lu}/u.test(text)) return 0
  const words = text.match(/[\p{L}\p{N}&'’.-]+/gu) ?? []
  if (words.length < 2 || words.length > 8) return 0
  const isOrganization = (word: string) =>
    /^\p{Lu}/u.test(word) && (ORGANIZATIONS.test(word.toLowerCase()) || OTHER_ORGANIZATIONS.test(word))
  if (isOrganization(words.at(-1)!)) return 0.9
  const [before] = / & \p{Lu}/u.test(text) ? (/(\S+) &/.exec(text)?.slice(1) ?? []) : []
  if (before !== undefined && (shippedLexicon()(before.toLowerCase()) & COMMON) === 0) return 0.7
  return words.some(isOrganization) ? 0.6 : 0
}
