import type { Fact, Order } from './command.ts'
import { WHOLE } from './masked.ts'
import type { Masked } from './masked.ts'
import { readTargets } from './targets.ts'

/** Reads values to enter: `size L`, `the quantity to 3`, `"Noor" as first name`, `country=Japan, weight=1`. */
export function readFacts(words: string, masked: Masked, on?: boolean): Fact[] {
  return partsOf(words).map(({ text, joint }) => ({ ...readFact(text, masked, on), joint }))
}

/** Reads one value to enter, whatever commas it has. */
function readFact(text: string, masked: Masked, on?: boolean): Fact {
  return {
    said: masked.plain(text),
    readings: readingsOf(text, masked),
    targets: readTargets(text, masked),
    joint: '',
    ...(on !== undefined && { on }),
  }
}

/** The order to put values; undefined if there are none. */
export function putOrder(
  words: string,
  masked: Masked,
  { on, isChoice }: { on?: boolean; isChoice?: boolean } = {},
): Order | undefined {
  const facts = readFacts(words, masked, on)
  if (facts.length === 0) return undefined
  const whole = facts.length > 1 && { whole: readFact(words, masked, on) }
  return { do: 'put', facts, ...whole, ...(isChoice && { isChoice }) }
}

/** Patterns that name the field and the value, the surest first. */
const PATTERNS = [
  /^(?:the\s+|my\s+)?(?<key>[^=:]{1,60}?)\s*(?:=|:(?=\s|[\ue000\ue001]))\s*(?<value>.+)$/u,
  /^(?<value>.+?)\s+as\s+(?:the\s+|my\s+|your\s+|a\s+)?(?<key>.+)$/iu,
  /^(?<value>.+?)\s+(?:into|in to)\s+(?:the\s+|my\s+)?(?<key>.+)$/iu,
  /^(?:the\s+|my\s+)?(?<key>.+?)\s+(?:to|as|is|at|=>|->|→|with)\s+(?<value>.+)$/iu,
  /^(?<value>.+?)\s+(?:in|for|from|under|on|at)\s+(?:the\s+|my\s+)?(?<key>.+)$/iu,
  /^(?:the\s+|my\s+|a\s+)?(?<key>.+?)\s+(?:of|at|for)\s+(?<value>.+)$/iu,
  new RegExp(`^(?:the\\s+|my\\s+|a\\s+)?(?<key>[^\\ue000\\ue001]+?)\\s+(?<value>${WHOLE})$`, 'iu'),
  new RegExp(`^(?<value>${WHOLE})\\s+(?:the\\s+)?(?<key>[^\\ue000\\ue001]+)$`, 'iu'),
]

function readingsOf(text: string, masked: Masked): Fact['readings'] {
  return PATTERNS.flatMap((pattern) => {
    const { key, value } = pattern.exec(text)?.groups ?? {}
    if (key === undefined || value === undefined) return []
    return [
      {
        key: withoutKind(masked.plain(key)),
        value: masked.plain(value.replace(/^(?:to|be|the value)\s+/i, '')),
      },
    ]
  })
}

/** `the Keyword field` is called `Keyword`. */
export function withoutKind(key: string): string {
  return key
    .replace(
      /^(?:field|box|dropdown|list|slider|switch)\s+(?:called\s+|named\s+|labelled\s+|labeled\s+|for\s+(?:the\s+)?)?/i,
      '',
    )
    .replace(/\s+(?:text ?)?(?:field|box|input|dropdown|drop-down|list|menu|selector|slider|switch)$/i, '')
    .trim()
}

/** Parts between commas, semicolons and `and`. */
function partsOf(words: string): { text: string; joint: string }[] {
  const parts: { text: string; joint: string }[] = []
  let from = 0
  let joint = ''
  for (const { 0: found, index } of words.matchAll(/\s*[,;]\s*(?:and\s+|then\s+)?|\s+(?:and|plus|&)\s+/gi)) {
    parts.push({ text: words.slice(from, index), joint })
    joint = found
    from = index + found.length
  }
  parts.push({ text: words.slice(from), joint })
  return parts.map((part) => ({ ...part, text: part.text.trim() })).filter(({ text }) => text !== '')
}
