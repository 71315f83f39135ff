export interface ParsedUrl {
  /** As requested, without a fragment, cut to the length that is looked at. */
  readonly text: string
  readonly lower: string
  readonly host: string
  /** Where the names in the host begin. */
  readonly labels: readonly number[]
  readonly words: readonly string[]
}

interface Parts {
  readonly kind: 'parts'
  /** What stands between the `*`, in this order. */
  readonly parts: readonly string[]
  readonly start: 'anywhere' | 'address' | 'host'
  readonly toEnd: boolean
  readonly matchCase: boolean
  /** Made when the pattern is first tried: of a long list few ever are. */
  expressions?: readonly RegExp[]
}

export type Pattern =
  | Parts
  | { readonly kind: 'regex'; readonly regex: BoundedRegex }
  /** Every address: the index or another condition of the rule has said enough. */
  | { readonly kind: 'all' }

const LONGEST = 2048

export function parseUrl(url: string): ParsedUrl | undefined {
  const fragment = url.indexOf('#')
  const text = url.slice(0, fragment === -1 ? LONGEST : Math.min(fragment, LONGEST))
  const lower = text.toLowerCase()
  const scheme = /^(?:https?|wss?):\/\//.exec(lower)?.[0]
  if (scheme === undefined) return undefined
  const path = lower.slice(scheme.length).search(/[/?]/)
  const authorityEnd = path === -1 ? lower.length : scheme.length + path
  const authority = lower.slice(scheme.length, authorityEnd)
  const hostStart = scheme.length + authority.lastIndexOf('@') + 1
  const host = lower.slice(hostStart, authorityEnd).replace(/:\d*$/, '')
  const name = host.replace(/\.$/, '')
  const labels = host === '' ? [] : [hostStart]
  for (let dot = name.indexOf('.'); dot !== -1; dot = name.indexOf('.', dot + 1))
    labels.push(hostStart + dot + 1)
  return { text, lower, host: name, labels, words: wordsOf(lower) }
}

export function wordsOf(lower: string): readonly string[] {
  return lower.match(/[a-z0-9%]+/g) ?? []
}

export function parsePattern(text: string, matchCase: boolean): Pattern | undefined {
  if (text.length > 2 && text.startsWith('/') && text.endsWith('/')) {
    const regex = boundedRegex(text.slice(1, -1), matchCase)
    return regex && { kind: 'regex', regex }
  }
  const [start, afterStart] = text.startsWith('||')
    ? (['host', 2] as const)
    : text.startsWith('|')
      ? (['address', 1] as const)
      : (['anywhere', 0] as const)
  const toEnd = text.length > afterStart && text.endsWith('|')
  const middle = text.slice(afterStart, toEnd ? -1 : undefined)
  // Addresses have no spaces and no other pipes; such a line is not a rule.
  if (/[\s|]/.test(middle)) return undefined
  const parts = (matchCase ? middle : middle.toLowerCase()).split(/\*+/)
  if (parts.every((part) => part === '')) return { kind: 'all' }
  return { kind: 'parts', parts, start, toEnd, matchCase }
}

export function matches(pattern: Pattern, url: ParsedUrl): boolean {
  if (pattern.kind === 'all') return true
  if (pattern.kind === 'regex') return pattern.regex.test(url.text)
  const text = pattern.matchCase ? url.text : url.lower
  pattern.expressions ??= expressionsOf(pattern)
  const { expressions } = pattern
  return (pattern.start === 'host' ? url.labels : FROM_BEGINNING).some((start) => {
    let at = start
    for (const expression of expressions) {
      expression.lastIndex = at
      if (!expression.test(text)) return false
      at = expression.lastIndex
    }
    return true
  })
}

const FROM_BEGINNING = [0]

/** One for each part. None repeats anything, so that each is found in time that grows with the address alone. */
function expressionsOf({ parts, start, toEnd }: Parts): RegExp[] {
  return parts.map((part, index) => {
    const plain = part.replaceAll(/[\\$.+?()[\]{}|]/g, String.raw`\$&`)
    // A last `^` may stand for the end itself.
    const [last] = /\^$/.exec(plain) ?? ['']
    const source = plain.slice(0, plain.length - last.length).replaceAll('^', SEPARATOR)
    const end = last === '' ? '' : `(?:${SEPARATOR}|$)`
    const isAtEnd = toEnd && index === parts.length - 1
    return new RegExp(source + end + (isAtEnd ? '$' : ''), index === 0 && start !== 'anywhere' ? 'y' : 'g')
  })
}

/** Any sign of an address but letters, digits and `_ - . %`; beyond ASCII all count as letters. */
const SEPARATOR = String.raw`[^\w.%\-\u0080-\uffff]`

/** An address is matched by an expression up to this length, so that the work of a match has a bound. */
const INPUT_LENGTH = 1024

const MAX_STEPS = 4 * INPUT_LENGTH ** 2

interface BoundedRegex {
  test(url: string): boolean
}

/** Undefined when an address could be made up on which the expression takes long: pages choose their addresses. */
export function boundedRegex(source: string, matchCase: boolean): BoundedRegex | undefined {
  if (!(worstSteps(source) <= MAX_STEPS)) return undefined
  try {
    const regex = new RegExp(source, matchCase ? '' : 'i')
    return { test: (url) => regex.test(url.slice(0, INPUT_LENGTH)) }
  } catch {
    return undefined
  }
}

// Ways to try an expression: parts in a row multiply, alternatives add up, and a repeated part that has several
// ways raises them to the power of its repetitions.
function worstSteps(source: string): number {
  const groups: Group[] = [{ before: 0, row: 1 }]
  let branchesAtTop = false
  for (const [token] of source.matchAll(TOKENS)) {
    const group = groups.at(-1)!
    const repetition = group.last === undefined ? undefined : repetitionOf(token)
    group.row *= repetition ? repeated(group.last!, repetition) : (group.last ?? 1)
    group.last = undefined
    if (repetition === undefined) {
      // Back-references and assertions about what is around are beyond this count.
      if (/^(?:\\[1-9k]|\(\?)$/.test(token) || groups.length > 20) return Number.POSITIVE_INFINITY
      if (token === '|') {
        branchesAtTop ||= groups.length === 1
        group.before += group.row
        group.row = 1
      } else if (token.startsWith('(')) groups.push({ before: 0, row: 1 })
      else if (token !== ')') group.last = 1
      else if (groups.length === 1) return Number.POSITIVE_INFINITY
      else groups.at(-2)!.last = groups.pop()!.before + group.row
    }
    if (group.row > MAX_STEPS) return Number.POSITIVE_INFINITY
  }
  const { before, row, last = 1 } = groups[0]!
  const steps = groups.length > 1 ? Number.POSITIVE_INFINITY : before + row * last
  return source.startsWith('^') && !branchesAtTop ? steps : steps * INPUT_LENGTH
}

const TOKENS = /\\[1-9k]|\(\?(?!:)|\((?:\?:)?|[*+?]\??|\{\d+(?:,\d*)?\}\??|\[(?:\\.|[^\]\\])*\]|\\.|[^\\]/gs

/** The ways of the alternatives before, of the row so far, and of its last part, which may be repeated. */
interface Group {
  before: number
  row: number
  last?: number | undefined
}

/** How often the part before may come; undefined for a token that does not say so. */
function repetitionOf(token: string): { least: number; most: number } | undefined {
  const [found, least, comma, most] = /^(?:[*+?]|\{(\d+)(,?)(\d*)\})\??$/.exec(token) ?? []
  if (found === undefined) return undefined
  if (least === undefined) return { least: 0, most: token.startsWith('?') ? 1 : INPUT_LENGTH }
  const highest = comma === '' ? Number(least) : most ? Number(most) : INPUT_LENGTH
  return { least: Math.min(Number(least), INPUT_LENGTH), most: Math.min(highest, INPUT_LENGTH) }
}

function repeated(inner: number, { least, most }: { least: number; most: number }): number {
  if (inner === 1) return most - least + 1
  return most <= 1 ? inner + (1 - least) : inner ** most * (most - least + 1)
}
