import { matchesOf } from '../../language/matches-of.ts'
import type { PiiSpan } from '../span.ts'
import type { NumberCandidate } from './number-kinds.ts'

interface PhoneCandidate extends NumberCandidate {
  isLast: boolean
  followsPhone: boolean
  isLabelled: () => boolean
}

export const isLabelledPhone = (before: string): boolean =>
  LABEL_BEFORE.test(before) && !OTHER_NUMBER_BEFORE.test(before)

export function findPhone(
  text: string,
  start: number,
  end: number,
  candidate: PhoneCandidate,
): PiiSpan | undefined {
  const opening = openingBefore(text, start)
  const written = opening + candidate.raw
  if (!isPhone(written, candidate, opening)) return undefined
  const extension = EXTENSION.exec(text.slice(end, end + 24))?.[0] ?? ''
  return { start: start - opening.length, end: end + extension.length, entity: 'PHONE', kind: 'phone' }
}

const EXTENSION = /^[ ,;]{0,2}(?:x|ext\.?|extension|durchwahl|dw|poste|anexo|#)[ .:]{0,2}\d{1,6}(?!\d)/iu

function openingBefore(text: string, start: number): string {
  const last = text[start - 1]
  if (last !== '+' && last !== '(') return ''
  const one = text[start - 2]
  return (one === '+' || one === '(') && one !== last ? one + last : last
}

/** What tells most numbers from phones, and at the least cost, is asked first. */
function isPhone(written: string, candidate: PhoneCandidate, opening: string): boolean {
  if (candidate.digits.length > 15 || !hasPhoneSigns(written, candidate, opening)) return false
  return SEPARATED.test(written) && isBalanced(written) && !isOtherNumber(written, candidate)
}

function hasPhoneSigns(written: string, candidate: PhoneCandidate, opening: string): boolean {
  const { digits, isAggressive } = candidate
  const isInternational = opening.includes('+') || /^00[1-9]/u.test(digits)
  if (isInternational) return digits.length >= 8 && !isAmount(written)
  const isLabelled = candidate.isLabelled() || (candidate.isLast && LABEL_AFTER.test(candidate.after()))
  if (isLabelled || candidate.followsPhone) return digits.length >= 6
  const isStrong = STRONG.test(written)
  if ((!isAggressive && !isStrong) || OTHER_WORDS.test(candidate.before)) return false
  if (isStrong) return true
  return isAggressive && digits.length >= 7 && digits.length <= 13 && /[ \-.()]/u.test(written)
}

const SEPARATED =
  /^[+(]{0,2}\d+(?:(?<=^\(?0\d{1,4})\)? \/ \d+)?(?:(?:[ \u{a0}\u{202f}.\-–‑/]|\)[ .-]?|[ .-]?\(|\) \(| [-–] |\/ )\d+)*$/u

const isBalanced = (written: string) =>
  !/[()]/u.test(written) || written.split('(').length === written.split(')').length

const DATES = [
  /^(?:19|20)\d{2}([-./ ])(?:0?\d|1[0-2])\1[0-3]?\d(?: \d{1,2})?$/u,
  /^[0-3]?\d([-./ ])[0-3]?\d\1(?:19|20)?\d{2}(?: \d{1,2})?$/u,
  /^(?:1[5-9]|20)\d{2}[-–/ .](?:1[5-9]|20)\d{2}$/u,
  /^(?:19|20)\d{6}$/u,
  /^\d{3}-\d{2}-\d{4}$/u,
]
const ADDRESS = /^(?:25[0-5]|2[0-4]\d|1?\d?\d)(?:\.(?:25[0-5]|2[0-4]\d|1?\d?\d)){3}$/u
const DECIMAL = /^\d+\.\d+$/u
const MONEY_BEFORE = /(?:[$€£¥₹₽]|\b(?:usd|eur|gbp|chf|rs|inr|kr|pln|zł|aud|cad))\.?\s?$/u
const MONEY_AFTER =
  /^\s?(?:[$€£¥₹%‰°]|(?:usd|eur|euros?|gbp|chf|dollars?|pounds?|kr|pln|zł|km|kg|mm|cm|px|mb|gb|kb|ms|people|users|views|times|million|mio|downloads|einwohner|inhabitants|habitants|habitantes)\b|:\d)/u

/** Dates, addresses of machines, decimals, amounts and book numbers look like phone numbers and are none. */
function isOtherNumber(written: string, { digits, before, after, isLabelled }: PhoneCandidate): boolean {
  if (DATES.some((shape) => shape.test(written)) || ADDRESS.test(written)) return true
  if (DECIMAL.test(written) && !isLabelled()) return true
  if (/\bis[bs]n\b|\bean\b|\bgtin\b|\bdoi\b|\bupc\b/u.test(before)) return true
  if (/^97[89]/u.test(digits) && digits.length === 13 && !written.startsWith('+')) return true
  return MONEY_BEFORE.test(before) || MONEY_AFTER.test(after())
}

/** 1 000 000: a first group of up to three digits and then always three. */
const isAmount = (written: string) => /^\+?[1-9]\d{0,2}(?:[ .]000)+$/u.test(written)

const PHONE_WORDS =
  'phones?|tele?phone?|tel|fon|telefon\\w*|téléphone|telefone|teléfono|telefono|telefoon|puhelin|tlf|tfn|puh|handy|mobil\\w*|móvil|cellulare|portable|celular|gsm|cell|fax|telefax|faks|hotline|whatsapp|wa|sms|signal|telegram|viber|call|calls|called|calling|dial|ring|text(?: me)?|reach\\w*|answering|messages? (?:to|on)|contact|helpline|direct|desk|office|rufnummer|anrufen|appel\\w*|appelez|llam\\w*|ligue|chiama\\w*|bel|zavolat|dzwoń|тел|телефон|моб|τηλ|registered'
/** Many things have a number; it is one to call when it is somebody's, or when the line says nothing else. */
const WHOSE_NUMBER =
  '(?:(?<=\\n|^)[ \\t*_#|>-]{0,6}|(?<![\\p{L}])(?:my|your|his|her|our|their|new|old|current|following|at|on) )numbers?'
const LABEL_BEFORE = new RegExp(
  `(?:(?<![\\p{L}])(?:${PHONE_WORDS})|${WHOSE_NUMBER})(?![\\p{L}])[^\\d!?;]{0,28}$`,
  'u',
)
const OTHER_NUMBER_BEFORE =
  /(?<!\p{L})(?:order|invoice|reference|ref|ticket|case|serial|tracking|account|customer|model|part|article|policy|contract|booking|confirmation|company|registration|item|product|catalogue?|charity|licen[cs]e|vat|lot|batch|flight|room|issue) (?:numbers?|no\.?|id|#)[^\d]{0,12}$/u
const LABEL_AFTER =
  /^\s?[-–(,:]?\s?(?:office|fax|mobile|cell|home|work|tel|phone|direct|desk|mobil|handy)(?!\p{L})/u

const OTHER_WORDS =
  /(?:[#№§]|\b(?:order|invoice|ref(?:erence)?|case|ticket|serial|model|part|item|sku|version|v|build|release|rev|patent|article|art|isbn|issn|pmid|doi|page|pages|pp|vol|zip|postcode|plz|rechnung\w*|bestell\w*|kunden\w*|artikel\w*|commande|facture|pedido|factura|hrb|hra|siren|siret|vat|ust-?id\w*|steuernummer|coordinates|lat|lon|id|uuid|chapter|section|figure|fig|table|score)\b)[^\d\n]{0,14}$/u

const STRONG = new RegExp(
  `^(?:${[
    /\(\d{2,5}\)[ .-]?\d{2,4}(?:[ .-]\d{2,4}){1,3}/u,
    /1?[ .-]?\(?[2-9]\d{2}\)?(?<sign>[-. ])\d{3}\k<sign>\d{4}/u,
    /1-[2-9]\d{2}-\d{3}-\d{4}/u,
    /\(0\d{1,5}\)[ /-]?\d{3,}(?:[ -]\d+){0,4}/u,
    /0\d(?:[ .-]\d{2}){4}/u,
    /0\d{1,4}[ /\-–][ /\-–]?\d{5,9}(?:[ -]\d{1,5})?/u,
    /0\d{2,5} ?[ /\-–]\/? ?\d{2,4}(?:[ -]\d{2,4}){1,4}/u,
    /0\d{1,2} \d{3,4} \d{3,4}/u,
    /0\d{1,2}-\d{3,4}-\d{4}/u,
    /0\d{9,10}/u,
  ]
    .map(({ source }) => source)
    .join('|')})$`,
  'u',
)

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
  for (const found of matchesOf(text, TARGET)) {
    const target = found[1]!
    const signs = target.replaceAll(ENCODED, '').replaceAll(/[^\dA-Z]/gu, '')
    if (signs.length < MIN_SIGNS || signs.replaceAll(/\D/gu, '').length < MIN_DIGITS) continue
    const end = found.index + found[0].length
    yield { start: end - target.length, end, entity: 'PHONE', kind: 'phone-link' }
  }
}
