const WORD = "\\p{Lu}[\\p{L}\\p{M}'’.-]{1,30}"
const LINK =
  '(?:de|du|des|del|della|dei|degli|dell|di|da|do|dos|das|la|le|les|los|las|el|der|den|dem|am|an|im|ob|auf|zum|zur|upon|sur|sous|in|bei|of|the|und|y|e|van|von|v\\.|nad|pod|św\\.|sv\\.)'
const TOWN = `(?:${WORD}|\\p{Lu}{2,30})(?:[ -](?:(?:${LINK} ){0,2}(?:${WORD}|\\p{Lu}{2,30})|\\([\\p{L} .-]{2,30}\\))){0,4}`

/** A house number: 12, 12a, 12-14, 12/3, 12 bis. */
const HOUSE =
  '\\d{1,5}(?: ?[a-zA-Z](?![\\p{L}\\p{M}]))?(?: ?[-–/] ?\\d{1,4} ?[a-zA-Z]?(?![\\p{L}\\p{M}]))?(?: (?:bis|ter|quater))?'

export const ENGLISH =
  /\b(?:Street|St|Avenue|Ave|Av|Road|Rd|Boulevard|Blvd|Lane|Ln|Drive|Dr|Court|Ct|Place|Pl|Square|Sq|Terrace|Ter|Way|Parkway|Pkwy|Highway|Hwy|Circle|Cir|Close|Crescent|Cres|Gardens|Grove|Mews|Row|Walk|Hill|Quay|Wharf|Alley|Trail|Trl|Loop|Broadway|Plaza|Pike|Turnpike|STREET|ROAD|AVENUE|LANE|DRIVE)\b(?:\.(?=[\s,]))?/g

export const ENGLISH_BEFORE = new RegExp(
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
export const NUMBER = /[ \t]\d{1,4}/g
export const COMPOUND_NUMBER = new RegExp(`[ \\t](?:[Nn]r?[.:°º]? ?)?${HOUSE}(?![\\p{L}\\d]|[.,]\\d)`, 'uy')
export const COMPOUND_END = new RegExp(
  `(?:${eitherCase(COMPOUND)}|${eitherCase(SEPARATE)})(?: [Nn]r?[.:°º]?)?$`,
  'u',
)
export const COMPOUND_BEFORE = new RegExp(
  `(?<![\\p{L}\\d])(?:(?:Am|An|Auf|Im|In|Zum|Zur|Unter|Hinter|Vor|Bei|der|den|dem|des|\\d{1,2}\\.|${WORD}) ){0,3}(?:[\\p{L}\\p{M}'’-]{0,40}(?:${eitherCase(COMPOUND)})|(?<=[\\p{L}.] )(?:${eitherCase(SEPARATE)}))(?: [Nn]r?[.:°º]?)?$`,
  'u',
)

/** Words before the name of a street in the Romance and Slavic languages. */
export const PREFIX =
  /(?:\b(?:rue|avenue|av\.|ave|boulevard|bd\.?|blvd|place|pl\.|chemin|allée|impasse|quai|cours|route|square|passage|faubourg|calle|c\/|cl\.|avda\.?|av\.?|avenida|plaza|pza\.?|paseo|pº|carrer|camino|carretera|ronda|rua|r\.|travessa|praça|largo|alameda|estrada|via|viale|v\.le|piazza|p\.za|corso|c\.so|vicolo|strada|str\.|contrada|ul\.|ulica|al\.|aleja|os\.|bulevardul|bd|calea|aleea|jalan|jl\.)|[Уу]л\.|[Уу]лица|[Пп]роспект|[Пп]р-т|[Пп]ер\.|[Вв]ул\.|[Οο]δός|[Λλ]εωφόρος|[Λλ]εωφ\.)(?:(?<=[./º])[ \u00a0]?|[ \u00a0])/gi
export const PREFIX_NEXT =
  /(?:[\p{Lu}\d]|de |du |des |d['’]|l['’]|del |della |dei |dell['’]|la |las |los |do |da |dos |das |św|sv)/uy
export const PREFIX_NAME = new RegExp(
  `(?:(?:${LINK}|[dl]['’]) ?){0,3}(?:\\d{1,2}[er.°º]{0,2} )?(?:\\p{Lu}[\\p{L}\\p{M}'’.-]{0,30})(?:[ -](?:(?:${LINK} ){0,2}(?:${WORD}|\\p{Lu}\\.?|[dl]['’]\\p{Lu}[\\p{L}-]{1,20})|\\d{1,2}(?= d[eiu] ))){0,5}`,
  'uy',
)
export const NUMBER_AFTER = new RegExp(
  `(?:,? ?(?:n[.º°r]{0,2}|num\\.?|núm\\.?|no\\.?|д\\.|dom)? ?)${HOUSE}(?![\\p{L}\\d]|[.,]\\d)`,
  'iuy',
)
export const NUMBER_BEFORE = new RegExp(`(?<![\\p{L}\\d.,$€£/-])${HOUSE},? $`, 'u')

export const BOXES =
  /\b(?:(?:P\.? ?O\.? ?Box|Post(?:al)? Box|Postfach|Boîte postale|Apartado(?: de correos| postal)?|Casella postale|Postbus|Caixa postal|Box|Skrytka pocztowa)(?: n[o.º°]{1,2})? ?\d{1,6}(?: \d{2,4})?|BP \d{2,6}(?=[,\s]+\d{5})|(?:PSC|CMR|UNIT|Unit) \d{1,5},? Box \d{1,5}(?:[\s,]{1,3}(?:APO|FPO|DPO),? A[AEP] \d{5})?|US(?:NS|NV|S|CGC) [A-Za-z -]{2,30}\s(?:APO|FPO|DPO),? A[AEP] \d{5}|(?:APO|FPO|DPO),? A[AEP] \d{5})\b/gi

const STATE =
  '(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|HI|I[ADLN]|K[SY]|LA|M[ADEINOST]|N[CDEHJMVY]|O[HKR]|P[AR]|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])'
export const US_ZIP = new RegExp(`,? \\b${STATE}\\b,? \\d{5}(?:-\\d{4})?\\b`, 'g')
export const TOWN_BEFORE = new RegExp(`(?<![\\p{L}\\d])${TOWN}$`, 'u')
const UK_POSTCODE =
  '(?:GIR ?0AA|[A-PR-UWYZ](?:\\d{1,2}|[A-HK-Y]\\d|[A-HK-Y]\\d\\d|\\d[A-HJKSTUW]|[A-HK-Y]\\d[ABEHMNPRV-Y]) \\d[ABD-HJLNP-UW-Z]{2})'
const CANADIAN_POSTCODE = '[ABCEGHJ-NPRSTVXY]\\d[ABCEGHJ-NPRSTV-Z] \\d[ABCEGHJ-NPRSTV-Z]\\d'
export const OWN_FORM = new RegExp(`\\b(?:${UK_POSTCODE}|${CANADIAN_POSTCODE})\\b`, 'g')
export const COUNTRY_POSTCODE = new RegExp(
  `(?<![\\p{L}\\d-])(?:D|A|CH|F|L|B|NL|I|E|P|PL|CZ|DE|AT|FR|SE|DK|S|FIN?)[-–]\\d{4,5} ${TOWN}`,
  'gu',
)

const POSTCODE = `(?:(?:[A-Z]{1,3}[-– ])?\\d{5}(?:-\\d{3,4})?|(?:[A-Z]{1,3}[-–])?\\d{4}(?: ?[A-Z]{2}(?![\\p{L}]))?|\\d{3} \\d{2}|\\d{2}-\\d{3}|\\d{4}-\\d{3}|${UK_POSTCODE}|${CANADIAN_POSTCODE})(?![\\p{L}\\d])`

/** What may follow a street or another part of its address, tried in this order. */
export const PARTS = [
  `(?:Apt|Apartment|Suite|Ste|Unit|Floor|Fl|Room|Rm|Bldg|Building|Flat|Stock|Etage|Appt?|Bât|Piso|Puerta|Esc|Dpto|Depto|Int|Whg|Wohnung|Lot|PMB|Hus|lok\\.|m\\.)\\.? ?#?[\\dA-Z][\\dA-Za-z-]{0,5}(?![\\p{L}\\d])|#\\d{1,5}|\\d{1,2}(?:st|nd|rd|th|er|e|ème|\\.|º|ª)(?: ?(?:floor|Stock|OG|étage|piso|planta|piano))?(?:[ ,]{1,2}[A-Z](?![\\p{L}\\d]))?`,
  `${POSTCODE} ${TOWN}`,
  `${TOWN}(?:,? |,?\\n[ \\t>]{0,8})(?:[A-Z]{2,3},? |${WORD},? )?${POSTCODE}`,
  POSTCODE,
].map((part) => new RegExp(part, 'uy'))

export const SEPARATOR = /[ \t]{0,3}(?:[,;·|–-][ \t]{0,3})?(?:\n[ \t>|?*]{0,8})?(?:,[ \t]{0,3})?/uy
export const LAST_TOWN = new RegExp(`, ?(${TOWN})(?=[.,;:!?)\\]|]|\\s*\\n|\\s*$)`, 'uy')
