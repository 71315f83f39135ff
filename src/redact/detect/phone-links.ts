import { search } from '../search.ts'
import type { PiiSpan } from '../span.ts'

const SCHEME = '\\b(?:tel|Tel|TEL|sms|SMS|callto|fax|Fax|FAX):(?:\\/\\/)?'
const QUERY = '[?&](?:phone|tel|telephone|mobile|fax|whatsapp)(?:[_-]?[nN]umber)?='
const HOST = '\\/\\/(?:wa\\.me|t\\.me)\\/(?=\\+?\\d{5})'
const SIGN = '(?:[\\d+.\\-/*#]|%(?:2[\\dA-Fa-f]|C2|A0|c2|a0)|[A-Z](?![a-z])|\\([\\d+.\\- ]{1,8}\\))'
const TARGET = new RegExp(`(?:${SCHEME}|${QUERY}|${HOST})(${SIGN}{5,40}(?:;ext=\\d{1,6})?)`, 'gu')
const ENCODED = /%[\da-f]{2}/giu
const MIN_SIGNS = 5
const MIN_DIGITS = 3

/** The targets of links that dial: all of one is the number, however it is encoded. */
export function* findPhoneLinks(text: string): Iterable<PiiSpan> {
  for (const found of search(text, TARGET)) {
    const target = found[1]!
    const signs = target.replaceAll(ENCODED, '').replaceAll(/[^\dA-Z]/gu, '')
    if (signs.length < MIN_SIGNS || signs.replaceAll(/\D/gu, '').length < MIN_DIGITS) continue
    const end = found.index + found[0].length
    yield { start: end - target.length, end, entity: 'PHONE', kind: 'phone-link' }
  }
}
