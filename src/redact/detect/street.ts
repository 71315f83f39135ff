import { COMMON, countryNames, shippedLexicon } from '../../language/lexicon.ts'
import { matchesOf } from '../../language/matches-of.ts'
import { lazy } from '../../language/memoize.ts'
import { textBefore } from './number-kinds.ts'
import type { PiiSpan } from '../span.ts'

export function* findStreets(text: string): Iterable<PiiSpan> {
  for (const [start, end] of streetCores(text)) yield location(text, start, addressEnd(text, end), 'street')
  for (const found of matchesOf(text, US_ZIP)) {
    const town = TOWN_BEFORE.exec(text.slice(Math.max(0, found.index - 60), found.index))?.[0] ?? ''
    if (town) yield location(text, found.index - town.length, found.index + found[0].length, 'postcode')
  }
  for (const shape of [OWN_FORM, COUNTRY_POSTCODE]) {
    for (const found of matchesOf(text, shape))
      yield location(text, found.index, found.index + found[0].length, 'postcode')
  }
  for (const found of matchesOf(text, LABELLED)) {
    const value = found[1]!
    if (!/\d/u.test(value) || OTHER_ADDRESS.test(textBefore(text, found.index, 12))) continue
    const start = found.index + found[0].length - value.length
    yield location(text, start, addressEnd(text, start + value.trimEnd().length), 'street')
  }
}

/** The full stop of the sentence is not part of the address, but that of an abbreviation is. */
function location(text: string, start: number, end: number, kind: string): PiiSpan {
  const isSentenceEnd = /[\p{L}\p{M}]{4}\.$/u.test(text.slice(Math.max(start, end - 9), end))
  return { start, end: isSentenceEnd ? end - 1 : end, entity: 'LOCATION', kind }
}

const LABELLED =
  /\b(?:address|adresse|anschrift|dirección|direccion|domicilio|indirizzo|endereço|morada|adres|adress|osoite)[ \t]{0,2}[:：][ \t*_]{0,4}(\w[^\n|@<>]{4,100})/gi
const OTHER_ADDRESS = /(?:e-?mail|mail|ip|web|mac|internet|site|wallet|bitcoin|contract)[ -]?$/u

function* streetCores(text: string): Iterable<[number, number]> {
  for (const found of matchesOf(text, ENGLISH)) {
    const before = ENGLISH_BEFORE.exec(text.slice(Math.max(0, found.index - 90), found.index))
    if (before) yield [found.index - before[0].length, found.index + found[0].length]
  }
  for (const found of matchesOf(text, NUMBER)) {
    if (!COMPOUND_END.test(text.slice(Math.max(0, found.index - 16), found.index))) continue
    const words = COMPOUND_BEFORE.exec(text.slice(Math.max(0, found.index - 90), found.index))?.[0]
    const before = words?.replace(/^(?:\p{Ll}\S* )+/u, '')
    if (!before || !/\p{Lu}/u.test(before)) continue
    COMPOUND_NUMBER.lastIndex = found.index
    const number = COMPOUND_NUMBER.exec(text)?.[0]
    if (number && !isYear(before + number)) yield [found.index - before.length, found.index + number.length]
  }
  for (const found of matchesOf(text, BOXES)) yield [found.index, found.index + found[0].length]
  yield* prefixedStreets(text)
}

/** Weg 2019 is rather a year than a house. */
const isYear = (name: string) => /(?:^| )(?:Weg|Platz|Allee|Gate|Tee) (?:19|20)\d\d$/iu.test(name)

function* prefixedStreets(text: string): Iterable<[number, number]> {
  for (const found of matchesOf(text, PREFIX)) {
    PREFIX_NAME.lastIndex = PREFIX_NEXT.lastIndex = found.index + found[0].length
    if (/[\p{L}\d]/u.test(text[found.index - 1] ?? '') || !PREFIX_NEXT.test(text)) continue
    if (!PREFIX_NAME.exec(text)) continue
    const isYearBefore = /\d{4} $/u.test(text.slice(Math.max(0, found.index - 5), found.index))
    if (isYearBefore && /^r\./iu.test(found[0])) continue
    const nameEnd = PREFIX_NAME.lastIndex
    const before = NUMBER_BEFORE.exec(text.slice(Math.max(0, found.index - 20), found.index))
    NUMBER_AFTER.lastIndex = nameEnd
    const after = NUMBER_AFTER.exec(text)
    if (before) yield [found.index - before[0].length, nameEnd]
    else if (after) yield [found.index, nameEnd + after[0].length]
  }
}

const MAX_PARTS = 8

/** Where the address ends that begins with a street: flat, postcode, town and country are part of it. */
export function addressEnd(text: string, streetEnd: number): number {
  let end = streetEnd
  for (let count = 0; count < MAX_PARTS; count++) {
    SEPARATOR.lastIndex = end
    SEPARATOR.exec(text)
    const start = SEPARATOR.lastIndex
    const next = start > end ? partEnd(text, start) : 0
    if (next === 0) break
    end = next
  }
  LAST_TOWN.lastIndex = end
  const town = LAST_TOWN.exec(text)
  return town && isNoCommonWord(town[1]!) ? end + town[0].length : end
}

function partEnd(text: string, start: number): number {
  for (const part of PARTS) {
    part.lastIndex = start
    if (part.exec(text)) return part.lastIndex
  }
  return countryEnd(text, start)
}

const COUNTRY = /\p{Lu}[\p{L}\p{M}]{1,20}(?: (?:\p{Lu}[\p{L}\p{M}]{1,20}|of|and|the)){0,3}/uy

function countryEnd(text: string, start: number): number {
  COUNTRY.lastIndex = start
  const words = COUNTRY.exec(text)?.[0] ?? ''
  for (let end = words.length; end > 0; end = words.lastIndexOf(' ', end - 1)) {
    if (countries().has(words.slice(0, end))) return start + end
  }
  return 0
}

const countries = lazy(
  () =>
    new Set([
      ...'USA UK U.S.A. England Scotland Wales Holland'.split(' '),
      ...countryNames(['en', 'de', 'fr', 'es', 'it', 'pt', 'nl']),
    ]),
)

function isNoCommonWord(words: string): boolean {
  const lexicon = shippedLexicon()
  return words.split(/[ -]/u).some((word) => !(lexicon(word.toLowerCase()) & COMMON))
}

const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{1,30}"
const LINK =
  '(?:de|du|des|del|della|dei|degli|dell|di|da|do|dos|das|la|le|les|los|las|el|der|den|dem|am|an|im|ob|auf|zum|zur|upon|sur|sous|in|bei|of|the|und|y|e|van|von|v\\.|nad|pod|św\\.|sv\\.)'
const TOWN = `(?:${WORD}|\\p{Lu}{2,30})(?:[ -](?:(?:${LINK} ){0,2}(?:${WORD}|\\p{Lu}{2,30})|\\([\\p{L} .-]{2,30}\\))){0,4}`

/** A house number: 12, 12a, 12-14, 12/3, 12 bis. */
const HOUSE =
  '\\d{1,5}(?: ?[a-zA-Z](?![\\p{L}\\p{M}]))?(?: ?[-–/] ?\\d{1,4} ?[a-zA-Z]?(?![\\p{L}\\p{M}]))?(?: (?:bis|ter|quater))?'

const ENGLISH =
  /\b(?:Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Cres|Gardens|Grove|Mews|Row|Walk|Hill|Quay|Wharf|Alley|Trail|Trl|Loop|Broadway|Plaza|Pike|Turnpike|STREET|ROAD|AVENUE|LANE|DRIVE)\b(?:\.(?=[\s,]))?/g

const ENGLISH_BEFORE = new RegExp(
  `(?<![\\p{L}\\d.,$€£/-])\\d{1,6}[A-Za-z]?(?:[-–/]\\d{1,6}[A-Za-z]?)?(?:,)? (?:(?:N|S|E|W|NE|NW|SE|SW|North|South|East|West)\\.? )?(?:(?:[\\p{Lu}][\\p{L}\\p{M}'’.-]{0,30}|\\d{1,3}(?:st|nd|rd|th)|of|the|de|la) ){1,4}$`,
  'u',
)

/** Ends of words that name a street in German, Dutch and the northern languages, and words after its name elsewhere. */
const COMPOUND =
  'straße|strasse|straẞe|str\\.|gasse|gässchen|weg|platz|allee|damm|ufer|steig|chaussee|promenade|straat|laan|plein|kade|gracht|dreef|singel|steenweg|gatan|gata|vägen|väg|gränd|stigen|backen|torget|vej|vejen|gade|gaden|allé|stræde|veien|vegen|vei|gata|katu|kuja|polku|bulevardi|braut|götu|vegur'
const SEPARATE =
  'utca|utcája|u\\.|út|útja|tér|tere|körút|krt\\.|sokak|sokağı|sok\\.|sk\\.|caddesi|cad\\.|cd\\.|bulvarı|cesta|ceste|ulica|ulice|ul\\.|trg|nám\\.|náměstí|tänav|tee|iela|gatvė|g\\.|улица|ул\\.'

/** With a capital or a small letter first, which a search regardless of case would not tell from other words. */
function eitherCase(words: string): string {
  return words
    .split('|')
    .map((word) => `[${word[0]}${word[0]!.toUpperCase()}]${word.slice(1)}`)
    .join('|')
}

/** Where a number stands after a word; the word is then looked at. */
const NUMBER = /[ \t]\d{1,4}/g
const COMPOUND_NUMBER = new RegExp(`[ \\t](?:[Nn]r?[.:°º]? ?)?${HOUSE}(?![\\p{L}\\d]|[.,]\\d)`, 'uy')
const COMPOUND_END = new RegExp(
  `(?:${eitherCase(COMPOUND)}|${eitherCase(SEPARATE)})(?: [Nn]r?[.:°º]?)?$`,
  'u',
)
const COMPOUND_BEFORE = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:Am|An|Auf|Im|In|Zum|Zur|Unter|Hinter|Vor|Bei|der|den|dem|des|\\d{1,2}\\.|${WORD}) ){0,3}(?:[\\p{L}\\p{M}'’-]{0,40}(?:${eitherCase(COMPOUND)})|(?<=[\\p{L}.] )(?:${eitherCase(SEPARATE)}))(?: [Nn]r?[.:°º]?)?$`,
  'u',
)

/** Words before the name of a street in the Romance and Slavic languages. */
const PREFIX =
  /(?:\b(?:rue|avenue|av\.|ave|boulevard|bd\.?|blvd|place|pl\.|chemin|allée|impasse|quai|cours|route|square|passage|faubourg|calle|c\/|cl\.|avda\.?|av\.?|avenida|plaza|pza\.?|paseo|pº|carrer|camino|carretera|ronda|rua|r\.|travessa|praça|largo|alameda|estrada|via|viale|v\.le|piazza|p\.za|corso|c\.so|vicolo|strada|str\.|contrada|ul\.|ulica|al\.|aleja|os\.|bulevardul|bd|calea|aleea|jalan|jl\.)|[Уу]л\.|[Уу]лица|[Пп]роспект|[Пп]р-т|[Пп]ер\.|[Вв]ул\.|[Οο]δός|[Λλ]εωφόρος|[Λλ]εωφ\.)(?:(?<=[./º])[ \u00a0]?|[ \u00a0])/gi
const PREFIX_NEXT =
  /(?:[\p{Lu}\d]|de |du |des |d['’]|l['’]|del |della |dei |dell['’]|la |las |los |do |da |dos |das |św|sv)/uy
const PREFIX_NAME = new RegExp(
  `(?:(?:${LINK}|[dl]['’]) ?){0,3}(?:\\d{1,2}[er.°º]{0,2} )?(?:\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30})(?:[ -](?:(?:${LINK} ){0,2}(?:${WORD}|\\p{Lu}\\.?|[dl]['’]\\p{Lu}[\\p{L}-]{1,20})|\\d{1,2}(?= d[eiu] ))){0,5}`,
  'uy',
)
const NUMBER_AFTER = new RegExp(
  `(?:,? ?(?:n[.º°r]{0,2}|num\\.?|núm\\.?|no\\.?|д\\.|dom)? ?)${HOUSE}(?![\\p{L}\\d]|[.,]\\d)`,
  'iuy',
)
const NUMBER_BEFORE = new RegExp(`(?<![\\p{L}\\d.,$€£/-])${HOUSE},? $`, 'u')

const BOXES =
  /\b(?:(?:P\.? ?O\.? ?Box|Post(?:al)? Box|Postfach|Boîte postale|Apartado(?: de correos| postal)?|Casella postale|Postbus|Caixa postal|Box|Skrytka pocztowa)(?: n[o.º°]{1,2})? ?\d{1,6}(?: \d{2,4})?|BP \d{2,6}(?=[,\s]+\d{5})|(?:PSC|CMR|UNIT|Unit) \d{1,5},? Box \d{1,5}(?:[\s,]{1,3}(?:APO|FPO|DPO),? A[AEP] \d{5})?|US(?:NS|NV|S|CGC) [A-Za-z -]{2,30}\s(?:APO|FPO|DPO),? A[AEP] \d{5}|(?:APO|FPO|DPO),? A[AEP] \d{5})\b/gi

const STATE =
  '(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])'
const US_ZIP = new RegExp(`,? \\b${STATE}\\b,? \\d{5}(?:-\\d{4})?\\b`, 'g')
const TOWN_BEFORE = new RegExp(`(?<![\\p{L}\\d])${TOWN}$`, 'u')
const UK_POSTCODE =
  '(?:GIR ?0AA|[A-PR-UWYZ](?:\\d{1,2}|[A-HK-Y]\\d|[A-HK-Y]\\d\\d|\\d[A-HJKSTUW]|[A-HK-Y]\\d[ABEHMNPRV-Y]) \\d[ABD-HJLNP-UW-Z]{2})'
const CANADIAN_POSTCODE = '[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d'
const OWN_FORM = new RegExp(`\\b(?:${UK_POSTCODE}|${CANADIAN_POSTCODE})\\b`, 'g')
const COUNTRY_POSTCODE = new RegExp(
  `(?<![\\p{L}\\d-])(?:D|A|CH|F|L|B|NL|I|E|P|PL|CZ|DE|AT|FR|SE|DK|S|FIN?)[-–]\\d{4,5} ${TOWN}`,
  'gu',
)

const POSTCODE = `(?:(?:[A-Z]{1,3}[-– ])?\\d{5}(?:-\\d{3,4})?|(?:[A-Z]{1,3}[-–])?\\d{4}(?: ?[A-Z]{2}(?![\\p{L}]))?|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4}-\\d{3}|${UK_POSTCODE}|${CANADIAN_POSTCODE})(?![\\p{L}\\d])`

/** What may follow a street or another part of its address, tried in this order. */
const PARTS = [
  `(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Room|Rm|Bldg|Building|Flat|Stock|Etage|Appt?|Bât|Piso|Puerta|Esc|Dpto|Depto|Int|Whg|Wohnung|Lot|PMB|Hus|lok\\.|m\\.)\\.? ?#?[\\dA-Z][\\dA-Za-z-]{0,5}(?![\\p{L}\\d])|#\\d{1,5}|\\d{1,2}(?:st|nd|rd|th|er|e|ème|\\.|º|ª)(?: ?(?:floor|Stock|OG|étage|piso|planta|piano))?(?:[ ,]{1,2}[A-Z](?![\\p{L}\\d]))?`,
  `${POSTCODE} ${TOWN}`,
  `${TOWN}(?:,? |,?\\n[ \\t>]{0,8})(?:[A-Z]{2,3},? |${WORD},? )?${POSTCODE}`,
  POSTCODE,
].map((part) => new RegExp(part, 'uy'))

const SEPARATOR = /[ \t]{0,3}(?:[,;·|–-][ \t]{0,3})?(?:\n[ \t>|?*]{0,8})?(?:,[ \t]{0,3})?/uy
const LAST_TOWN = new RegExp(`, ?(${TOWN})(?=[.,;:!?)\\]|]|\\s*\\n|\\s*$)`, 'uy')
