import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { loadavg } from 'node:os'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { benchDatabases } from './databases.ts'
import { benchFairness } from './fair.ts'
import { benchLong } from './long.ts'
import { startMeter } from './meter.ts'
import type { Usage } from './meter.ts'
import { startService } from './service.ts'
import { startSite } from './site.ts'
import type { Site } from './site.ts'

/** What crawling costs: beside a peer, on a long crawl, for single scrapes meanwhile, and on another database server. */
export async function benchCrawl(part = 'peer', ...words: string[]): Promise<void> {
  const parts: Record<string, () => Promise<void>> = {
    peer: benchBesidePeer,
    long: benchLong,
    fair: benchFairness,
  }
  if (part === '--database' && words[0] !== undefined) return await benchDatabases(words[0])
  const bench = parts[part]
  if (!bench)
    throw new Error(`Usage: npm run bench crawl [${Object.keys(parts).join(' | ')} | -- --database URL]`)
  await bench()
}

const PAGES = 1000
const ROUNDS = 3

/**
 * Both crawl one site after their start and another one right after it: the service runs for long, so the second shows
 * what its pages cost; the first has what it takes to get going.
 */
async function benchBesidePeer(): Promise<void> {
  await using first = await startSite(PAGES)
  await using second = await startSite(PAGES)
  const rounds: Record<'winnow' | 'peer', Measured[][]> = { winnow: [], peer: [] }
  for (let round = 0; round < ROUNDS; round++) {
    rounds.winnow.push(told('winnow', await crawlWithWinnow([first, second])))
    rounds.peer.push(told(PEER, await crawlWithPeer([first, second])))
  }
  for (const [turn, name] of TURNS.entries()) {
    const ours = median(rounds.winnow.map((all) => all[turn]!))
    const peer = median(rounds.peer.map((all) => all[turn]!))
    console.log(`${name}, median of ${ROUNDS}: winnow ${wordsOf(ours)} (aims: at most 12 ms, 350 MB)`)
    console.log(`${name}, median of ${ROUNDS}: ${PEER} ${wordsOf(peer)}`)
    console.log(
      `${name}, winnow to peer: ${(ours.perSecond / peer.perSecond).toFixed(2)} times the pages per second (aim: at least 2), ${(ours.cpuMs / peer.cpuMs).toFixed(2)} of the CPU, ${(ours.peakMb / peer.peakMb).toFixed(2)} of the memory`,
    )
  }
}

const PEER = 'crawlee + turndown'
const TURNS = ['first crawl', 'second crawl']

interface Measured {
  pages: number
  seconds: number
  perSecond: number
  /** Of the whole tree, per page. */
  cpuMs: number
  peakMb: number
}

function measured(pages: number, usage: Usage): Measured {
  const seconds = usage.wallMs / 1000
  return { pages, seconds, perSecond: pages / seconds, cpuMs: usage.cpuMs / pages, peakMb: usage.peakMb }
}

function told(name: string, all: Measured[]): Measured[] {
  for (const [turn, one] of all.entries()) {
    console.log(`${name}, ${TURNS[turn]}: ${wordsOf(one)}; load ${loadavg()[0]!.toFixed(2)}`)
  }
  return all
}

function wordsOf({ pages, seconds, perSecond, cpuMs, peakMb }: Measured): string {
  return `${pages} pages in ${seconds.toFixed(1)} s, ${perSecond.toFixed(1)}/s, ${cpuMs.toFixed(2)} ms CPU per page, at most ${peakMb.toFixed(0)} MB (sum of PSS)`
}

function median(all: readonly Measured[]): Measured {
  const of = (read: (one: Measured) => number) =>
    all.map(read).toSorted((a, b) => a - b)[Math.floor(all.length / 2)]!
  return {
    pages: of((one) => one.pages),
    seconds: of((one) => one.seconds),
    perSecond: of((one) => one.perSecond),
    cpuMs: of((one) => one.cpuMs),
    peakMb: of((one) => one.peakMb),
  }
}

async function crawlWithWinnow(sites: readonly Site[]): Promise<Measured[]> {
  await using service = await startService()
  const all: Measured[] = []
  for (const site of sites) {
    using meter = startMeter(service.pid)
    const id = await service.crawl(`${site.url}/`)
    const { status } = await service.ended(id)
    const usage = meter.read()
    const found = new Set(await service.addresses(id)).size
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
