/** A number as a list of this format writes it. Formats are named as in Word files. */
export function formatNumber(value: number, format: string): string {
  switch (format) {
    case 'decimalZero':
      return String(value).padStart(2, '0')
    case 'none':
      return ''
    case 'lowerLetter':
      return letters(value)
    case 'upperLetter':
      return letters(value).toUpperCase()
    case 'lowerRoman':
      return roman(value)
    case 'upperRoman':
      return roman(value).toUpperCase()
    case 'chineseCounting':
    case 'chineseCountingThousand':
    case 'taiwaneseCountingThousand':
    case 'taiwaneseCounting':
    case 'japaneseCounting':
    case 'ideographDigital':
      return chinese(value)
    case 'decimalEnclosedCircle':
    case 'decimalEnclosedCircleChinese':
      return value >= 1 && value <= 20 ? String.fromCodePoint(0x245f + value) : String(value)
    default:
      return String(value)
  }
}

/** After z come aa, bb and so on. */
function letters(value: number): string {
  if (value < 1 || value > 26 * 20) return String(value)
  return String.fromCodePoint(97 + ((value - 1) % 26)).repeat(Math.ceil(value / 26))
}

function roman(value: number): string {
  if (value < 1 || value > 3999) return String(value)
  let rest = value
  let text = ''
  for (const [worth, sign] of ROMAN) {
    while (rest >= worth) {
      text += sign
      rest -= worth
    }
  }
  return text
}

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'm'],
  [900, 'cm'],
  [500, 'd'],
  [400, 'cd'],
  [100, 'c'],
  [90, 'xc'],
  [50, 'l'],
  [40, 'xl'],
  [10, 'x'],
  [9, 'ix'],
  [5, 'v'],
  [4, 'iv'],
  [1, 'i'],
]

function chinese(value: number): string {
  if (value < 1 || value > 99) return String(value)
  const tens = Math.floor(value / 10)
  const ones = value % 10 === 0 ? '' : CHINESE[value % 10]!
  if (tens === 0) return ones
  return `${tens === 1 ? '' : CHINESE[tens]!}十${ones}`
}

const CHINESE = '〇一二三四五六七八九'
