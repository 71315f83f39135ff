import { covers, namedSites, parseScope } from './domain-scope.ts'
import type { DomainScope } from './domain-scope.ts'
import { appendTo } from './rule-index.ts'

export interface HidingRule {
  readonly selector: string
  readonly scope: DomainScope | undefined
  readonly exception: boolean
}

const SEPARATOR = /^([^/|@"!]*?)#(@?)([?$%]{0,2})#(.+)$/
// Operators that CSS does not have; programs that filter in the browser run them as scripts.
const NOT_CSS =
  /:(-abp-[\w-]+|has-text|contains|if|if-not|matches-[\w-]+|min-text-length|nth-ancestor|others|remove|remove-attr|remove-class|shadow|style|upward|watch-attr|xpath)\(/

export function parseHidingRule(line: string): HidingRule | 'not a hiding rule' | 'not understood' {
  const found = line.includes('#') ? SEPARATOR.exec(line) : null
  if (!found) return 'not a hiding rule'
  const [, sites = '', at, extended, written = ''] = found
  const selector = written.trim()
  const isGeneric = sites === '' || sites === '*'
  const scope = isGeneric ? undefined : parseScope(sites, ',')
  if (extended !== '' || (!isGeneric && !scope) || !isPlainSelector(selector)) return 'not understood'
  return { selector, scope, exception: at === '@' }
}

/** Whether a selector is plain CSS as far as can be told here, and cannot end the rule it is put into. */
function isPlainSelector(selector: string): boolean {
  if (/^[#.][\w-]+$/.test(selector)) return true
  if (/^[+^]|[{}<\\]|\/\*/.test(selector.replaceAll(/\\[^{}<]/g, '')) || NOT_CSS.test(selector)) return false
  const open: string[] = []
  for (const sign of selector.replaceAll(/\\.|"[^"]*"|'[^']*'/g, '')) {
    if (sign === '(') open.push(')')
    else if (sign === '[') open.push(']')
    else if ((sign === ')' || sign === ']') && open.pop() !== sign) return false
    else if (sign === '"' || sign === "'") return false
  }
  return open.length === 0 && selector !== ''
}

export class ElementHiding {
  readonly #generic = new Set<string>()
  /** Generic selectors with sites where they do not hide. */
  readonly #almostGeneric: HidingRule[] = []
  readonly #bySite = new Map<string, HidingRule[]>()
  readonly #neverUsed = new Set<string>()
  readonly #exceptions = new Map<string, HidingRule[]>()
  readonly #almostNeverUsed: HidingRule[] = []

  add(rule: HidingRule): void {
    if (rule.scope?.specific) {
      const map = rule.exception ? this.#exceptions : this.#bySite
      for (const site of namedSites(rule.scope)) appendTo(map, site, rule)
    } else if (rule.scope) (rule.exception ? this.#almostNeverUsed : this.#almostGeneric).push(rule)
    else (rule.exception ? this.#neverUsed : this.#generic).add(rule.selector)
  }

  selectors(
    site: readonly string[],
    { generic, specific }: { generic: boolean; specific: boolean },
  ): string[] {
    const excepted = new Set(this.#neverUsed)
    for (const rule of this.#holding(this.#exceptions, this.#almostNeverUsed, site))
      excepted.add(rule.selector)
    const scoped = this.#holding(
      specific ? this.#bySite : new Map(),
      generic ? this.#almostGeneric : [],
      site,
    )
    const ofSite = new Set([...scoped].map((rule) => rule.selector))
    const everywhere = generic ? [...this.#generic].filter((selector) => !ofSite.has(selector)) : []
    return [...everywhere, ...ofSite].filter((selector) => !excepted.has(selector))
  }

  *#holding(
    bySite: ReadonlyMap<string, readonly HidingRule[]>,
    elsewhere: readonly HidingRule[],
    site: readonly string[],
  ): Generator<HidingRule> {
    for (const rules of [...site.map((name) => bySite.get(name) ?? []), elsewhere]) {
      for (const rule of rules) if (rule.scope && covers(rule.scope, site)) yield rule
    }
  }
}
