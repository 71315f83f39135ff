import { agentName } from './agent-names.ts'
import { pathRule } from './path-rule.ts'
import type { PathRule } from './path-rule.ts'

/** What a robots.txt says to one visitor. */
export interface RobotsText {
  /** The one that decides comes first: the longest, and of equally long ones the one that allows. */
  rules: readonly PathRule[]
  /** As the file asks for it, however long that is. */
  delayMs: number
  /** As they are written, each once. */
  sitemaps: readonly string[]
}

/**
 * Reads a robots.txt after RFC 9309 for the visitor of these names. All groups that name it count together; only if none
 * does, those for everybody.
 */
export function parseRobots(text: string, names: ReadonlySet<string>): RobotsText {
  const named = newGroup()
  const any = newGroup()
  const sitemaps = new Set<string>()
  let isForNamed = false
  let isForAny = false
  let isNaming = false

  for (const line of text.split(/\r\n|\r|\n/)) {
    const [field, value] = fieldOf(line)
    if (field === 'sitemap') {
      if (value !== '') sitemaps.add(value)
    } else if (field === 'agent') {
      const name = agentName(value)
      isForNamed = names.has(name) || (isNaming && isForNamed)
      isForAny = name === '*' || (isNaming && isForAny)
      named.isThere ||= isForNamed
      isNaming = true
    } else if (field !== undefined) {
      if (isForNamed) note(named, field, value)
      if (isForAny) note(any, field, value)
      isNaming = false
    }
  }
  const { patterns, delayMs } = named.isThere ? named : any
  return { rules: inOrder(patterns), delayMs, sitemaps: [...sitemaps] }
}

interface Group {
  /** A group without a line of its own is there all the same: it allows everything. */
  isThere: boolean
  /** Whether each pattern allows. */
  patterns: Map<string, boolean>
  delayMs: number
}

function newGroup(): Group {
  return { isThere: false, patterns: new Map(), delayMs: 0 }
}

function note(group: Group, field: 'allow' | 'disallow' | 'delay', value: string): void {
  if (value === '') return
  if (field === 'delay') group.delayMs = Math.max(group.delayMs, delayOf(value))
  else group.patterns.set(value, field === 'allow' || (group.patterns.get(value) ?? false))
}

/** Anything but a length of time means no delay. */
function delayOf(value: string): number {
  const seconds = Number(value)
  return seconds > 0 ? seconds * 1000 : 0
}

type Field = 'agent' | 'allow' | 'disallow' | 'delay' | 'sitemap'

/** With the spellings that are wrong and frequent. Hyphens, spaces and case do not count. */
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

const NOTHING: [undefined, string] = [undefined, '']

function fieldOf(line: string): [Field | undefined, string] {
  if (line === '') return NOTHING
  const comment = line.indexOf('#')
  const said = comment < 0 ? line : line.slice(0, comment)
  const colon = said.indexOf(':')
  // No field has a name as long as that.
  if (colon < 0 || colon > 40) return NOTHING
  const name = said.slice(0, colon).toLowerCase().replaceAll(/[\s-]/g, '')
  return [FIELDS.get(name), said.slice(colon + 1).trim()]
}

function inOrder(patterns: Map<string, boolean>): PathRule[] {
  return [...patterns]
    .map(([pattern, allows]) => pathRule(pattern, allows))
    .sort((one, other) => other.weight - one.weight || Number(other.allows) - Number(one.allows))
}
