import { setTimeout as delay } from 'node:timers/promises'
import { createEngine } from '../src/browser/browser.ts'
import { openBrowserProxy, parseAllowedTargets } from '../src/egress/egress.ts'
import { createLog } from '../src/log.ts'
import { inParallel, printRows, quantile, timed } from './figures.ts'
import { commandOf, cpuMs, memoryMb, treeOf } from './processes.ts'
import { servePages, startService } from './service.ts'
import type { BenchService } from './service.ts'

/** What getting a page costs: from the cache, over HTTP, in the browser, and when it is very large. */
export async function benchFetch(): Promise<void> {
  await using site = await servePages((path) =>
    path.startsWith('/big') ? BIG_PAGE : path.startsWith('/script') ? SCRIPT_PAGE : STATIC_PAGE,
  )
  await using service = await startService({ WINNOW_HOST_CONCURRENCY: '64' })
  const bench = { service, site: site.url }
  await cached(bench)
  await fresh(bench)
  await large(bench)
  await rendered(bench)
}

interface Bench {
  service: BenchService
  site: string
}

/** A page of 20 KB with prose, lists, a table and links, that no cache has seen. */
const STATIC_PAGE = staticPage()
const SCRIPT_PAGE = `<!doctype html><title>App</title><div id="root"></div><script>
  const root = document.getElementById('root')
  for (let i = 0; i < 200; i++) {
    const p = document.createElement('p')
    p.textContent = 'Paragraph ' + i + ' was written by a script and is long enough to be read as text.'
    root.append(p)
  }
</script>`
const BIG_PAGE = Buffer.from(
  `<!doctype html><title>Big</title><main>${'<p>One of very many paragraphs.</p>'.repeat(600_000)}</main>`,
)

function staticPage(): string {
  const prose = 'A river that flows over soft ground begins to wander, and every bend makes the next one. '
  const sections = Array.from(
    { length: 46 },
    (_, at) =>
      `<h2>Section ${at}</h2><p>${prose.repeat(4)}<a href="/more/${at}">More</a></p><ul><li>outer bank</li><li>inner bank</li></ul>`,
  )
  return `<!doctype html><html lang="en"><head><title>Rivers</title></head><body><nav><a href="/">Home</a></nav><main><h1>Rivers</h1>${sections.join('')}</main><footer>Imprint</footer></body></html>`
}

const STATIC_KB = (STATIC_PAGE.length / 1024).toFixed(1)

function scrape({ service, site }: Bench, path: string, options: object = {}) {
  const body = { url: site + path, formats: ['markdown'], ...options }
  return service.ask<{ data: { markdown?: string; metadata: Record<string, unknown> } }>('/v2/scrape', body)
}

/** Runs `count` scrapes, some at once, and gives CPU of the whole tree per scrape and scrapes per second. */
async function load(bench: Bench, count: number, atOnce: number, pathOf: (turn: number) => string) {
  const { pid } = bench.service
  const cpuBefore = cpuMs(treeOf(pid))
  const ms = await timed(() => inParallel(count, atOnce, (turn) => scrape(bench, pathOf(turn))))
  return { cpuMs: (cpuMs(treeOf(pid)) - cpuBefore) / count, perSecond: (count * 1000) / ms }
}

async function cached(bench: Bench): Promise<void> {
  await scrape(bench, '/cached')
  const second = await scrape(bench, '/cached')
  if (second.data.metadata['cacheState'] !== 'hit') throw new Error('the second scrape was no hit')
  await load(bench, 1000, 16, () => '/cached')
  for (const atOnce of [16, 32]) {
    const { cpuMs: cpu, perSecond } = await load(bench, 3000, atOnce, () => '/cached')
    console.log(
      `cached scrape of a ${STATIC_KB} KB page, ${atOnce} at once: ${cpu.toFixed(2)} ms CPU (aim: at most 2.0), ${perSecond.toFixed(0)}/s (aim: at least 500)`,
    )
  }
}

async function fresh(bench: Bench): Promise<void> {
  await load(bench, 200, 8, (turn) => `/fresh/${-turn - 1}`)
  const { cpuMs: cpu, perSecond } = await load(bench, 1000, 8, (turn) => `/fresh/${turn}`)
  console.log(
    `fresh static page of ${STATIC_KB} KB to markdown: ${cpu.toFixed(2)} ms CPU (aim: at most 12), ${perSecond.toFixed(0)}/s`,
  )
}

async function eventLoop({ service }: Bench): Promise<{ p99Ms: number; maxMs: number }> {
  const text = await (await fetch(`${service.url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) * 1000
  return {
    p99Ms: read('winnow_nodejs_eventloop_lag_p99_seconds'),
    maxMs: read('winnow_nodejs_eventloop_lag_max_seconds'),
  }
}

async function large(bench: Bench): Promise<void> {
  await eventLoop(bench)
  const over = new AbortController()
  const big = scrape(bench, '/big', { maxAge: 0, timeout: 120_000 }).finally(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    times.push(await timed(() => scrape(bench, '/cached')))
    await delay(5)
  }
  const { data } = await big
  const { p99Ms, maxMs } = await eventLoop(bench)
  console.log(
    `while a page of 20 MB became ${((data.markdown?.length ?? 0) / 1e6).toFixed(0)} MB of markdown: event-loop delay p99 ${p99Ms.toFixed(0)} ms (aim: below 50), longest ${maxMs.toFixed(0)} ms; ${times.length} small scrapes, p99 ${quantile(times, 0.99).toFixed(0)} ms`,
  )
}

/** The processes of the browser, by their command line. */
function chromium({ service }: Bench): number[] {
  return treeOf(service.pid).filter((one) => /chrom/i.test(commandOf(one)))
}

async function rendered(bench: Bench): Promise<void> {
  const first = await scrape(bench, '/script/first')
  if (first.data.metadata['fetchedBy'] !== 'browser') throw new Error('the page was not rendered')
  await load(bench, 20, 4, (turn) => `/script/${turn + 10_000}`)
  await delay(5000)
  const idleMb = memoryMb(chromium(bench))
  const { perSecond, cpuMs: cpu } = await load(bench, 500, 4, (turn) => `/script/${turn}`)
  await delay(5000)
  const left = chromium(bench)
  const renderers = left.filter((pid) => commandOf(pid).includes('--type=renderer')).length
  const plain = await plainPlaywright(`${bench.site}/script/plain`, bench.service.dataDir)
  printRows('pages by script, 4 at once', {
    'rendered by the service': { 'per second': perSecond, aim: 'at least 4', 'ms CPU': cpu.toFixed(0) },
    'goto and content of plain Playwright': { 'per second': plain },
    'service to Playwright': { 'per second': perSecond / plain },
  })
  console.log(
    `browser memory: ${idleMb.toFixed(0)} MB idle, ${memoryMb(left).toFixed(0)} MB after 500 pages (aim: within 10 %); ${renderers} renderer processes left`,
  )
}

/** The peer: what a script of ten lines would do, without waiting, scrolling, filtering or reading frames. */
async function plainPlaywright(url: string, dataDir: string): Promise<number> {
  await using gate = await openBrowserProxy({ allowedTargets: parseAllowedTargets('127.0.0.1/32') })
  await using engine = createEngine({
    configured: undefined,
    dataDir,
    proxyServer: gate.server,
    maxTabs: 4,
    log: createLog('error', false),
  })
  using pass = gate.issue({ proxyChoice: { kind: 'basic', country: 'US' }, maxBytes: 1e9 })
  const proxy = { server: gate.server, username: pass.username, password: pass.password }
  const visit = () =>
    engine.withTab({ proxy }, AbortSignal.timeout(60_000), async ({ page }) => {
      await page.goto(url)
      return await page.content()
    })
  await visit()
  const count = 200
  return (count * 1000) / (await timed(() => inParallel(count, 4, visit)))
}
