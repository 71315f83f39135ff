/** A handle of the event loop, as a diagnostic report tells it. */
interface Handle {
  type: string
  is_active: boolean
  is_referenced: boolean
  /** A path where it is a pipe. */
  localEndpoint?: Endpoint | string | null
  remoteEndpoint?: Endpoint | string | null
  pid?: number
  filename?: string
}

interface Endpoint {
  host: string
  port: number
}

/** What this process waits for before it ends, in words. */
export function describeOpenHandles(): string[] {
  // Otherwise names would be looked up for addresses.
  Object.assign(process.report, { excludeNetwork: true })
  const { libuv, workers } = process.report.getReport() as unknown as { libuv: Handle[]; workers: unknown[] }
  const handles = libuv.filter((handle) => handle.is_active && handle.is_referenced).flatMap(describeHandle)
  const timers = process.getActiveResourcesInfo().filter((name) => /^(Timeout|Immediate)$/.test(name))
  return countDuplicates([...handles, ...workers.map(() => 'a thread'), ...timers.map(() => 'a timer')])
}

function describeHandle({
  type,
  localEndpoint: local,
  remoteEndpoint: remote,
  pid,
  filename,
}: Handle): string[] {
  if (type === 'process') return [`the process ${pid}`]
  if (filename !== undefined) return [`a watch on ${filename}`]
  if (remote) return [`a connection to ${placeOf(remote)}`]
  if (local) return [`a server or a connection of it at ${placeOf(local)}`]
  if (type === 'tcp' || type === 'udp' || type === 'pipe') return [`an open ${type}`]
  return []
}

function placeOf(endpoint: Endpoint | string): string {
  return typeof endpoint === 'string' ? endpoint : `${endpoint.host}:${endpoint.port}`
}

function countDuplicates(names: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return [...counts].map(([name, count]) => (count === 1 ? name : `${name}, ${count} times`))
}
