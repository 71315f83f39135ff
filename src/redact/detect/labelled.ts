import { search } from '../search.ts'
import type { Entity, PiiSpan } from '../span.ts'

interface LabelledKind {
  kind: string
  entity: Entity
  label: RegExp
  value: RegExp
}

const ID_VALUE = /(?=[A-Z\d -]{0,18}\d)[A-Z\d](?:[A-Z\d]|[ -](?=[A-Z\d]{2})){4,22}(?![A-Za-z\d])/iuy
const label = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?!\\p{L})`, 'giu')

/** Values that only the words before them tell. */
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

/** Passports, licences and postcodes: what follows the words that name it. */
export function* findLabelled(text: string): Iterable<PiiSpan> {
  for (const { kind, entity, label: words, value } of KINDS) {
    for (const found of search(text, words)) {
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
