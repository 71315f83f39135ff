import type { Field } from './field.ts'
import type { FieldWords } from './similarity.ts'
import { classOf } from './word-vectors.ts'
import type { CLASSES } from './word-vectors.ts'

type Class = (typeof CLASSES)[number]

/** A kind of value that can be told by how it looks, and what tells that a field wants such values. */
interface Look {
  name: string
  /** Whether a text, of 200 characters at most, looks so: from 0 to 1. */
  of: (text: string) => number
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
const ORGANIZATION =
  /\b(?:inc|llc|ltd|corp|co|gmbh|ag|plc|corporation|company|group|press|publishing|publishers|books|systems|solutions|services|university|college|institute|school|association|foundation|bank|club|s\.a|bv|oy|ab|kg|spa)\b/i
const STREET =
  /\d.{0,40}\b(?:st|street|ave|avenue|rd|road|blvd|boulevard|dr|drive|ln|lane|sq|square|court|ct|pkwy|broadway)\b|(?:straße|strasse|str\.|weg|platz|allee)\s\d|\b(?:rue|via|calle|avenida|piazza)\s\p{L}/iu
const PLACE = /^\p{Lu}[\p{L}.' -]{1,30},\s?(?:\p{Lu}{2}\b|\p{Lu}\p{L}{2,20})/u
const PERSON =
  /^\p{Lu}[\p{Ll}'’]{1,15}(?: \p{Lu}\.?| (?:de|van|von|der|la|di|da))?(?:[ -]\p{Lu}[\p{L}'’]{1,18}){1,3}$/u

/** All of them, in the order of the model's features. */
export const LOOKS: readonly Look[] = [
  {
    name: 'money',
    of: (text) => Number(MONEY.test(text)),
    near: ['price', 'cost', 'fee', 'salary'],
    classes: ['possession'],
  },
  {
    name: 'date',
    of: (text) => Number(DATE.test(text)),
    near: ['date', 'day', 'birthday'],
    classes: ['time'],
    formats: ['date', 'date-time'],
  },
  {
    name: 'year',
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
    of: (text) => Number(DURATION.test(text)),
    near: ['duration', 'minutes', 'hours', 'age'],
    formats: ['duration'],
  },
  { name: 'phone', of: (text) => Number(PHONE.test(text)), near: ['phone', 'fax'], formats: ['phone'] },
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
    of: (text) => Number(/(?:^|[\s:#])(?=\S{0,30}\d)[\dA-Z][\dA-Z-]{5,30}$/.test(text)),
    near: ['identifier', 'code', 'serial'],
  },
  {
    name: 'number',
    of: (text) => Number(/^[\s\p{Sc}(+-]{0,3}\d[\d.,\s]{0,15}\D{0,12}$/u.test(text)),
    near: ['number', 'count', 'total', 'quantity'],
    classes: ['quantity'],
  },
  {
    name: 'measure',
    of: (text) => Number(UNIT.test(text)),
    near: ['size', 'length', 'weight', 'speed', 'capacity', 'power'],
    classes: ['quantity'],
  },
  {
    name: 'percent',
    of: (text) => Number(/\d\s?%|\b\d(?:\.\d)?\s?(?:\/|of|out of)\s?\d/.test(text)),
    near: ['percentage', 'percent', 'score'],
  },
  {
    name: 'person',
    of: (text) => Number(PERSON.test(text)),
    near: ['person', 'people'],
    classes: ['person'],
  },
  {
    name: 'organization',
    of: (text) => Number(ORGANIZATION.test(text)),
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
    name: 'answer',
    of: (text) => Number(/^(?:yes|no|true|false|ja|nein|oui|non|s[iíì]|available|none)\b/i.test(text)),
    near: ['available', 'allowed'],
  },
]

/** How much a text looks like each kind of value. */
export function looksOf(text: string): Float32Array {
  const start = text.slice(0, 200)
  return Float32Array.from(LOOKS, ({ of }) => of(start))
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
