/** RFC 9309: all groups that name the agent are combined; only without one does the `*` group apply. */
export function parseRobots(text: string, names: ReadonlySet<string>) {
  const named = newGroup()
  const any = newGroup()
  const sitemaps = new Set<string>()
  let isForNamed = false
  let isForAny = false
  let isInAgentLines = false

  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = parseLine(line)
    if (field === 'sitemap') {
      if (value !== '') sitemaps.add(value)
    } else if (field === 'agent') {
      const name = agentName(value)
      isForNamed = names.has(name) || (isInAgentLines && isForNamed)
      isForAny = name === '*' || (isInAgentLines && isForAny)
      named.isPresent ||= isForNamed
      isInAgentLines = true
    } else if (field !== undefined) {
      if (isForNamed) addRule(named, field, value)
      if (isForAny) addRule(any, field, value)
      isInAgentLines = false
    }
  }
  const { patterns, delayMs } = named.isPresent ? named : any
  return { rules: sortedRules(patterns), delayMs, sitemaps: [...sitemaps] }
}

/** A group without rules counts too: it allows everything. */
function newGroup() {
  return { isPresent: false, patterns: new Map<string, boolean>(), delayMs: 0 }
}

function addRule(
  group: ReturnType<typeof newGroup>,
  field: 'allow' | 'disallow' | 'delay',
  value: string,
): void {
  if (value === '') return
  if (field === 'delay') group.delayMs = Math.max(group.delayMs, delayOf(value))
  else group.patterns.set(value, field === 'allow' || (group.patterns.get(value) ?? false))
}

function delayOf(value: string): number {
  const seconds = Number(value)
  return seconds > 0 ? seconds * 1000 : 0
}

type Field = 'agent' | 'allow' | 'disallow' | 'delay' | 'sitemap'

/** Includes frequent misspellings. Hyphens, spaces and case are ignored. */
const FIELDS = new Map<string, Field>([
  ['useragent', 'agent'],
  ['allow', 'allow'],
  ['disallow', 'disallow'],
  ['dissallow', 'disallow'],
  ['disalow', 'disallow'],
  ['dissalow', 'disallow'],
  ['diasllow', 'disallow'],
  ['crawldelay', 'delay'],
  ['sitemap', 'sitemap'],
])

const NO_FIELD: [undefined, string] = [undefined, '']

function parseLine(line: string): [Field | undefined, string] {
  if (line === '') return NO_FIELD
  const comment = line.indexOf('#')
  const content = comment < 0 ? line : line.slice(0, comment)
  const colon = content.indexOf(':')
  // No field name is that long.
  if (colon < 0 || colon > 40) return NO_FIELD
  const name = content.slice(0, colon).toLowerCase().replaceAll(/[\s-]/g, '')
  return [FIELDS.get(name), content.slice(colon + 1).trim()]
}

/** Sorts the deciding rule first: the longest pattern, then `allow` before `disallow`. */
function sortedRules(patterns: Map<string, boolean>): PathRule[] {
  return [...patterns]
    .map(([pattern, allows]) => createPathRule(pattern, allows))
    .sort((one, other) => other.weight - one.weight || Number(other.allows) - Number(one.allows))
}

/** `winnow` for `Mozilla/5.0 (compatible; Winnow/1.0)`. Names that every browser sends are left out. */
export function agentNames(userAgent: string): ReadonlySet<string> {
  const words = userAgent.toLowerCase().match(PRODUCT_TOKENS) ?? []
  return new Set(words.map((word) => agentName(word)).filter((name) => !BROWSER_TOKENS.has(name)))
}

/** The first word, the word after `compatible;`, and every word with a version. */
const PRODUCT_TOKENS = /^[a-z][\w.-]*|(?<=compatible;\s*)[a-z][\w.-]*|(?<![\w./-])[a-z][\w.-]*(?=\/\d)/g

const BROWSER_TOKENS = new Set(['mozilla', 'applewebkit', 'gecko', 'chrome', 'safari', 'mobile', 'version'])

/** The name in a user-agent line, without its version and without a trailing star. */
export function agentName(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .split(/[\s/]/)[0]!
    .replace(/(?<=.)\*$/, '')
}

interface PathRule {
  allows: boolean
  weight: number
  matches(path: string): boolean
}

/**
 * `*` matches any text, `$` the end. Matching is leftmost first, so its time does not grow with the number of
 * stars.
 */
export function createPathRule(pattern: string, allows: boolean): PathRule {
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  const isAnchored = rooted.endsWith('$')
  const [first = '', ...others] = (isAnchored ? rooted.slice(0, -1) : rooted).split(/\*+/).map(normalizePath)
  const last = isAnchored ? others.pop() : undefined
  const middle = others.filter((piece) => piece !== '')
  const length = first.length + others.reduce((sum, piece) => sum + piece.length + 1, 0)
  return {
    allows,
    weight: length + (last === undefined ? 0 : last.length + 1) + (isAnchored ? 1 : 0),
    matches(path) {
      if (!path.startsWith(first)) return false
      if (isAnchored && last === undefined) return path.length === first.length
      let from = first.length
      for (const piece of middle) {
        const at = path.indexOf(piece, from)
        if (at < 0) return false
        from = at + piece.length
      }
      return last === undefined || (path.length - last.length >= from && path.endsWith(last))
    },
  }
}

/** Normalizes percent-encoding: only where needed, in capitals, also for a literal star or dollar sign. */
export function normalizePath(text: string): string {
  if (!NEEDS_CHANGE.test(text)) return text
  return text
    .replace(ESCAPED, (escape) => {
      const sign = String.fromCharCode(parseInt(escape.slice(1), 16))
      return UNRESERVED.test(sign) ? sign : escape.toUpperCase()
    })
    .replace(NOT_PRINTABLE, (run) => encodeURIComponent(run.toWellFormed()))
    .replace(RESERVED_HERE, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

const ESCAPED = /%[0-9a-f]{2}/gi
const UNRESERVED = /[\w.~-]/
const NOT_PRINTABLE = /[^\x21-\x7e]+/g
/** Characters that the URL standard escapes in some places, or that have a meaning in a pattern. */
const RESERVED_HERE = /["'<>\\^`{|}*$]/g
const NEEDS_CHANGE = /[^\x21-\x7e]|[%"'<>\\^`{|}*$]/
