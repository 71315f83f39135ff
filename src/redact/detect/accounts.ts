import { createHash } from 'node:crypto'
import { matchesOf } from '../../language/matches-of.ts'
import { spanOf } from '../span.ts'
import type { PiiSpan } from '../span.ts'
import { remainder97, textBefore } from './number-kinds.ts'

const LENGTHS: Record<string, number> = Object.fromEntries(
  'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
    .split(' ')
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

const START = /(?<![\p{L}\p{N}])[a-z]{2}[ -]?\d{2}(?=[ -]?[a-z\d]{4})/giu
const SIGN = /[a-z\d]/iu
const BETWEEN = /[ \-\u{a0}.]/u

/** IBANs with the right length and check digits, in one piece or in groups; with wrong ones when called an IBAN. */
export function* findIbans(text: string): Iterable<PiiSpan> {
  for (const start of matchesOf(text, START)) {
    const length = LENGTHS[start[0].slice(0, 2).toUpperCase()]
    if (!length) continue
    const { end, signs } = readSigns(text, start.index, length)
    if (signs.length !== length || SIGN.test(text[end] ?? '')) continue
    const isLabelled = /\biban\b/u.test(textBefore(text, start.index, 30))
    if (isLabelled || remainder97(signs.slice(4) + signs.slice(0, 4)) === 1) {
      yield { start: start.index, end, entity: 'FINANCIAL', kind: 'iban' }
    }
  }
}

function readSigns(text: string, start: number, length: number): { end: number; signs: string } {
  let signs = ''
  let at = start
  while (at < text.length && signs.length < length) {
    if (SIGN.test(text[at]!)) signs += text[at]!.toUpperCase()
    else if (!BETWEEN.test(text[at]!) || !SIGN.test(text[at + 1] ?? '')) break
    at++
  }
  return { end: at, signs }
}

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = /\b(?:bc1|tb1|ltc1|addr1|cosmos1|BC1)[02-9ac-hj-np-zAC-HJ-NP-Z]{11,98}\b/g
const ETHEREUM = /\b0x[\dA-Fa-f]{40}\b/g
const MONERO = /^4[\dAB]\w{93}$/u
const BASE58 = /\b[1-9A-HJ-NP-Za-km-z]{25,95}\b/g
const BASE58_CHECKED = /^[13LMDTXrt9A].{24,34}$/u
const SOLANA_WORDS = /\b(?:sol|solana|phantom|wallet)\b[^\n]{0,30}$/u

export function* findWallets(text: string): Iterable<PiiSpan> {
  for (const shape of [BECH32, ETHEREUM])
    for (const found of matchesOf(text, shape)) yield spanOf(found, 'FINANCIAL', 'wallet')
  for (const found of matchesOf(text, BASE58)) {
    const isKnown = MONERO.test(found[0]) || (BASE58_CHECKED.test(found[0]) && isBase58Check(found[0]))
    if (isKnown || isSolana(found[0], textBefore(text, found.index)))
      yield spanOf(found, 'FINANCIAL', 'wallet')
  }
}

/** Solana's addresses have no check digits, so a word must say it. */
const isSolana = (address: string, before: string) =>
  address.length >= 32 && address.length <= 44 && /\d/u.test(address) && SOLANA_WORDS.test(before)

/** Whether the last four bytes are the beginning of the double hash of the others. */
function isBase58Check(address: string): boolean {
  let number = 0n
  for (const sign of address) {
    const value = ALPHABET.indexOf(sign)
    if (value < 0) return false
    number = number * 58n + BigInt(value)
  }
  const hex = number.toString(16).padStart(50, '0')
  if (hex.length > 50) return false
  const bytes = Buffer.from(hex, 'hex')
  const hash = sha256(sha256(bytes.subarray(0, 21)))
  return hash.subarray(0, 4).equals(bytes.subarray(21))
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest()
