/** One of the up to four parts of a number format, taken apart. */
export interface Section {
  tokens: Token[]
  /** `[<100]` and the like: when this part is the one to use. */
  condition: Condition | undefined
  isDate: boolean
}

export interface Condition {
  operator: string
  bound: number
}

export type Token =
  /** Stands in the text as it is. */
  | { type: 'literal'; text: string }
  /** A place for a digit: 0, # or ?. */
  | { type: 'digit'; text: string }
  | { type: 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'text' }
  | { type: 'exponent'; text: string }
  /** Letters of one kind in a row, in lower case; in square brackets when time runs on over a day. */
  | { type: 'date'; text: string }

const MAX_CODE_CHARS = 512

/** The parts of a number format, which semicolons separate. */
export function readSections(code: string): Section[] {
  const sections: Section[] = [{ tokens: [], condition: undefined, isDate: false }]
  const pattern = new RegExp(PIECES, 'gi')
  for (const { 0: piece } of code.slice(0, MAX_CODE_CHARS).matchAll(pattern)) {
    if (piece === ';') sections.push({ tokens: [], condition: undefined, isDate: false })
    else addPiece(sections.at(-1)!, piece)
  }
  for (const section of sections) {
    section.isDate = section.tokens.some(({ type }) => type === 'date')
    if (section.isDate) nameMinutes(section.tokens)
  }
  return sections
}

const PIECES = [
  String.raw`"[^"]*"?`,
  String.raw`[\\_*][\s\S]`,
  String.raw`\[[^\]]*\]?`,
  'General',
  'AM/PM',
  'A/P',
  String.raw`E[+-]`,
  'y+|m+|d+|h+|s+|e+|b+|g+',
  String.raw`\.0+(?![0#?])`,
  String.raw`[\s\S]`,
].join('|')

function addPiece(section: Section, piece: string): void {
  const { tokens } = section
  const first = piece[0]!
  if (first === '"') tokens.push({ type: 'literal', text: piece.replaceAll('"', '') })
  else if (first === '\\' && piece.length > 1) tokens.push({ type: 'literal', text: piece.slice(1) })
  else if (first === '_' && piece.length > 1) tokens.push({ type: 'literal', text: ' ' })
  else if (first === '*' && piece.length > 1) return
  else if (first === '[') addBracket(section, piece.slice(1, piece.endsWith(']') ? -1 : undefined))
  else if (/^general$/i.test(piece)) tokens.push({ type: 'general' })
  else if (/^(am\/pm|a\/p|[ymdhsebg]+)$/i.test(piece))
    tokens.push({ type: 'date', text: piece.toLowerCase() })
  else if (/^e[+-]$/i.test(piece)) tokens.push({ type: 'exponent', text: piece })
  else if (/^\.0+$/.test(piece)) addFraction(tokens, piece)
  else tokens.push(signToken(piece))
}

/** Zeros after a point belong to the seconds when a time stands before them, else to a number. */
function addFraction(tokens: Token[], piece: string): void {
  const last = tokens.at(-1)
  if (last?.type === 'date' && /^\[?s+\]?$/.test(last.text)) tokens.push({ type: 'date', text: piece })
  else {
    tokens.push({ type: 'point' })
    for (const digit of piece.slice(1)) tokens.push({ type: 'digit', text: digit })
  }
}

function signToken(sign: string): Token {
  if (sign === '0' || sign === '#' || sign === '?') return { type: 'digit', text: sign }
  if (sign === '.') return { type: 'point' }
  if (sign === ',') return { type: 'comma' }
  if (sign === '%') return { type: 'percent' }
  if (sign === '/') return { type: 'slash' }
  if (sign === '@') return { type: 'text' }
  return { type: 'literal', text: sign }
}

/** Square brackets hold a colour, a condition, a currency with its language, or time that runs on. */
function addBracket(section: Section, inner: string): void {
  const condition = /^(<=|>=|<>|<|>|=)\s*(-?[\d.]+(?:e[+-]?\d+)?)$/i.exec(inner)
  if (condition) section.condition = { operator: condition[1]!, bound: Number(condition[2]) }
  else if (/^(h+|m+|s+)$/i.test(inner))
    section.tokens.push({ type: 'date', text: `[${inner.toLowerCase()}]` })
  else if (inner.startsWith('$')) {
    section.tokens.push({ type: 'literal', text: inner.slice(1).split('-', 1)[0]! })
  }
}

/** The letter m means minutes beside hours and seconds. */
function nameMinutes(tokens: Token[]): void {
  const dates = tokens.filter((token) => token.type === 'date')
  for (const [index, token] of dates.entries()) {
    if (!/^m{1,2}$/.test(token.text)) continue
    const before = dates[index - 1]?.text ?? ''
    const after = dates[index + 1]?.text ?? ''
    if (/^\[?[hs]/.test(before) || /^\[?s/.test(after)) token.text = token.text.replaceAll('m', 'n')
  }
}
