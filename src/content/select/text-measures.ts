/** Counts in a text that do not depend on its language. */
export interface TextMeasures {
  /** Characters without white space. */
  chars: number
  /** Words; in scripts without spaces, two characters count as one. */
  words: number
  commas: number
  stops: number
  digits: number
  capitals: number
}

/** One pass, because texts may be long and this is a hot path. */
export function measureText(text: string): TextMeasures {
  let chars = 0
  let words = 0
  let unparted = 0
  let commas = 0
  let stops = 0
  let digits = 0
  let capitals = 0
  let isInWord = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === 0x20 || code === 0x0a || code === 0x09 || code === 0xa0) {
      isInWord = false
      continue
    }
    chars++
    if (code >= 0x2e80 && !(code >= 0xac00 && code < 0xd7b0)) {
      isInWord = false
      if (code === 0x3001 || code === 0xff0c || code === 0xff1b) commas++
      else if (code === 0x3002 || code === 0xff01 || code === 0xff1f || code === 0xff61) stops++
      else unparted++
      continue
    }
    // Thai, Lao, Burmese and Khmer have no spaces between words either.
    if ((code >= 0x0e00 && code < 0x0f00) || (code >= 0x1000 && code < 0x10a0)) {
      isInWord = false
      unparted++
      continue
    }
    if (code >= 0x30 && code <= 0x39) digits++
    else if (code >= 0x41 && code <= 0x5a) capitals++
    else if (code === 0x2c || code === 0x3b || code === 0x060c || code === 0x061b) {
      commas++
      continue
    } else if (
      code === 0x2e ||
      code === 0x21 ||
      code === 0x3f ||
      code === 0x2026 ||
      code === 0x061f ||
      code === 0x0964
    ) {
      // A point inside a number or a URL does not end a sentence.
      const next = text.charCodeAt(at + 1)
      if (!(next > 0x20)) stops++
      else if (next === 0x22 || next === 0x27 || next === 0x29 || next === 0x201d || next === 0x2019) stops++
      continue
    } else if (code < 0x30 || (code > 0x39 && code < 0x41)) continue
    if (!isInWord) words++
    isInWord = true
  }
  return { chars, words: words + unparted / 2, commas, stops, digits, capitals }
}
