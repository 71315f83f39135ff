export type Token =
  | { type: 'literal'; text: string }
  | { type: 'digit'; text: string }
  | { type: 'point' | 'comma' | 'percent' | 'slash' | 'general' | 'text' }
  | { type: 'exponent'; text: string }
  /** A run of one letter in lower case; in square brackets for a duration over a day. */
  | { type: 'date'; text: string }

export function numberText(value: number, tokens: readonly Token[]): string {
  const scaled = value * 100 ** countOf(tokens, 'percent')
  if (!Number.isFinite(scaled)) return generalText(value)
  if (tokens.some(({ type }) => type === 'exponent')) return scientificText(scaled, tokens)
  const slash = tokens.findIndex(({ type }) => type === 'slash')
  if (slash > 0 && tokens[slash - 1]!.type === 'digit') return fractionText(scaled, tokens, slash)
  return decimalText(scaled, tokens)
}

/** A number without a format, with as many digits as a cell of the default width shows. */
export function generalText(value: number): string {
  const size = Math.abs(value)
  if (value === 0 || !Number.isFinite(value)) return '0'
  if (size >= 1e11 && Number.isInteger(value) && size < 1e15) return String(value)
  if (size >= 1e11 || size < 1e-9) {
    const [digits = '', exponent = ''] = value.toExponential(5).split('e')
    return `${trimZeros(digits)}E${exponent.replace(/^([+-])(\d)$/, '$10$2')}`
  }
  const whole = Math.trunc(size).toString().length
  return trimZeros(value.toFixed(Math.max(0, Math.min(9, 10 - whole))))
}

function trimZeros(digits: string): string {
  return digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits
}

function countOf(tokens: readonly Token[], type: Token['type']): number {
  return tokens.filter((token) => token.type === type).length
}

function decimalText(value: number, tokens: readonly Token[]): string {
  const point = tokens.findIndex(({ type }) => type === 'point')
  const whole = point === -1 ? tokens : tokens.slice(0, point)
  const rest = point === -1 ? [] : tokens.slice(point + 1)
  const { isGrouped, scale } = readCommas(whole, rest)
  const places = Math.min(countOf(rest, 'digit'), MAX_PLACES)
  const [digits = '', decimals = ''] = rounded(value / 1000 ** scale, places).split('.')
  const head = wholeText(digits === '0' ? '' : digits, whole, isGrouped)
  return point === -1 ? head : head + decimalsText(decimals, rest)
}

const MAX_PLACES = 30

/** Commas between digits group thousands; each comma after the last digit divides by a thousand. */
function readCommas(whole: readonly Token[], rest: readonly Token[]): { isGrouped: boolean; scale: number } {
  const last = whole.findLastIndex(({ type }) => type === 'digit')
  const first = whole.findIndex(({ type }) => type === 'digit')
  const commas = [...whole.keys()].filter((index) => whole[index]!.type === 'comma')
  return {
    isGrouped: commas.some((index) => index > first && index < last),
    scale: (last === -1 ? 0 : commas.filter((index) => index > last).length) + countOf(rest, 'comma'),
  }
}

/** The number of significant digits after the first one; digits beyond are floating-point noise. */
const MAX_FURTHER_DIGITS = 14

/** Rounds half up by the decimal digits, not by the binary value. */
function rounded(value: number, places: number): string {
  if (value >= 1e15) return `${BigInt(Math.round(value))}.${'0'.repeat(places)}`
  const [digits, exponent] = value.toExponential(MAX_FURTHER_DIGITS).split('e')
  const kept = Math.max(0, Math.min(places, MAX_FURTHER_DIGITS - Number(exponent)))
  const shifted = Math.round(Number(`${digits}e${Number(exponent) + kept}`))
  return Number(`${shifted}e-${kept}`).toFixed(kept)
}

function wholeText(digits: string, tokens: readonly Token[], isGrouped: boolean): string {
  let place = countOf(tokens, 'digit')
  let fill = ''
  let text = ''
  let isFirst = true
  for (const token of tokens) {
    if (token.type !== 'digit') {
      text += plainText(token)
      continue
    }
    place--
    fill = fill === '0' ? '0' : FILL[token.text]!
    const from = isFirst ? Math.max(digits.length - 1, place) : place
    for (let at = from; at >= place; at--) {
      const digit = digits[digits.length - 1 - at] ?? fill
      text += isGrouped && at > 0 && at % 3 === 0 && digit.trim() !== '' ? `${digit},` : digit
    }
    isFirst = false
  }
  return text
}

const FILL: Record<string, string> = { '0': '0', '#': '', '?': ' ' }

function decimalsText(decimals: string, tokens: readonly Token[]): string {
  const significant = decimals.replace(/0+$/, '').length
  let place = 0
  let digits = ''
  let text = ''
  for (const token of tokens) {
    if (token.type !== 'digit') text += plainText(token)
    else {
      const digit = place < significant || token.text === '0' ? (decimals[place] ?? '0') : FILL[token.text]!
      digits += digit
      text += digit
      place++
    }
  }
  return digits === '' ? text : `.${text}`
}

function plainText(token: Token): string {
  if (token.type === 'literal') return token.text
  return token.type === 'percent' ? '%' : ''
}

function scientificText(value: number, tokens: readonly Token[]): string {
  const at = tokens.findIndex(({ type }) => type === 'exponent')
  const mantissa = tokens.slice(0, at)
  const point = mantissa.findIndex(({ type }) => type === 'point')
  const wholeDigits = countOf(point === -1 ? mantissa : mantissa.slice(0, point), 'digit')
  const step = Math.min(Math.max(wholeDigits, 1), MAX_PLACES)
  const [digits, digitsPower] = value.toExponential().split('e')
  const power = Math.floor(Number(digitsPower) / step) * step
  const shifted = Number(`${digits}e${Number(digitsPower) - power}`)
  const sign =
    tokens[at]!.type === 'exponent' && (tokens[at] as { text: string }).text.endsWith('+') ? '+' : ''
  const exponent = wholeText(String(Math.abs(power)), tokens.slice(at + 1), false)
  return `${decimalText(shifted, mantissa)}E${power < 0 ? '-' : sign}${exponent}`
}

function fractionText(value: number, tokens: readonly Token[], slash: number): string {
  const start = tokens.slice(0, slash).findLastIndex(({ type }) => type !== 'digit') + 1
  const below = tokens.slice(slash + 1)
  const fixed = Number(
    below
      .map((token) => ('text' in token ? token.text : ''))
      .join('')
      .trim(),
  )
  const hasWhole = tokens.slice(0, start).some(({ type }) => type === 'digit')
  const whole = hasWhole ? Math.floor(value) : 0
  const part = value - whole
  const bottom = fixed > 0 ? fixed : nearestDenominator(part, 10 ** Math.min(countOf(below, 'digit'), 3))
  const top = Math.round(part * bottom)
  const carried = hasWhole && top === bottom ? whole + 1 : whole
  const rest = hasWhole && top === bottom ? 0 : top
  const literals = tokens
    .slice(0, start)
    .filter(({ type }) => type === 'literal')
    .map(plainText)
    .join('')
    .trim()
  const fraction = rest === 0 && hasWhole ? '' : `${rest}/${bottom}`
  const shownWhole = hasWhole && (carried > 0 || fraction === '') ? String(carried) : ''
  return [literals, shownWhole, fraction].filter(Boolean).join(' ')
}

function nearestDenominator(part: number, limit: number): number {
  let best = 1
  let bestError = Infinity
  for (let bottom = 1; bottom < limit; bottom++) {
    const error = Math.abs(part - Math.round(part * bottom) / bottom)
    if (error < bestError - 1e-12) {
      best = bottom
      bestError = error
    }
  }
  return best
}
