import { COMMON, GIVEN_NAME, PLACE, SURNAME, shippedLexicon } from '../../language/lexicon.ts'

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

/** The part of the words of a short text that are names of places. */
export function placeIn(text: string): number {
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

/** Words for whoever runs a site, a place or a business. */
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

/** How surely a text is the name of a company, an authority, a shop or the like. */
export function organizationIn(text: string): number {
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
