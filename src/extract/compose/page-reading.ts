import { poolOf } from '../findings/pool.ts'
import type { ReadablePage } from '../page.ts'
import type { Reading } from '../values/read-scalar.ts'

/** What is known about all texts of a page: their language, with the order of days and months, and their base URL. */
export function readingOf(page: ReadablePage): Reading {
  return { language: languageOf(page), base: page.base ?? page.url }
}

const DAY_FIRST = /(?<![\d/])(?:1[3-9]|2\d|3[01])\/(?:0?[1-9]|1[0-2])\/(?:\d{4}|\d\d)(?!\d)/
const MONTH_FIRST = /(?<![\d/])(?:0?[1-9]|1[0-2])\/(?:1[3-9]|2\d|3[01])\/(?:\d{4}|\d\d)(?!\d)/

/** The language that a page declares; plain English is British where its dates or its money are. */
function languageOf(page: ReadablePage): string | undefined {
  const declared = declaredBy(page)
  if (declared !== undefined && !/^en$/i.test(declared)) return declared
  const { spots } = poolOf(page)
  const has = (pattern: RegExp) => spots.some(({ text }) => pattern.test(text))
  if (has(MONTH_FIRST)) return 'en-us'
  if (has(DAY_FIRST) || has(/£\s?\d/) || /\.(?:uk|au|nz|ie|in)(?:\/|:|$)/.test(page.url ?? '')) return 'en-gb'
  return declared
}

function declaredBy({ landmarks }: ReadablePage): string | undefined {
  const html = landmarks.find(({ name }) => name === 'html')
  const said = html?.attribs['lang'] ?? html?.attribs['xml:lang']
  if (said) return said.trim().slice(0, 20)
  const meta = landmarks.find(
    ({ name, attribs }) => name === 'meta' && /^content-language$/i.test(attribs['http-equiv'] ?? ''),
  )
  return meta?.attribs['content']?.trim().slice(0, 20)
}
