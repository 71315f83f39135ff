import { isIP } from 'node:net'
import { domainsOf, plainHost } from './domains.ts'

export interface BlockList {
  size: number
  has(url: string): boolean
}

/** Of a path, so many steps are looked up; nothing that is listed has more. */
const MOST_STEPS = 64
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)+|\[.+\])$/

/**
 * A domain stands for all below it, a URL for all below its path, under either protocol. `unread` counts other lines.
 */
export async function parseList(
  lines: AsyncIterable<string> | Iterable<string>,
): Promise<{ list: BlockList; unread: number }> {
  const domains = new Set<string>()
  const places = new Set<string>()
  let unread = 0
  for await (const line of lines) {
    for (const name of namesIn(line)) {
      const place = placeOf(name)
      if (place === undefined) unread++
      else if (place.port === '' && place.path === '') domains.add(place.host)
      else places.add(spelt(place))
    }
  }
  const has = (url: string) => {
    const { host, port, path, search } = partsOf(new URL(url))
    if (domainsOf(host).some((domain) => domains.has(domain))) return true
    const paths = [path + search, ...stepsOf(path)]
    return paths.some(
      (one) =>
        places.has(spelt({ host, port: '', path: one })) || places.has(spelt({ host, port, path: one })),
    )
  }
  return { list: { size: domains.size + places.size, has }, unread }
}

interface Place {
  host: string
  port: string
  path: string
}

function spelt({ host, port, path }: Place): string {
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

function placeOf(name: string): Place | undefined {
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

function stepsOf(path: string): string[] {
  const steps = path.split('/', MOST_STEPS + 1)
  return [path, ...steps.map((_, place) => steps.slice(0, place + 1).join('/'))]
}
