/** No sum that a person writes is longer. */
const LONGEST = 200

/** The value of a sum such as `3 + 4 * 2 =`, or of the one unknown in `3x + 2 = 11`; undefined when a text is neither. */
export function solve(text: string): number | undefined {
  const clean = text.replace(/[−–]/g, '-').replace(/[×·]/g, '*').replace(/÷/g, '/').replace(/\s+/g, '')
  const match = /[-(]*(?:\d|\b[a-z]\b)[\d.a-z+\-*/^()]*(?:=[-\d.a-z+*/^()?]*)?/i.exec(clean)
  const candidate = match?.[0]
  if (!candidate || candidate.length > LONGEST || !/[+\-*/^=]/.test(candidate.slice(1))) return undefined
  const [left = '', right = ''] = candidate.split('=')
  const unknown = /[a-z]/i.exec(candidate)?.[0]
  if (!unknown) return right === '' || right === '?' ? rounded(evaluate(left)?.at(0)) : undefined
  if (!candidate.includes('=') || /[a-z]{2}/i.test(candidate))
    return unknown === undefined ? rounded(evaluate(left)?.at(0)) : undefined
  return unknownOf(evaluate(left), evaluate(right))
}

/** A sum as `constant + factor · unknown`. */
type Line = readonly [constant: number, factor: number]

function unknownOf(left: Line | undefined, right: Line | undefined): number | undefined {
  if (!left || !right) return undefined
  const factor = left[1] - right[1]
  return factor === 0 ? undefined : rounded((right[0] - left[0]) / factor)
}

function rounded(value: number | undefined): number | undefined {
  return value === undefined || !Number.isFinite(value) ? undefined : Math.round(value * 1e6) / 1e6
}

/** Reads a sum by the rules of arithmetic; any letter is the unknown. */
function evaluate(text: string): Line | undefined {
  const tokens = text.match(/\d+(?:\.\d+)?|[a-z]|[-+*/()]/gi) ?? []
  if (tokens.join('') !== text) return undefined
  let at = 0

  function sum(): Line | undefined {
    let value = product()
    while (value && (tokens[at] === '+' || tokens[at] === '-')) {
      const sign = tokens[at++] === '+' ? 1 : -1
      const next = product()
      value = next && [value[0] + sign * next[0], value[1] + sign * next[1]]
    }
    return value
  }

  function product(): Line | undefined {
    let value = factor()
    while (value && at < tokens.length && !/^[-+)]$/.test(tokens[at]!)) {
      const divide = tokens[at] === '/'
      if (divide || tokens[at] === '*') at++
      const next = factor()
      value = next && (divide ? quotient(value, next) : times(value, next))
    }
    return value
  }

  function factor(): Line | undefined {
    const token = tokens[at++]
    if (token === undefined) return undefined
    if (token === '-') return times([-1, 0], factor() ?? [NaN, 0])
    if (token === '(') {
      const inner = sum()
      return tokens[at++] === ')' ? inner : undefined
    }
    if (/^\d/.test(token)) return [Number(token), 0]
    return /^[a-z]$/i.test(token) ? [0, 1] : undefined
  }

  const value = sum()
  return at === tokens.length ? value : undefined
}

function times(left: Line, right: Line): Line | undefined {
  if (left[1] !== 0 && right[1] !== 0) return undefined
  return [left[0] * right[0], left[0] * right[1] + left[1] * right[0]]
}

function quotient(left: Line, right: Line): Line | undefined {
  return right[1] !== 0 || right[0] === 0 ? undefined : [left[0] / right[0], left[1] / right[0]]
}
