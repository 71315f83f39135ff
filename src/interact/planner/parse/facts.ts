import type { Fact, Order } from './command.ts'
import { QUOTED, WHOLE } from './masked.ts'
import type { Masked } from './masked.ts'
import { readTargets } from './targets.ts'
import { phrase, words } from './vocabulary.ts'

/** Reads values to enter: `size L`, `the quantity to 3`, `"Noor" as first name`, `country=Japan, weight=1`. */
export function readFacts(said: string, masked: Masked, on?: boolean): Fact[] {
  const parts = said.split(JOINT)
  return parts.flatMap((part, at) => {
    const isValue = at % 2 === 0 && part.trim() !== ''
    return isValue ? { ...readFact(part.trim(), masked, on), joint: parts[at - 1] ?? '' } : []
  })
}

type How = { on?: boolean; isChoice?: boolean }
/** Values are joined by commas, semicolons and `and`. */
const JOINT = /(\s*[,;]\s*(?:and\s+|then\s+)?|\s+(?:and|plus|&)\s+)/i

/** Reads one value to enter, whatever commas it has. */
function readFact(text: string, masked: Masked, on?: boolean): Fact {
  const [quoted, ...others] = text.match(new RegExp(QUOTED, 'gu')) ?? []
  return {
    said: masked.plain(text),
    ...(quoted !== undefined && others.length === 0 && { quoted: masked.plain(quoted) }),
    readings: readingsOf(text, masked),
    targets: readTargets(text, masked),
    joint: '',
    ...(on !== undefined && { on }),
  }
}

/** The order to put values; undefined if there are none. */
export function putOrder(said: string, masked: Masked, { on, isChoice }: How = {}): Order | undefined {
  const facts = readFacts(said, masked, on)
  if (facts.length === 0) return undefined
  const whole = facts.length > 1 && { whole: readFact(said, masked, on) }
  return { do: 'put', facts, ...whole, ...(isChoice && { isChoice }) }
}

/** Patterns that name the field and the value, the surest first. */
const PATTERNS = [
  /^(?:the\s+|my\s+)?(?<key>[^=:]{1,60}?)\s*(?:=|:(?=\s|[\ue000\ue001]))\s*(?<value>.+)$/u,
  words`<value?> as ((the|my|your|a) )?<key>`,
  words`<value?> in ?to ((the|my) )?<key>`,
  words`((the|my) )?<key?> (to|as|is|at|=>|->|→|with) <value>`,
  words`<value?> (in|for|from|under|on|at) ((the|my) )?<key>`,
  words`((the|my|a) )?<key?> (of|at|for) <value>`,
  words`((the|my|a) )?(?<key>[^\ue000\ue001]+?) (?<value>${WHOLE})`,
  words`(?<value>${WHOLE}) (the )?(?<key>[^\ue000\ue001]+)`,
]

function readingsOf(text: string, masked: Masked): Fact['readings'] {
  return PATTERNS.flatMap((pattern) => {
    const { key, value } = pattern.exec(text)?.groups ?? {}
    if (key === undefined || value === undefined) return []
    const bare = value.replace(/^(?:to|be|the value)\s+/i, '')
    return [{ key: withoutKind(masked.plain(key)), value: masked.plain(bare) }]
  })
}

const KIND_FIRST = phrase`^(field|box|dropdown|list|slider|switch) ((called|named|labell?ed|for( the)?) )?`
const KIND_LAST = phrase` (text ?)?(field|box|input|drop-?down|list|menu|selector|slider|switch|filter|picker)$`

/** `the Keyword field` is called `Keyword`. */
export function withoutKind(key: string): string {
  return key.replace(KIND_FIRST, '').replace(KIND_LAST, '').trim()
}
