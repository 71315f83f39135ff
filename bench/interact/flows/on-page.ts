import { setTimeout as delay } from 'node:timers/promises'
import type { PromptOutcome, RunPrompt } from '../../../src/interact/run.ts'
import type { BenchBrowser } from '../bench-browser.ts'

/** Opens a page for a trial, lets it work there, and closes it. */
export type OnPage = <Result>(url: string, work: (page: TrialPage) => Promise<Result>) => Promise<Result>

/** A page that takes prompts and can be looked into afterwards. */
interface TrialPage {
  give(prompt: string): Promise<PromptOutcome>
  evaluate(expression: string): Promise<unknown>
  /** Names of the files that were given; undefined where that cannot be seen. */
  downloads(): readonly string[] | undefined
}

/** A prompt that takes longer counts as one that never ends. */
export const LONGEST_MS = 30_000
/** A session begins with a page that has come to rest. */
const RESTS_MS = 700

/** Pages in a browser of this process. */
export function inThisProcess(browser: BenchBrowser, runPrompt: RunPrompt, longestMs = LONGEST_MS): OnPage {
  return (url, work) =>
    browser.use(AbortSignal.timeout(4 * longestMs), async ({ page, openStage }) => {
      const stage = openStage()
      await page.goto(url)
      await delay(RESTS_MS)
      return await work({
        give: (prompt) => orFailure(runPrompt(prompt, stage, AbortSignal.timeout(longestMs))),
        evaluate: (expression) => page.context().pages().at(-1)!.evaluate(expression),
        downloads: () => stage.downloads().map(({ name }) => name),
      })
    })
}

async function orFailure(running: Promise<PromptOutcome>): Promise<PromptOutcome> {
  return await running.catch((failure: unknown) => ({
    done: false,
    output: '',
    actions: [],
    error: String(failure),
  }))
}
