import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { onDatabase, withClient } from '../../test/support/template.ts'
import { median, printRows } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { startService } from '../service.ts'
import { waitForCrawl, distinctPages, startCrawl, startMeter } from './crawling.ts'
import type { Usage } from './crawling.ts'
import { startSite } from './site.ts'
import type { Site } from './site.ts'

const PAGES = 1000
const ROUNDS = 3
const TURNS = ['first crawl', 'second crawl']

/** Crawls the sites one after the other. */
type Crawler = (sites: readonly Site[]) => Promise<Measured[]>

interface Measured {
  perSecond: number
  /** Of the whole tree, per page. */
  cpuMs: number
  peakMb: number
}

/** What crawling costs, beside a peer on the same sites. */
export function benchCrawl(): Promise<void> {
  return compare(
    { winnow: crawlWithWinnow, 'crawlee + turndown': crawlWithPeer },
    'aim of the ratio: at least 2',
  )
}

/** The same with the embedded database and on the server of `url`, whose role must be allowed to create databases. */
export function benchDatabases(url = ''): Promise<void> {
  const external: Crawler = async (sites) => {
    await using database = await newDatabase(url)
    const secret = randomBytes(16).toString('hex')
    return await crawlWithWinnow(sites, { DATABASE_URL: database.url, WINNOW_SECRET: secret })
  }
  return compare({ external, embedded: crawlWithWinnow }, 'aim of the ratio: at least 0.85')
}

/**
 * Both crawl one site after their start and another one right after it: the service runs for long, so the second shows
 * what its pages cost; the first has what it takes to get going.
 */
async function compare(crawlers: Record<string, Crawler>, aim: string): Promise<void> {
  await using first = await startSite(PAGES)
  await using second = await startSite(PAGES)
  const rounds = Object.keys(crawlers).map((name) => ({ name, all: [] as Measured[][] }))
  for (let round = 1; round <= ROUNDS; round++) {
    for (const { name, all } of rounds) {
      all.push(await crawlers[name]!([first, second]))
      console.log(
        `round ${round}, ${name}: ${all
          .at(-1)!
          .map(({ perSecond }) => perSecond.toFixed(1))
          .join(', then ')} pages/s`,
      )
    }
  }
  for (const [turn, title] of TURNS.entries()) {
    const [ours, peer] = rounds.map(({ all }) => medianOf(all.map((round) => round[turn]!)))
    const rows: Rows = {}
    for (const [at, { name }] of rounds.entries()) rows[name] = shown([ours!, peer!][at]!)
    rows['ratio'] = {
      'pages per second': ours!.perSecond / peer!.perSecond,
      'ms CPU per page': ours!.cpuMs / peer!.cpuMs,
      'most MB': ours!.peakMb / peer!.peakMb,
    }
    printRows(`${title}, median of ${ROUNDS}`, rows)
  }
  console.log(aim)
}

function shown({ perSecond, cpuMs, peakMb }: Measured): Rows[string] {
  return { 'pages per second': perSecond, 'ms CPU per page': cpuMs, 'most MB': peakMb }
}

function medianOf(all: readonly Measured[]): Measured {
  return {
    perSecond: median(all.map(({ perSecond }) => perSecond)),
    cpuMs: median(all.map(({ cpuMs }) => cpuMs)),
    peakMb: median(all.map(({ peakMb }) => peakMb)),
  }
}

function measured(pages: number, { wallMs, cpuMs, peakMb }: Usage): Measured {
  return { perSecond: (pages * 1000) / wallMs, cpuMs: cpuMs / pages, peakMb }
}

async function crawlWithWinnow(
  sites: readonly Site[],
  env: Record<string, string> = {},
): Promise<Measured[]> {
  await using service = await startService(env)
  const all: Measured[] = []
  for (const site of sites) {
    using meter = startMeter(service.pid)
    const id = await startCrawl(service, `${site.url}/`)
    const { status } = await waitForCrawl(service, id)
    const usage = meter.read()
    const found = await distinctPages(service, id)
    if (found !== site.pages) console.log(`WRONG: ${status} with ${found} distinct pages of ${site.pages}`)
    all.push(measured(found, usage))
  }
  return all
}

async function crawlWithPeer(sites: readonly Site[]): Promise<Measured[]> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('./peer-process.ts', import.meta.url))], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  await lines.next()
  const all: Measured[] = []
  for (const site of sites) {
    using meter = startMeter(child.pid!)
    child.stdin.write(`${site.url}/\n`)
    const { value } = await lines.next()
    all.push(measured(Number(value), meter.read()))
  }
  child.stdin.end()
  await once(child, 'exit')
  return all
}

async function newDatabase(serverUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const name = `winnow_bench_${randomBytes(6).toString('hex')}`
  await withClient(serverUrl, (client) => client.query(`create database ${name}`))
  return {
    url: onDatabase(serverUrl, name),
    [Symbol.asyncDispose]: () =>
      withClient(
        serverUrl,
        async (client) => void (await client.query(`drop database ${name} with (force)`)),
      ),
  }
}
