import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { BenchBrowser } from '../bench-browser.ts'
import { faultsOf } from './faults.ts'
import type { Flow, FlowTrial } from './flow.ts'
import { LONGEST_MS } from './on-page.ts'
import { seenOn, startOf } from './run-trial.ts'
import { serveFlow } from './serve-flow.ts'

const PATIENCE_MS = 5_000
const RESTS_MS = 600

/** What is wrong with a trial itself: solved by nobody doing anything, or not solved by doing it. */
export async function checkTrial(flow: Flow, trial: FlowTrial, browser: BenchBrowser): Promise<string[]> {
  const faultsAfter = async (work: (page: Page) => Promise<unknown>) => {
    await using served = await serveFlow(flow)
    return await browser.use(AbortSignal.timeout(LONGEST_MS), async ({ page }) => {
      page.setDefaultTimeout(PATIENCE_MS)
      const downloads: string[] = []
      page.on('download', (download) => downloads.push(download.suggestedFilename()))
      await page.goto(startOf(served, flow, trial))
      await delay(RESTS_MS)
      await work(page)
      await delay(RESTS_MS)
      const seen = await seenOn(page, served, trial.expect)
      return faultsOf(trial.expect, { ...seen, downloads, output: undefined })
    })
  }
  const idle = await faultsAfter(() => Promise.resolve())
  const isAsked = (trial.expect.output ?? []).length > 0
  return [
    ...(idle.length > 0 || isAsked ? [] : ['holds before anything is done']),
    ...(await faultsAfter(trial.solve)),
  ]
}
