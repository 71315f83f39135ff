import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import type { Stage } from '../../src/browser/browser.ts'
import { openBenchBrowser } from './bench-browser.ts'
import { createBenchPlanner } from './bench-planner.ts'

const RUNS = 30
const WARM_UP = 3
const RUN_MS = 30_000

/** Times an instruction with one click beside a Playwright script that does the same, in turns in the same browser. */
export async function benchClick(): Promise<void> {
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(PAGE),
  )
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
  await using browser = await openBenchBrowser()
  const planner = createBenchPlanner()
  const ways: Record<string, (page: Page, stage: Stage, signal: AbortSignal) => Promise<string>> = {
    'instruction, click': async (_page, stage, signal) =>
      (await planner('Click "Show opening hours".', stage, signal)).output,
    'Playwright, click': async (page) => {
      await page.getByRole('button', { name: 'Show opening hours' }).click()
      return await page.locator('#hours').innerText()
    },
    'instruction, click and answer': async (_page, stage, signal) =>
      (await planner('Click "Show opening hours" and tell me the hours.', stage, signal)).output,
  }
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    for (const [name, way] of Object.entries(ways)) {
      const signal = AbortSignal.timeout(RUN_MS)
      const ms = await browser.use(signal, async ({ page, openStage }) => {
        const stage = openStage()
        // As a session of the service opens a page: it has come to rest before the clock starts.
        await stage.act({ do: 'goto', url }, signal)
        const began = performance.now()
        const told = await way(page, stage, signal)
        const took = performance.now() - began
        if (!told.includes('9:00')) throw new Error(`${name}: the hours are missing in "${told}".`)
        return took
      })
      if (run >= WARM_UP) times.get(name)!.push(ms)
    }
  }
  server.close()
  const peer = medianOf(times.get('Playwright, click')!)
  for (const [name, some] of times) {
    const median = medianOf(some)
    console.log(`${name.padEnd(32)}${median.toFixed(1).padStart(8)} ms  ${(median / peer).toFixed(2)}x`)
  }
}

function medianOf(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}

/** A page of an ordinary size, with one button that shows something. */
const PAGE = `<!doctype html><html lang="en"><title>Branches</title><main><h1>Branches</h1>
${Array.from({ length: 60 }, (_, at) => `<article><h2>Branch ${at + 1}</h2><p>Street ${at + 1}, with <a href="/${at}">directions</a>.</p></article>`).join('\n')}
<button id="show">Show opening hours</button><p id="hours"></p></main>
<script>show.onclick = () => { hours.textContent = 'Hours: 9:00 to 17:30' }</script></html>`
