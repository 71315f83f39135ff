/** One line of a robots.txt that allows or forbids paths. */
export interface PathRule {
  allows: boolean
  /** How much it says, in characters: of those that match, the longest one decides. */
  weight: number
  matches(path: string): boolean
}

/**
 * Reads a pattern of RFC 9309: the beginning of a path, `*` for anything, `$` for the end. It is matched piece by piece,
 * leftmost first, which is right for such patterns and takes no time that grows with the number of stars.
 */
export function pathRule(pattern: string, allows: boolean): PathRule {
  const rooted = /^[/*]/.test(pattern) ? pattern : `/${pattern}`
  const isAnchored = rooted.endsWith('$')
  const [first = '', ...others] = (isAnchored ? rooted.slice(0, -1) : rooted).split(/\*+/).map(comparable)
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

/**
 * The one spelling in which patterns and paths are compared: what needs no escape has none, everything else has one, in
 * capitals. A star or dollar sign that means itself is escaped too.
 */
export function comparable(text: string): string {
  if (!TO_CHANGE.test(text)) return text
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
/** What the URL standard escapes here or there, and what means something else in a pattern. */
const RESERVED_HERE = /["'<>\\^`{|}*$]/g
const TO_CHANGE = /[^\x21-\x7e]|[%"'<>\\^`{|}*$]/
