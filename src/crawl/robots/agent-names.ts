/**
 * The names under which a robots.txt may speak of whoever sends this user agent, in lower case: `winnow` for
 * `Mozilla/5.0 (compatible; Winnow/1.0)`, and a bare name for itself. What every browser calls itself is nobody's name.
 */
export function agentNames(userAgent: string): ReadonlySet<string> {
  const words = userAgent.toLowerCase().match(PRODUCTS) ?? []
  return new Set(words.map((word) => agentName(word)).filter((name) => !DISGUISES.has(name)))
}

/** The first word, what comes after `compatible;`, and whatever has a version. */
const PRODUCTS = /^[a-z][\w.-]*|(?<=compatible;\s*)[a-z][\w.-]*|(?<![\w./-])[a-z][\w.-]*(?=\/\d)/g

const DISGUISES = new Set(['mozilla', 'applewebkit', 'gecko', 'chrome', 'safari', 'mobile', 'version'])

/** The name that a user-agent line gives: without its version, and without a star that some put behind it. */
export function agentName(value: string): string {
  return value
    .trim()
    .toLowerCase()
    .split(/[\s/]/)[0]!
    .replace(/(?<=.)\*$/, '')
}
