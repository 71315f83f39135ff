/* oxlint-disable no-control-regex -- The patterns are about bytes, which control characters stand for. */

import { encodingDetector } from '../../language/encoding.ts'

/** The likeliest encoding of bytes without a usable declaration. Never UTF-7, which only attackers use. */
export function detectEncoding(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, SAMPLE_BYTES)).toString(
    'latin1',
  )
  if (/\x1b(\$[@B]|\([IJ])/.test(start)) return 'iso-2022-jp'
  const sample = visible(start)
  const language = /<html[^>]*\slang\s*=\s*["']?([a-z]{2,3})/i.exec(start)?.[1]?.toLowerCase()
  const highBytes = sample.match(/[\x80-\xff]/g)?.length ?? 0
  if (highBytes < TELLING_BYTES && language === undefined) return FALLBACK

  const candidates = encodingDetector().detectAll(Buffer.from(sample, 'latin1'), {
    detectEncodings: ENCODINGS,
    minimumThreshold: 0,
  })
  const [best] = candidates
  const ofLanguage = candidates.find((candidate) => candidate.language === language)
  const isNear = (ofLanguage?.confidence ?? 0) >= (best?.confidence ?? 0) * NEAR
  const found = ((isNear ? ofLanguage : undefined) ?? best)?.encoding?.toLowerCase() ?? FALLBACK
  return NAMES[found] ?? found
}

const SAMPLE_BYTES = 256 * 1024
const TEXT_CHARS = 16 * 1024

/** Fewer letters could be of any alphabet; Western European is then the likeliest. */
const TELLING_BYTES = 4
const FALLBACK = 'windows-1252'

/** The share of the best score that the declared language must reach to be believed. */
const NEAR = 0.6

/** Removes tags and scripts, which would make every page look English, in one pass even for unclosed tags. */
function visible(start: string): string {
  let seen = ''
  let at = 0
  while (at < start.length && seen.length < TEXT_CHARS) {
    const open = start.indexOf('<', at)
    const textEnd = open === -1 ? start.length : open
    seen += `${start.slice(at, textEnd)} `
    at = open === -1 ? start.length : endOfMarkup(start, open)
  }
  return seen.replace(/&#?\w{1,10};/g, ' ').replace(/[\x00-\x20]+/g, ' ')
}

function endOfMarkup(start: string, open: number): number {
  const name = /^<(script|style|!--)/i.exec(start.slice(open, open + 7))?.[1]?.toLowerCase()
  const close = name === undefined ? '>' : name === '!--' ? '-->' : `</${name}`
  const end = start.indexOf(close, open + 1)
  return end === -1 ? start.length : end + close.length
}

/** Encodings that the web uses and that can be decoded, by the detector's names. */
const ENCODINGS = (
  'utf-8 gb18030 big5hkscs cp932 euc-jis-2004 cp949 euc-kr koi8-r koi8-u cp866 cp874 ' +
  'windows-1250 windows-1251 windows-1252 windows-1253 windows-1254 windows-1255 windows-1256 windows-1257 windows-1258 ' +
  'iso-8859-2 iso-8859-5 iso-8859-6 iso-8859-7 iso-8859-8 iso-8859-13'
).split(' ')

const NAMES: Record<string, string | undefined> = {
  cp932: 'shift_jis',
  cp949: 'euc-kr',
  cp874: 'windows-874',
  big5hkscs: 'big5',
  'euc-jis-2004': 'euc-jp',
}
