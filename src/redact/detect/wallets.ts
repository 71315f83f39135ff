import { createHash } from 'node:crypto'
import { search } from '../search.ts'
import type { PiiSpan } from '../span.ts'
import { textBefore } from './surroundings.ts'

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BECH32 = /\b(?:bc1|tb1|ltc1|addr1|cosmos1|BC1)[02-9ac-hj-np-zAC-HJ-NP-Z]{11,98}\b/g
const ETHEREUM = /\b0x[\dA-Fa-f]{40}\b/g
const MONERO = /^4[\dAB]\w{93}$/u
const BASE58 = /\b[1-9A-HJ-NP-Za-km-z]{25,95}\b/g
const CHECKED = /^[13LMDTXrt9A].{24,34}$/u
const SOLANA_WORDS = /\b(?:sol|solana|phantom|wallet)\b[^\n]{0,30}$/u

/** Addresses of crypto wallets. */
export function* findWallets(text: string): Iterable<PiiSpan> {
  for (const shape of [BECH32, ETHEREUM]) for (const found of search(text, shape)) yield wallet(found)
  for (const found of search(text, BASE58)) {
    const isKnown = MONERO.test(found[0]) || (CHECKED.test(found[0]) && isBase58Check(found[0]))
    if (isKnown || isSolana(found[0], textBefore(text, found.index))) yield wallet(found)
  }
}

/** Solana's addresses have no check digits, so a word must say it. */
const isSolana = (address: string, before: string) =>
  address.length >= 32 && address.length <= 44 && /\d/u.test(address) && SOLANA_WORDS.test(before)

const wallet = (found: RegExpExecArray): PiiSpan => ({
  start: found.index,
  end: found.index + found[0].length,
  entity: 'FINANCIAL',
  kind: 'wallet',
})

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
