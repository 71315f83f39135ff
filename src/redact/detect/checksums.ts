export function isLuhn(digits: string): boolean {
  let sum = 0
  for (let at = digits.length - 1, double = false; at >= 0; at--, double = !double) {
    const digit = digits.charCodeAt(at) - 48
    sum += double ? (digit > 4 ? digit * 2 - 9 : digit * 2) : digit
  }
  return sum % 10 === 0
}

/** The remainder of letters and digits by 97, letters counting from ten, as for an IBAN. */
export function remainder97(signs: string): number {
  let rest = 0
  for (const sign of signs) {
    const value = Number.parseInt(sign, 36)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

export function weighted(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, at) => sum + weight * (digits.charCodeAt(at) - 48), 0)
}

/** ISO 7064 mod 11,10: German tax ids, Croatian OIB. */
export function isMod1110(digits: string): boolean {
  let rest = 10
  for (const digit of digits.slice(0, -1)) {
    const sum = (Number(digit) + rest) % 10 || 10
    rest = (sum * 2) % 11
  }
  return (11 - rest) % 10 === Number(digits.at(-1))
}

const TURN = [
  [0, 1, 2, 3, 4, 5, 6, 7, 8, 9],
  [1, 5, 7, 6, 2, 8, 3, 0, 9, 4],
  [5, 8, 0, 3, 7, 9, 6, 1, 4, 2],
  [8, 9, 1, 6, 0, 4, 3, 5, 2, 7],
  [9, 4, 5, 3, 1, 2, 6, 8, 7, 0],
  [4, 2, 8, 6, 5, 7, 3, 9, 0, 1],
  [2, 7, 9, 3, 8, 0, 6, 4, 1, 5],
  [7, 0, 4, 6, 9, 1, 3, 2, 5, 8],
]

/** Verhoeff's check over the dihedral group of five: Indian Aadhaar. */
export function isVerhoeff(digits: string): boolean {
  let sum = 0
  for (let at = 0; at < digits.length; at++) {
    sum = product(sum, TURN[at % 8]![Number(digits[digits.length - 1 - at])]!)
  }
  return sum === 0
}

function product(one: number, other: number): number {
  if (one < 5) return other < 5 ? (one + other) % 5 : 5 + ((one + other - 5) % 5)
  return other < 5 ? 5 + ((one - 5 - other + 5) % 5) : (one - other + 5) % 5
}

export function isMonthDay(month: string, day: string): boolean {
  const monthNumber = Number(month)
  const dayNumber = Number(day)
  return monthNumber >= 1 && monthNumber <= 12 && dayNumber >= 1 && dayNumber <= 31
}
