import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { createEngine } from '../src/browser/browser.ts'
import { openBrowserGate, parseAllowedTargets } from '../src/egress/egress.ts'
import { createLog } from '../src/log.ts'
import { spawnService, temporaryFolder } from '../test/support/service.ts'
import { commandOf, cpuMs, memoryMb, treeOf } from './process-tree.ts'

const API_KEY = `fc-${'0123456789abcdef'.repeat(2)}`

/** What getting a page costs: from the cache, over HTTP, in the browser, and when it is very large. */
export async function benchFetch(): Promise<void> {
  await using folder = await temporaryFolder()
  await using site = await startPages()
  const service = await spawnService({
    env: {
      WINNOW_DATA_DIR: join(folder.path, 'data'),
      WINNOW_API_KEY: API_KEY,
      WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
      WINNOW_HOST_CONCURRENCY: '64',
      LOG_LEVEL: 'warn',
    },
  })
  try {
    const bench = { url: service.url, pid: service.child.pid!, site: site.url }
    await cached(bench)
    await fresh(bench)
    await large(bench)
    await rendered(bench, join(folder.path, 'data'))
  } finally {
    await service.stop()
  }
}

interface Bench {
  url: string
  pid: number
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

function staticPage(): string {
  const prose = 'A river that flows over soft ground begins to wander, and every bend makes the next one. '
  const sections = Array.from(
    { length: 46 },
    (_, at) =>
      `<h2>Section ${at}</h2><p>${prose.repeat(4)}<a href="/more/${at}">More</a></p><ul><li>outer bank</li><li>inner bank</li></ul>`,
  )
  return `<!doctype html><html lang="en"><head><title>Rivers</title></head><body><nav><a href="/">Home</a></nav><main><h1>Rivers</h1>${sections.join('')}</main><footer>Imprint</footer></body></html>`
}

async function startPages() {
  const big = Buffer.from(
    `<!doctype html><title>Big</title><main>${'<p>One of very many paragraphs.</p>'.repeat(600_000)}</main>`,
  )
  const server = createServer((request, response) => {
    const page = request.url!.startsWith('/big')
      ? big
      : request.url!.startsWith('/script')
        ? SCRIPT_PAGE
        : STATIC_PAGE
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function scrape(
  { url }: Bench,
  body: object,
): Promise<{ data: { markdown?: string; metadata: Record<string, unknown> } }> {
  const response = await fetch(`${url}/v2/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  const answer = (await response.json()) as { success: boolean; error?: string; data: never }
  if (!answer.success) throw new Error(`${response.status} ${answer.error}`)
  return answer
}

/** Runs `count` scrapes, some at once, and gives CPU of the whole tree per scrape and scrapes per second. */
async function load(bench: Bench, count: number, atOnce: number, bodyOf: (turn: number) => object) {
  let turn = 0
  const cpuBefore = cpuMs(treeOf(bench.pid))
  const since = performance.now()
  const worker = async () => {
    while (turn < count) await scrape(bench, bodyOf(turn++))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  const seconds = (performance.now() - since) / 1000
  return { cpuMs: (cpuMs(treeOf(bench.pid)) - cpuBefore) / count, perSecond: count / seconds }
}

async function cached(bench: Bench): Promise<void> {
  const body = { url: `${bench.site}/cached`, formats: ['markdown'] }
  await scrape(bench, body)
  const second = await scrape(bench, body)
  if (second.data.metadata['cacheState'] !== 'hit') throw new Error('the second scrape was no hit')
  await load(bench, 1000, 16, () => body)
  for (const atOnce of [16, 32]) {
    const { cpuMs: cpu, perSecond } = await load(bench, 3000, atOnce, () => body)
    console.log(
      `cached scrape of a ${(STATIC_PAGE.length / 1024).toFixed(1)} KB page, ${atOnce} at once: ${cpu.toFixed(2)} ms CPU (aim: at most 2.0), ${perSecond.toFixed(0)}/s (aim: at least 500)`,
    )
  }
}

async function fresh(bench: Bench): Promise<void> {
  const bodyOf = (turn: number) => ({ url: `${bench.site}/fresh/${turn}`, formats: ['markdown'] })
  await load(bench, 200, 8, (turn) => bodyOf(-turn - 1))
  const { cpuMs: cpu, perSecond } = await load(bench, 1000, 8, bodyOf)
  console.log(
    `fresh static page of ${(STATIC_PAGE.length / 1024).toFixed(1)} KB to markdown: ${cpu.toFixed(2)} ms CPU (aim: at most 12), ${perSecond.toFixed(0)}/s`,
  )
}

async function eventLoop({ url }: Bench): Promise<{ p99Ms: number; maxMs: number }> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) * 1000
  return {
    p99Ms: read('winnow_nodejs_eventloop_lag_p99_seconds'),
    maxMs: read('winnow_nodejs_eventloop_lag_max_seconds'),
  }
}

async function large(bench: Bench): Promise<void> {
  const small = { url: `${bench.site}/cached`, formats: ['markdown'] }
  await eventLoop(bench)
  const big = scrape(bench, { url: `${bench.site}/big`, formats: ['markdown'], maxAge: 0, timeout: 120_000 })
  const over = new AbortController()
  const done = big.finally(() => over.abort())
  const times: number[] = []
  while (!over.signal.aborted) {
    const since = performance.now()
    await scrape(bench, small)
    times.push(performance.now() - since)
    await delay(5)
  }
  const { data } = await done
  const { p99Ms, maxMs } = await eventLoop(bench)
  times.sort((a, b) => a - b)
  console.log(
    `while a page of 20 MB became ${((data.markdown?.length ?? 0) / 1e6).toFixed(0)} MB of markdown: event-loop delay p99 ${p99Ms.toFixed(0)} ms (aim: below 50), longest ${maxMs.toFixed(0)} ms; ${times.length} small scrapes, p99 ${times[Math.floor(times.length * 0.99)]?.toFixed(0)} ms`,
  )
}

/** The processes of the browser, by their command line. */
function chromium(pid: number): number[] {
  return treeOf(pid).filter((one) => /chrom/i.test(commandOf(one)))
}

async function rendered(bench: Bench, dataDir: string): Promise<void> {
  const bodyOf = (turn: number) => ({ url: `${bench.site}/script/${turn}`, formats: ['markdown'] })
  const first = await scrape(bench, bodyOf(-1))
  if (first.data.metadata['fetchedBy'] !== 'browser') throw new Error('the page was not rendered')
  await load(bench, 20, 4, (turn) => bodyOf(turn + 10_000))
  await delay(5000)
  const idleMb = memoryMb(chromium(bench.pid))
  const { perSecond, cpuMs: cpu } = await load(bench, 500, 4, bodyOf)
  await delay(5000)
  const left = chromium(bench.pid)
  const renderers = left.filter((pid) => commandOf(pid).includes('--type=renderer')).length
  console.log(
    `script-rendered pages, 4 at once: ${perSecond.toFixed(1)}/s (aim: at least 4), ${cpu.toFixed(0)} ms CPU each, browser included`,
  )
  const plain = await plainPlaywright(`${bench.site}/script/plain`, dataDir)
  console.log(
    `the same pages with plain Playwright on the same Chromium (goto, content, nothing else): ${plain.toFixed(1)}/s; ours is ${(perSecond / plain).toFixed(2)} times that`,
  )
  console.log(
    `browser memory: ${idleMb.toFixed(0)} MB idle, ${memoryMb(left).toFixed(0)} MB after 500 pages (aim: within 10 %); ${renderers} renderer processes left`,
  )
}

/** The peer: what a script of ten lines would do, without waiting, scrolling, filtering or reading frames. */
async function plainPlaywright(url: string, dataDir: string): Promise<number> {
  await using gate = await openBrowserGate({ allowedTargets: parseAllowedTargets('127.0.0.1/32') })
  const log = createLog('error', false)
  await using engine = createEngine({
    configured: undefined,
    dataDir,
    gateServer: gate.server,
    maxTabs: 4,
    log,
  })
  using pass = gate.issue({ way: { kind: 'basic', country: 'US' }, maxBytes: 1e9 })
  const proxy = { server: gate.server, username: pass.username, password: pass.password }
  const visit = () =>
    engine.lend({ context: { proxy } }, AbortSignal.timeout(60_000), async ({ page }) => {
      await page.goto(url)
      return await page.content()
    })
  await visit()
  let left = 200
  const since = performance.now()
  await Promise.all(
    Array.from({ length: 4 }, async () => {
      while (left-- > 0) await visit()
    }),
  )
  return 200 / ((performance.now() - since) / 1000)
}
