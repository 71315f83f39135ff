import type { Field } from './asked.ts'
import { organizationIn, personIn, placeIn } from './names.ts'
import type { FieldWords } from './similarity.ts'
import { classOf } from './word-vectors.ts'
import type { CLASSES } from './word-vectors.ts'

type Class = (typeof CLASSES)[number]

/** A kind of value that can be told by how it looks, and what tells that a field wants such values. */
interface Look {
  name: string
  /** Whether a text, of 200 characters at most, looks so: from 0 to 1. */
  of: (text: string) => number
  /** Whether nothing without a digit looks so. */
  needsDigit?: true
  /** Words that such fields are named by or with something like. */
  near: readonly string[]
  /** What a dictionary says such fields are. */
  classes?: readonly Class[]
  formats?: readonly string[]
}

const MONTHS = [
  'jan(?:uary|uar|vier|v)?|ene(?:ro)?|gen(?:naio)?|feb(?:ruary|ruar|rero|braio)?|f[ée]v(?:rier|r)?|mar(?:ch|s|zo)?|märz?',
  'apr(?:il|ile)?|a[vb]r(?:il)?|may|mai|mayo|mag(?:gio)?|june?|juni|juin|junio|giu(?:gno)?|july?|juli|juil(?:let)?|julio|lug(?:lio)?',
  'aug(?:ust)?|août|ago(?:sto)?|sept?(?:ember|embre|iembre)?|set(?:tembre)?|o[ck]t(?:ober|obre|ubre)?|ott(?:obre)?',
  'nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|d[ée]c(?:embre)?|dic(?:iembre|embre)?',
].join('|')
const MONEY =
  /(?:[$€£¥₹₽]|\b(?:usd|eur|gbp|chf|aud|cad|jpy|rs)\b)\s{0,3}\d|\d\s{0,3}(?:[€£¥₹₽]|(?:usd|eur|gbp|chf|zł|kr)\b)/i
const DATE = new RegExp(
  String.raw`\b(?:\d{4}[-/.]\d{1,2}[-/.]\d{1,2}|\d{1,2}[-/.]\d{1,2}[-/.]\d{2,4}|(?:${MONTHS})\.?\s{1,2}\d{1,4}|\d{1,2}(?:st|nd|rd|th)?\.?[\s-](?:${MONTHS}))\b|\d{4}年`,
  'iu',
)
const PHONE = /(?:\+\d|\(\d{2,5}\)|\b\d{2,5}[-. /]\d{2,4}[-. ])[\d-. ()/]{2,14}\d/
const TIME =
  /\b\d{1,2}(?::\d\d|\s?[ap]\.?m\b)|\b\d{1,2}\s?(?:uhr|h)\b|\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b|\b(?:montag|dienstag|mittwoch|donnerstag|freitag|samstag|sonntag|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|lunes|martes|miércoles|jueves|viernes|sábado|domingo)s?\b/iu
const UNIT =
  /\d\s{0,2}(?:mm|cm|km|kg|lbs?|oz|mph|mpg|kw|kwh|hp|ghz|mhz|gb|mb|tb|mp|megapixels?|inch(?:es)?|in|ft|feet|pounds?|miles?|liters?|litres?|grams?|meters?|metres?|watts?|volts?|°[cf]?|"|'|x)(?![\p{L}\d])/iu
const DURATION =
  /\d\s{0,2}(?:h|hrs?|hours?|min|mins|minutes?|sec|seconds?|days?|weeks?|months?|years?|std|stunden?|tage?|jahre?|heures?|jours?|ans?|horas?|días?|años?)(?![\p{L}])/iu
const STREET =
  /\d.{0,40}\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|sq|square|court|ct|pkwy|broadway)\b|(?:straße|strasse|str\.|weg|platz|allee)\s\d|\b(?:rue|via|calle|avenida|piazza)\s\p{L}/iu
const PLACE = /^\p{Lu}[\p{L}.' -]{1,30},\s?(?:\p{Lu}{2}\b|\p{Lu}\p{L}{2,20})/u

/** Letters and digits together, in parts: `GMA/7/112`, `e41c09d`, `693.1 ATT`. */
const IDENTIFIER =
  /^(?=\D*\d)(?=[^\p{L}]*\p{L})[\p{Lu}\d]+(?:[-/._: ][\p{Lu}\d]+)*$|^(?=\D*\d)(?=[^a-f]*[a-f])[\da-f]{7,}$/u

const WEEKDAYS = weekdayNames()
const WEEKDAY = new RegExp(
  String.raw`^(?:${WEEKDAYS})s?\.?(?:\s?(?:[-–—,&/]|to|and|bis|und|et|y|e|a)\s?(?:${WEEKDAYS})s?\.?)*$|^(?:daily|weekdays|weekends|public holidays|every day|bank holidays)$`,
  'iu',
)

/** The names of the days of the week, long and short, in the languages that pages are mostly written in. */
function weekdayNames(): string {
  const names = new Set<string>()
  for (const language of 'en de fr es it pt nl sv da nb pl cs fi ja'.split(' '))
    for (const weekday of ['long', 'short'] as const) {
      const format = new Intl.DateTimeFormat(language, { weekday, timeZone: 'UTC' })
      for (let day = 1; day <= 7; day++)
        names.add(
          format
            .format(Date.UTC(2024, 0, day))
            .replace('.', '')
            .toLowerCase(),
        )
    }
  return [...names].toSorted((one, other) => other.length - one.length).join('|')
}

/** The names of countries and languages in English and in themselves. */
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
const EMPLOYMENT =
  /^(?:full|part)[- ]?time|^(?:permanent|temporary|contract|freelance|internship|apprenticeship|fixed[- ]term|casual|seasonal|volunteer|vollzeit|teilzeit|befristet|unbefristet|praktikum|ausbildung|cdi|cdd|temps plein|temps partiel|stage|jornada completa|tempo pieno|indeterminato|voltijd|deeltijd|heltid|deltid|pełny etat)\b/iu
const LEVEL =
  /^(?:(?:absolute )?beginners?|intermediate|advanced|all levels|easy|medium|moderate|hard|difficult|expert|strenuous|einfach|mittel|schwer|leicht|anfänger|fortgeschrittene|facile|moyen|difficile|fácil|media|difícil|medio|[ABC][12](?:[.–-].{1,6})?)$/iu
const STATUS =
  /^(?:open|closed|available|unavailable|sold out|in stock|out of stock|pending|active|inactive|awarded|cancelled|confirmed|completed|delayed|on time|under offer|for sale|sold|let|draft|stable|beta|deprecated|full|few left|waiting list|offen|geschlossen|verfügbar|ausgebucht|ouvert|fermé|complet|abierto|cerrado|agotado|aperto|chiuso|esaurito)\b/iu
const FILE =
  /^(?:csv|json|geojson|xml|pdf|xlsx?|ods|odt|docx?|zip|parquet|shp|shapefile|kml|txt|html|epub|mp3|mp4|png|jpe?g|svg|tiff?|gpx|sqlite|yaml|toml)$/i
const COLOR =
  /(?:^|\s)(?:black|white|red|green|blue|yellow|orange|purple|violet|pink|brown|grey|gray|silver|gold|golden|beige|navy|cream|ivory|teal|turquoise|olive|charcoal|bronze|chalk|sand|schwarz|weiß|rot|grün|blau|gelb|braun|grau|noir|blanc|rouge|vert|bleu|jaune|gris|negro|blanco|rojo|verde|azul|nero|bianco|rosso|blu)$/iu

/** The share of the words of a short text that a dictionary says name such things. */
function shareOf(text: string, kind: Class): number {
  const words = text.toLowerCase().match(/\p{L}{3,}/gu) ?? []
  if (words.length === 0 || words.length > 5) return 0
  return words.filter((word) => classOf(word, kind) > 0.5).length / words.length
}

/** All of them, in the order of the model's features. */
export const LOOKS: readonly Look[] = [
  {
    name: 'money',
    needsDigit: true,
    of: (text) => Number(MONEY.test(text)),
    near: ['price', 'cost', 'fee', 'salary'],
    classes: ['possession'],
  },
  {
    name: 'date',
    needsDigit: true,
    of: (text) => Number(DATE.test(text)),
    near: ['date', 'day', 'birthday'],
    classes: ['time'],
    formats: ['date', 'date-time'],
  },
  {
    name: 'year',
    needsDigit: true,
    of: (text) => Number(/^\D{0,3}(?:1[5-9]|20)\d\d\D{0,3}$/.test(text)),
    near: ['year', 'date'],
    classes: ['time'],
  },
  {
    name: 'time',
    of: (text) => Number(TIME.test(text)),
    near: ['time', 'hours', 'schedule'],
    classes: ['time'],
    formats: ['time'],
  },
  {
    name: 'duration',
    needsDigit: true,
    of: (text) => Number(DURATION.test(text)),
    near: ['duration', 'minutes', 'hours', 'age'],
    formats: ['duration'],
  },
  {
    name: 'phone',
    needsDigit: true,
    of: (text) => Number(PHONE.test(text)),
    near: ['phone', 'fax'],
    formats: ['phone'],
  },
  {
    name: 'email',
    of: (text) => Number(/\S@\S{1,80}\.\w/.test(text)),
    near: ['email', 'mail'],
    formats: ['email', 'idn-email'],
  },
  {
    name: 'url',
    of: (text) =>
      Number(
        /^(?:https?:\/\/|www\.)\S{3,}|^[\w.-]{2,60}\.(?:com|org|net|edu|gov|de|uk|fr)(?:\/|$)/i.test(text),
      ),
    near: ['website', 'url', 'homepage', 'link'],
    formats: ['uri', 'url'],
  },
  {
    name: 'code',
    needsDigit: true,
    of: (text) =>
      Number(
        /(?:^|[\s:#])(?=\S{0,30}\d)[\dA-Z][\dA-Z-]{5,30}$/.test(text) ||
          (text.length < 30 && IDENTIFIER.test(text)),
      ),
    near: ['identifier', 'code', 'serial'],
  },
  {
    name: 'number',
    needsDigit: true,
    of: (text) => Number(/^[\s\p{Sc}(+-]{0,3}\d[\d.,\s]{0,15}\D{0,12}$/u.test(text)),
    near: ['number', 'count', 'total', 'quantity'],
    classes: ['quantity'],
  },
  {
    name: 'measure',
    needsDigit: true,
    of: (text) => Number(UNIT.test(text)),
    near: ['size', 'length', 'weight', 'speed', 'capacity', 'power'],
    classes: ['quantity'],
  },
  {
    name: 'percent',
    needsDigit: true,
    of: (text) => Number(/\d\s?%|\b\d(?:\.\d)?\s?(?:\/|of|out of)\s?\d/.test(text)),
    near: ['percentage', 'percent', 'score'],
  },
  {
    name: 'person',
    of: personIn,
    near: ['person', 'people'],
    classes: ['person'],
  },
  {
    name: 'organization',
    of: organizationIn,
    near: ['organization', 'institution', 'corporation'],
    classes: ['group'],
  },
  {
    name: 'place',
    of: (text) => Number(PLACE.test(text)),
    near: ['place', 'city', 'country', 'region'],
    classes: ['location'],
  },
  {
    name: 'address',
    of: (text) => Number(STREET.test(text)),
    near: ['address', 'street'],
    classes: ['location'],
  },
  {
    name: 'weekday',
    of: (text) => Number(WEEKDAY.test(text)),
    near: ['day', 'weekday'],
  },
  {
    name: 'country',
    of: (text) => Number(COUNTRIES.has(text.toLowerCase())),
    near: ['country', 'nationality', 'origin'],
  },
  {
    name: 'language',
    of: (text) => Number(LANGUAGES.has(text.toLowerCase())),
    near: ['language'],
  },
  {
    name: 'employment',
    of: (text) => Number(EMPLOYMENT.test(text)),
    near: ['employment', 'contract'],
  },
  {
    name: 'level',
    of: (text) => Number(LEVEL.test(text)),
    near: ['level', 'difficulty', 'grade'],
  },
  {
    name: 'status',
    of: (text) => Number(STATUS.test(text)),
    near: ['status', 'availability', 'state'],
  },
  {
    name: 'version',
    needsDigit: true,
    of: (text) => Number(/^v?\d{1,4}(?:\.\d{1,4}){1,3}(?:[-+][\w.]{1,12})?$/.test(text)),
    near: ['version', 'release'],
  },
  {
    name: 'file',
    of: (text) => Number(FILE.test(text)),
    near: ['format', 'extension'],
  },
  {
    name: 'color',
    of: (text) => Number(text.length < 40 && COLOR.test(text)),
    near: ['color', 'colour'],
  },
  {
    name: 'role',
    of: (text) => (/\d/.test(text) ? 0 : shareOf(text, 'person')),
    near: ['position', 'role', 'job', 'occupation'],
  },
  {
    name: 'locality',
    of: (text) => (/\d/.test(text) ? 0 : Math.max(shareOf(text, 'location'), placeIn(text))),
    near: ['city', 'town', 'location', 'place', 'region'],
  },
  {
    name: 'postcode',
    needsDigit: true,
    of: (text) =>
      Number(
        /^(?:[A-Z]{1,2}-?)?\d{4,5}(?:-\d{3,4})?$|^\d{4}\s?[A-Z]{2}$|^[A-Z]{1,2}\d[A-Z\d]?\s\d[A-Z]{2}$|^\d{2}-\d{3}$/.test(
          text,
        ),
      ),
    near: ['postcode', 'zip', 'postal'],
  },
  {
    name: 'path',
    of: (text) =>
      Number(
        /^(?:~|\.{1,2})?\/[\w.{}/-]+$|^[\w-]+\.(?:toml|ya?ml|json|conf|cfg|ini|sh|py|js|ts|exe|deb|rpm)$/.test(
          text,
        ),
      ),
    near: ['path', 'file', 'endpoint', 'directory'],
  },
  {
    name: 'sentence',
    of: (text) => Number(text.length > 40 && /\p{Ll}[.!?]["”’)]?$/u.test(text)),
    near: ['description', 'summary', 'comment', 'text'],
  },
  {
    name: 'answer',
    of: (text) => Number(/^(?:yes|no|true|false|ja|nein|oui|non|s[iíì]|available|none)\b/i.test(text)),
    near: ['available', 'allowed'],
  },
]

/** How much a text looks like each kind of value. */
export function looksOf(text: string): Float32Array {
  const start = text.slice(0, 200)
  const hasDigit = /\d/.test(start)
  const looks = new Float32Array(LOOKS.length)
  LOOKS.forEach(({ of, needsDigit }, at) => {
    if (hasDigit || !needsDigit) looks[at] = of(start)
  })
  return looks
}

/** How much a field wants each kind of value. */
export function wantedLooks(field: Field, words: FieldWords): Float32Array {
  return Float32Array.from(LOOKS, ({ near, classes = [], formats = [] }) => {
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

/** How much a text looks like what is wanted, and how much like something else. */
export function lookFit(wanted: Float32Array, looks: Float32Array): { fit: number; excess: number } {
  let fit = 0
  let excess = 0
  for (let at = 0; at < wanted.length; at++) {
    fit = Math.max(fit, wanted[at]! * looks[at]!)
    excess = Math.max(excess, (1 - wanted[at]!) * looks[at]!)
  }
  return { fit, excess }
}
