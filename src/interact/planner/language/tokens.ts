/** A word, something in quotes, or a mark between them. `start` and `end` are its place in the prompt, quotes included. */
export interface Token {
  type: 'word' | 'quoted' | 'mark'
  /** As written; of something quoted, what is inside. A line break is `\n`. */
  text: string
  /** Lower case without accents, to look words up by. */
  low: string
  start: number
  end: number
}

const CLOSING: Record<string, string> = {
  '"': '"”',
  "'": "'’",
  '`': '`',
  '“': '”"“',
  '‘': "’'",
  '’': "’'",
  '«': '»',
  '»': '«',
  '„': '“”"',
  '‚': '‘’',
  '‹': '›',
  '「': '」',
}

const MARKS = ',.;:?!()[]'
const ABBREVIATIONS = new Set(
  'mr mrs ms dr prof st no nr str tel vs etc e.g i.e p.m a.m jr sr sra srta inc ltd co av z.b bzw ca u.a evtl ggf dott sig'.split(
    ' ',
  ),
)
/** A number with a full stop before one of these is a day: `12. März`, `3. kwartaal` is none. */
const MONTH = /^\s+(?:jan|feb|m[aä]r|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])/i

/** Cuts a prompt into tokens; linear in its length. */
export function readTokens(prompt: string): Token[] {
  const closings = nextClosings(prompt)
  const tokens: Token[] = []
  let at = 0
  while (at < prompt.length) {
    const char = prompt.charAt(at)
    if (char === '\n') {
      tokens.push(mark('\n', at))
      at += 1
    } else if (/\s/.test(char)) {
      at += 1
    } else {
      const close = CLOSING[char] === undefined ? -1 : closingAfter(closings, char, at)
      if (close > at + 1 || (close === at + 1 && char !== "'")) {
        tokens.push(quoted(prompt, at, close))
        at = close + 1
      } else {
        const end = wordEnd(prompt, at)
        tokens.push(...wordTokens(prompt.slice(at, end), at, prompt.slice(end, end + 8)))
        at = end
      }
    }
  }
  return dropNumbering(tokens)
}

/** For each closing quote, where the next one stands from each place on; found from the end, so that no quote is looked for twice. */
function nextClosings(prompt: string): Map<string, Int32Array> {
  const all = new Map<string, Int32Array>()
  for (const close of new Set(Object.values(CLOSING).flatMap((closes) => [...closes]))) {
    if (!prompt.includes(close)) continue
    const next = new Int32Array(prompt.length + 1).fill(-1)
    const apostrophe = close === "'" || close === '’'
    for (let at = prompt.length - 1; at >= 0; at -= 1) {
      const closes =
        prompt.charAt(at) === close && !(apostrophe && /[\p{L}\p{N}]/u.test(prompt.charAt(at + 1)))
      next[at] = closes ? at : (next[at + 1] ?? -1)
    }
    all.set(close, next)
  }
  return all
}

function closingAfter(closings: Map<string, Int32Array>, open: string, at: number): number {
  let nearest = -1
  for (const close of CLOSING[open] ?? '') {
    const found = closings.get(close)?.[at + 1] ?? -1
    if (found !== -1 && (nearest === -1 || found < nearest)) nearest = found
  }
  return nearest
}

function quoted(prompt: string, start: number, close: number): Token {
  const text = prompt.slice(start + 1, close)
  return {
    type: 'quoted',
    text: '«»‹›„'.includes(prompt.charAt(start)) ? text.trim() : text,
    low: '',
    start,
    end: close + 1,
  }
}

function mark(text: string, start: number): Token {
  return { type: 'mark', text, low: text, start, end: start + text.length }
}

function wordEnd(prompt: string, from: number): number {
  let end = from
  while (end < prompt.length && !/\s/.test(prompt.charAt(end))) {
    // A quote right after an opening sign begins something quoted: `name="Bob"`, `("Bob")`.
    if (end > from && '=:(['.includes(prompt.charAt(end - 1)) && CLOSING[prompt.charAt(end)]) break
    end += 1
  }
  return end
}

/** A run without spaces: its opening and closing marks apart, what is left as one word. */
function wordTokens(run: string, offset: number, behind: string): Token[] {
  const before: Token[] = []
  const after: Token[] = []
  let start = 0
  let end = run.length
  while (start < end && '([¿¡'.includes(run.charAt(start))) {
    if (!'¿¡'.includes(run.charAt(start))) before.push(mark(run.charAt(start), offset + start))
    start += 1
  }
  while (end > start && (MARKS.includes(run.charAt(end - 1)) || run.charAt(end - 1) === '…')) {
    const char = run.charAt(end - 1)
    if (char === '.' && keepsStop(run.slice(start, end - 1), after[0]?.text ?? behind)) break
    end -= 1
    after.unshift(mark(char === '…' ? '.' : char, offset + end))
  }
  if (start === end) return [...before, ...after]
  const [first, ...more] = splitWord(run.slice(start, end), offset + start)
  const opens = '¿¡'.includes(run.charAt(start - 1)) && start > 0 ? 1 : 0
  return [...before, { ...first!, start: first!.start - opens }, ...more, ...after]
}

/** Whether a full stop belongs to the word before it: an abbreviation, an initial within a name, the day before a month. */
function keepsStop(word: string, behind: string): boolean {
  if (ABBREVIATIONS.has(word.toLowerCase())) return true
  if (/^\p{Lu}$/u.test(word)) return /^[:,]/.test(behind)
  if (/^\d{1,2}$/.test(word)) return MONTH.test(behind)
  return /^\d{1,2}\.\d{1,2}$/.test(word) && /^(?:\s+\p{Ll}|,)/u.test(behind)
}

const ELISION = /^(?:l|d|qu|s|n|j|c|dell|nell|all|sull|dall|un|quest)['’](?=\p{L}{2})/iu

function splitWord(text: string, start: number): Token[] {
  if (/^(?:>|=|->|→|»|\/|›|\||–|—|-)$/.test(text)) return [mark(text, start)]
  const label = /^\p{L}[\p{L}\p{N}_-]*(?=[:=][^/\\:=])/u.exec(text)
  const cut = label?.[0].length ?? ELISION.exec(text)?.[0].length
  if (cut === undefined || cut >= text.length) return [word(text, start)]
  if (!label) return [word(text.slice(0, cut), start), word(text.slice(cut), start + cut)]
  return [
    word(text.slice(0, cut), start),
    mark(text.charAt(cut), start + cut),
    word(text.slice(cut + 1), start + cut + 1),
  ]
}

function word(text: string, start: number): Token {
  return { type: 'word', text, low: fold(text), start, end: start + text.length }
}

/** Lower case, without accents, apostrophes made one. */
export function fold(text: string): string {
  // `è` and `é` alone are verbs, `e` is `and`.
  if (/^[èé]$/i.test(text)) return text.toLowerCase()
  return text
    .toLowerCase()
    .replaceAll('’', "'")
    .replaceAll('ß', 'ss')
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
}

/** Leaves out the numbers and bullets of a list: `1.`, `2)`, `-`, `•`. */
function dropNumbering(tokens: Token[]): Token[] {
  const kept: Token[] = []
  for (let i = 0; i < tokens.length; i += 1) {
    const token = tokens[i]
    const next = tokens[i + 1]
    if (!token) continue
    const last = kept.at(-1)
    const opens = !last || (last.type === 'mark' && '\n.;:,!?)'.includes(last.text))
    if (opens && /^(?:[-*•–—·]|->|→)$/.test(token.text)) continue
    // `Step 2:`
    if (
      opens &&
      /^(?:step|schritt|etape|paso|passo|stap)$/.test(token.low) &&
      /^\d{1,2}$/.test(next?.text ?? '')
    ) {
      i += tokens[i + 2]?.type === 'mark' ? 2 : 1
      continue
    }
    // `1) … 2) …` in one line.
    if (
      !opens &&
      /^\d{1,2}$/.test(token.low) &&
      next?.text === ')' &&
      next.type === 'mark' &&
      !kept.some((one) => one.text === '(')
    ) {
      kept.push(mark('\n', token.start))
      i += 1
      continue
    }
    if (
      opens &&
      /^(?:\d{1,2}|[a-h])$/.test(token.low) &&
      next?.type === 'mark' &&
      (next.text === '.' || next.text === ')') &&
      tokens[i + 2]
    ) {
      i += 1
      if (last && last.text === ',') kept[kept.length - 1] = mark('\n', last.start)
      continue
    }
    kept.push(token)
  }
  return kept
}
