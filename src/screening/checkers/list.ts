import { open, stat } from 'node:fs/promises'
import { isIP } from 'node:net'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { domainsOf, plainHost } from '../list-check.ts'
import type { RateRisk } from '../send-request.ts'

/** How often it is looked whether a file has changed; a question that comes sooner is answered without looking. */
const CHECK_EVERY_MS = 1000

/** Files of the operator's own. What is on one of them has the highest score, everything else none. */
export async function openList(
  files: readonly string[],
  log: Log,
  { lookEveryMs: checkEveryMs = CHECK_EVERY_MS } = {},
): Promise<RateRisk> {
  let read = await readFiles(files, log)
  let checkedAt = performance.now()
  let checking = Promise.resolve()
  let isUnreadable = false

  /** A file that cannot be read, while it is replaced for example, leaves what was read before. */
  async function reload(): Promise<void> {
    try {
      if ((await stampOf(files)) !== read.stamp) read = await readFiles(files, log)
      isUnreadable = false
    } catch (failure) {
      if (!isUnreadable) log.warn(`${(failure as Error).message} What it had still holds.`)
      isUnreadable = true
    }
  }

  return async (url) => {
    if (performance.now() - checkedAt >= checkEveryMs) {
      checkedAt = performance.now()
      checking = checking.then(reload)
    }
    await checking
    const isListed = read.lists.some((list) => list.has(url))
    return isListed ? { score: 100, categories: ['listed'] } : { score: 0, categories: [] }
  }
}

async function readFiles(files: readonly string[], log: Log) {
  // Taken before, so that what changes while it is read is read again.
  const stamp = await stampOf(files)
  const lists = await Promise.all(files.map((file) => readFile(file, log)))
  return { lists, stamp }
}

async function readFile(file: string, log: Log): Promise<BlockList> {
  try {
    await using opened = await open(file)
    const { list, unread } = await parseList(opened.readLines())
    log.info({ file, entries: list.size, unread }, 'a list of dangerous addresses was read')
    return list
  } catch (cause) {
    throw unreadableFault(file, cause)
  }
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = files.map(async (file) => {
    try {
      const { mtimeNs, size, ino } = await stat(file, { bigint: true })
      return `${mtimeNs} ${size} ${ino}`
    } catch (cause) {
      throw unreadableFault(file, cause)
    }
  })
  return (await Promise.all(stamps)).join(', ')
}

function unreadableFault(file: string, cause: unknown): Fault {
  const why = (cause as NodeJS.ErrnoException).code ?? 'no reason is given'
  return new Fault('UNAVAILABLE', `WINNOW_URL_RISK_URL: the list ${file} cannot be read (${why}).`, { cause })
}

interface BlockList {
  size: number
  has(url: string): boolean
}

/** Of a path, so many steps are looked up; nothing that is listed has more. */
const MAX_STEPS = 64
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)+|\[.+\])$/

/** A domain stands for all below it, a URL for all below its path, under either protocol. `unread` counts other lines. */
export async function parseList(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ list: BlockList; unread: number }> {
  const domains = new Set<string>()
  const entries = new Set<string>()
  let unread = 0
  for await (const line of lines) {
    for (const name of namesIn(line)) {
      const entry = parseEntry(name)
      if (entry === undefined) unread++
      else if (entry.port === '' && entry.path === '') domains.add(entry.host)
      else entries.add(entryKey(entry))
    }
  }
  const has = (url: string) => {
    const { host, port, path, search } = partsOf(new URL(url))
    if (domainsOf(host).some((domain) => domains.has(domain))) return true
    const paths = [path + search, ...pathPrefixes(path)]
    return paths.some(
      (one) =>
        entries.has(entryKey({ host, port: '', path: one })) ||
        entries.has(entryKey({ host, port, path: one })),
    )
  }
  return { list: { size: domains.size + entries.size, has }, unread }
}

interface UrlEntry {
  host: string
  port: string
  path: string
}

function entryKey({ host, port, path }: UrlEntry): string {
  return `${host}${port && ':'}${port}${path}`
}

/** What a line names: in a hosts file whatever follows the address, except the names that every machine has. */
function namesIn(line: string): string[] {
  const [first = '', ...others] = line
    .replace(/^\s*[!#].*|\s#.*/, '')
    .split(/\s+/)
    .filter((word) => word !== '')
  if (first === '') return []
  if (isIP(first.replace(/%.*/, '')) === 0 || others.length === 0) return [[first, ...others].join(' ')]
  return others.filter((name) => name.includes('.') && isIP(name) === 0)
}

function parseEntry(name: string): UrlEntry | undefined {
  // Lists of patterns mean the domain along with what is below it.
  const plain = name.replace(/^\*\./, '')
  const written = isIP(plain) === 6 ? `[${plain}]` : plain
  const url = URL.parse(/^[a-z]+:\/\//i.test(written) ? written : `http://${written}`)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:') return undefined
  const { host, port, path, search } = partsOf(url)
  return HOST.test(host) && !/\s/.test(name) ? { host, port, path: path + search } : undefined
}

function partsOf({ hostname, port, pathname, search }: URL) {
  return { host: plainHost(hostname), port, path: pathname.replace(/\/+$/, ''), search }
}

function pathPrefixes(path: string): string[] {
  const steps = path.split('/', MAX_STEPS + 1)
  return [path, ...steps.map((_, place) => steps.slice(0, place + 1).join('/'))]
}
