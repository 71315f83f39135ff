/**
 * Headers as names and values in turn, without those that concern one connection only: the known ones, those that
 * `Connection` names, and `also`.
 */
export function endToEnd(raw: readonly string[], also: ReadonlySet<string>): string[] {
  const named = new Set<string>()
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.toLowerCase() !== 'connection') continue
    for (const name of raw[i + 1]!.split(',')) named.add(name.trim().toLowerCase())
  }
  const kept: string[] = []
  for (let i = 0; i < raw.length; i += 2) {
    const name = raw[i]!.toLowerCase()
    if (!HOP_BY_HOP.has(name) && !named.has(name) && !also.has(name)) kept.push(raw[i]!, raw[i + 1]!)
  }
  return kept
}

const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])
