import { matchesOf } from '../../language/matches-of.ts'
import { spanOf } from '../span.ts'
import type { Entity, PiiSpan } from '../span.ts'

interface LabelledKind {
  kind: string
  entity: Entity
  label: RegExp
  value: RegExp
}

const ID_VALUE = /(?=[A-Z\d -]{0,18}\d)[A-Z\d](?:[A-Z\d]|[ -](?=[A-Z\d]{2})){4,22}(?![A-Za-z\d])/iuy
const label = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?!\\p{L})`, 'giu')

const KINDS: readonly LabelledKind[] = [
  {
    kind: 'driver-licence',
    entity: 'FINANCIAL',
    label: label(
      "driv(?:er|ing)(?:['’]?s)? ?licen[cs]e|driver['’]?s? id|führerschein\\p{L}*|permis de conduire|carnet de conducir|licencia de conducir|patente di guida|rijbewijs\\p{L}*|prawo jazdy",
    ),
    value: ID_VALUE,
  },
  {
    kind: 'passport',
    entity: 'FINANCIAL',
    label: label(
      "passports?|reisepass\\p{L}*|passeport|pasaporte|passaporto|paspoort\\p{L}*|paszport\\p{L}*|personalausweis\\p{L}*|id card|identity card|ausweis\\p{L}*|carte d['’]identité|carta d['’]identità|national id",
    ),
    value: ID_VALUE,
  },
  {
    kind: 'postcode',
    entity: 'LOCATION',
    label: label(
      'zip(?:[ -]?codes?)?|post(?:al)?[ -]?codes?|plz|postleitzahl|code postal|código postal|cap|cep|postcode',
    ),
    value:
      /\d[\dA-Z]{1,4}(?:[ -]?\d[\dA-Z]{1,3})?(?![\p{L}\d])|[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}(?!\p{L})|[A-Z]\d[A-Z] ?\d[A-Z]\d/iuy,
  },
]

const CONNECTOR =
  /[\s"'*_`:=#|>()[\].-]{0,6}(?:(?:number|no\.?|nr\.?|num\.?|nummer|numéro|número|numero|code|id|is|ist|est|es|are|was|to|it's|n°|nº)(?!\p{L})[\s"'*_`:=#|>()-]{0,5}){0,4}/iuy

export function* findLabelled(text: string): Iterable<PiiSpan> {
  for (const { kind, entity, label: words, value } of KINDS) {
    for (const found of matchesOf(text, words)) {
      CONNECTOR.lastIndex = found.index + found[0].length
      const connector = CONNECTOR.exec(text)
      if (!connector || connector[0].length === 0) continue
      value.lastIndex = CONNECTOR.lastIndex || connector.index + connector[0].length
      const start = value.lastIndex
      const match = value.exec(text)
      if (match) yield { start, end: start + match[0].length, entity, kind }
    }
  }
}

const FINE_DECIMAL = /\d\.\d{4}/g
const DECIMAL =
  /[-+]?(?:90(?:\.0+)?|[1-8]?\d\.\d{4,12})°?\s?[NS]?\s?[,;/ ]\s?[-+]?(?:180(?:\.0+)?|(?:1[0-7]\d|\d{1,2})\.\d{4,12})°?(?:\s?[EWO](?!\p{L}))?(?![\d.]\d)/uy
const SEXAGESIMAL =
  /[NS]?\s?\d{1,2}\s?°\s?\d{1,2}(?:\.\d+)?\s?['′’](?:\s?\d{1,2}(?:[.,]\d{1,6})?\s?(?:"|″|”|''|′′))?\s?[NS]?\s?[,;/]?\s?[EWO]?\s?\d{1,3}\s?°\s?\d{1,2}(?:\.\d+)?\s?['′’](?:\s?\d{1,2}(?:[.,]\d{1,6})?\s?(?:"|″|”|''|′′))?\s?[EWO]?/gu

/** Finds pairs of latitude and longitude that are precise enough to point at a house. */
export function* findCoordinates(text: string): Iterable<PiiSpan> {
  let done = 0
  for (const found of matchesOf(text, FINE_DECIMAL)) {
    let start = found.index
    if (start < done) continue
    if (/\d/u.test(text[start - 1] ?? '')) start--
    if (/[-+]/u.test(text[start - 1] ?? '')) start--
    DECIMAL.lastIndex = start
    if (/[\p{L}\d.,/]/u.test(text[start - 1] ?? '') || !DECIMAL.exec(text)) continue
    done = DECIMAL.lastIndex
    yield { start, end: done, entity: 'LOCATION', kind: 'coordinates' }
  }
  if (!text.includes('°')) return
  for (const found of matchesOf(text, SEXAGESIMAL)) {
    yield spanOf(found, 'LOCATION', 'coordinates')
  }
}
