import type { Page } from 'playwright-core'
import type { PageController } from '../../src/browser/browser.ts'
import { median, printRows } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { servePages } from '../service.ts'
import { openBenchBrowser } from './browser.ts'
import { createBenchPlanner } from './run-prompt.ts'

const RUNS = 30
const WARM_UP = 3
const RUN_MS = 30_000
const PEER = 'Playwright, click'

/** Times an instruction with one click beside a Playwright script that does the same, in turns in the same browser. */
export async function benchClick(): Promise<void> {
  await using site = await servePages(() => PAGE)
  await using browser = await openBenchBrowser()
  const planner = createBenchPlanner()
  const ways: Record<
    string,
    (page: Page, controller: PageController, signal: AbortSignal) => Promise<string>
  > = {
    'instruction, click': async (_page, controller, signal) =>
      (await planner('Click "Show opening hours".', controller, signal)).output,
    [PEER]: async (page) => {
      await page.getByRole('button', { name: 'Show opening hours' }).click()
      return await page.locator('#hours').innerText()
    },
    'instruction, click and answer': async (_page, controller, signal) =>
      (await planner('Click "Show opening hours" and tell me the hours.', controller, signal)).output,
  }
  const times = new Map(Object.keys(ways).map((name) => [name, [] as number[]]))
  for (let run = 0; run < WARM_UP + RUNS; run++) {
    for (const [name, way] of Object.entries(ways)) {
      const signal = AbortSignal.timeout(RUN_MS)
      const ms = await browser.use(signal, async ({ page, openController }) => {
        const controller = openController()
        // As a session of the service opens a page: it has come to rest before the clock starts.
        await controller.act({ do: 'goto', url: site.url }, signal)
        const began = performance.now()
        const told = await way(page, controller, signal)
        const measure = performance.now() - began
        if (!told.includes('9:00')) throw new Error(`${name}: the hours are missing in "${told}".`)
        return measure
      })
      if (run >= WARM_UP) times.get(name)!.push(ms)
    }
  }
  const peer = median(times.get(PEER)!)
  const rows: Rows = {}
  for (const [name, some] of times)
    rows[name] = { median: median(some), 'times Playwright': median(some) / peer }
  printRows('one click, ms', rows)
}

/** A page of an ordinary size, with one button that shows something. */
const PAGE = `<!doctype html><html lang="en"><title>Branches</title><main><h1>Branches</h1>
${Array.from({ length: 60 }, (_, at) => `<article><h2>Branch ${at + 1}</h2><p>Street ${at + 1}, with <a href="/${at}">directions</a>.</p></article>`).join('\n')}
<button id="show">Show opening hours</button><p id="hours"></p></main>
<script>show.onclick = () => { hours.textContent = 'Hours: 9:00 to 17:30' }</script></html>`
