import { readdirSync, readFileSync } from 'node:fs'
import { parse } from 'tldts'
import { parseHidingRule } from './rules/element-hiding.ts'
import type { HidingRule } from './rules/element-hiding.ts'
import { parseNetworkRule, ruleKey } from './rules/network-rule.ts'
import type { NetworkRule } from './rules/network-rule.ts'

const SHIPPED = new URL('./lists/', import.meta.url)

/** `default` among the paths stands for the shipped lists. Throws a message that names the unreadable file. */
export function readAdLists(paths: readonly string[]): string[] {
  return paths.flatMap((path) => (path === 'default' ? defaultAdLists() : [readList(path)]))
}

export function defaultAdLists(): string[] {
  return readdirSync(SHIPPED)
    .filter((name) => name.endsWith('.txt'))
    .sort()
    .map((name) => readFileSync(new URL(name, SHIPPED), 'utf8'))
}

function readList(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    throw new Error(`The list "${path}" cannot be read (${code ?? 'unknown reason'}).`, { cause })
  }
}

const HOSTS_LINE = /^(?:0\.0\.0\.0|127\.0\.0\.1|::1?)\s+([^#]*)/
const HOST_NAME = /^[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)+$/i
/** Names that hosts files list for the machine itself. */
const OWN_NAMES = /^(localhost(\..*)?|local|broadcasthost|ip6-.*|0\.0\.0\.0)$/i

export function parseLists(lists: readonly string[]) {
  const lines = lists.flatMap((text) => text.split('\n'))
  const removed = removedRules(lines)
  const network: NetworkRule[] = []
  const hiding: HidingRule[] = []
  let ignored = 0
  for (const written of lines) {
    const line = written.trim()
    if (isComment(line)) continue
    const hidden = parseHidingRule(line)
    if (typeof hidden === 'object') hiding.push(hidden)
    else if (hidden === 'not understood') ignored += 1
    else {
      for (const text of networkRules(line)) {
        if (removed.size > 0 && removed.has(ruleKey(text).key)) continue
        const rule = parseNetworkRule(text)
        if (rule) network.push(rule)
        else ignored += 1
      }
    }
  }
  return { network, hiding, counts: { network: network.length, cosmetic: hiding.length, ignored } }
}

/** The keys of the rules that `badfilter` takes out, wherever they stand, the lines that say so among them. */
function removedRules(lines: readonly string[]): Set<string> {
  const keys = new Set<string>()
  for (const written of lines) {
    if (!written.includes('badfilter')) continue
    const { key, isBad } = ruleKey(written.trim())
    if (isBad) keys.add(key)
  }
  return keys
}

function isComment(line: string): boolean {
  return line === '' || line.startsWith('!') || /^\[Adblock/i.test(line) || /^#($|[^#@?$%])/.test(line)
}

function networkRules(line: string): string[] {
  const listed = HOSTS_LINE.exec(line)?.[1]
  if (listed !== undefined) {
    return listed
      .split(/\s+/)
      .filter((name) => name !== '' && !OWN_NAMES.test(name))
      .map((name) => `||${name}^`)
  }
  // A host name, and not a part of addresses such as `banner.gif`.
  const isHost = HOST_NAME.test(line) && parse(line).isIcann === true
  return [isHost ? `||${line}^` : line]
}
