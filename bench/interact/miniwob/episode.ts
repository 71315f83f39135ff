import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { PromptOutcome, RunPrompt } from '../../../src/interact/run.ts'
import type { BenchBrowser } from '../bench-browser.ts'
import { timedStage } from '../timed-stage.ts'

/** One problem of a task, and what came of it. */
export interface Episode {
  task: string
  seed: number
  utterance: string
  /** What the task itself says of how it ended, from -1 to 1; 0 when it did not end. */
  reward: number
  outcome: PromptOutcome
  tookMs: number
  /** How much of that was acting, and waiting for the page to come to rest. */
  deedsMs: number
}

/** An instruction that takes longer is ended. */
const LONGEST_MS = 20_000
/** What a last click causes may take a moment to count. */
const COUNTS_MS = 400
/** These give their reward when their own time is over. */
const OWN_TIME_MS = 11_000
const TIMED = new Set(['chase-circle', 'moving-items'])

export async function runEpisode(
  url: string,
  { task, seed }: { task: string; seed: number },
  { browser, runPrompt }: { browser: BenchBrowser; runPrompt: RunPrompt },
): Promise<Episode> {
  return await browser.use(AbortSignal.timeout(3 * LONGEST_MS), async ({ page, openStage }) => {
    const { stage, deedsMs } = timedStage(openStage())
    await page.goto(url)
    const utterance = await page.evaluate<string>(beginning(seed))
    const since = performance.now()
    const outcome = await runPrompt(utterance, stage, AbortSignal.timeout(LONGEST_MS)).catch(
      (failure: unknown): PromptOutcome => ({ done: false, output: '', actions: [], error: String(failure) }),
    )
    const tookMs = performance.now() - since
    const reward = await rewardOf(page, TIMED.has(task) ? OWN_TIME_MS - tookMs : COUNTS_MS)
    return { task, seed, utterance, reward, outcome, tookMs, deedsMs: deedsMs() }
  })
}

/**
 * Begins an episode that only the task ends, once, and gives what a person reads as its instruction. The instruction
 * itself, the score and what follows on an end are not part of what is acted on, and so cannot be seen; a swatch of colour
 * in the instruction can.
 */
function beginning(seed: number): string {
  return `(() => {
    const style = document.createElement('style')
    style.textContent = '#reward-display, #click-canvas, #sync-task-cover { display: none !important }' +
      '#query { visibility: hidden } #query :empty { visibility: visible }'
    document.head.append(style)
    core.EPISODE_MAX_TIME = 10 * 60 * 1000
    Math.seedrandom(${seed})
    core.startEpisodeReal()
    core.startEpisode = () => {}
    const said = core.getUtterance()
    return typeof said === 'string' ? said : said.utterance
  })()`
}

async function rewardOf(page: Page, waitMs: number): Promise<number> {
  const read = () => page.evaluate<[boolean, number]>('[WOB_DONE_GLOBAL, WOB_RAW_REWARD_GLOBAL]')
  for (const since = performance.now(); ;) {
    const [isDone, reward] = await read()
    if (isDone) return reward
    if (performance.now() - since > waitMs) return 0
    await delay(50)
  }
}
