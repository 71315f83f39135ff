import { setTimeout as delay } from 'node:timers/promises'
import type { PromptOutcome } from '../../../src/interact/run.ts'
import { faultsOf } from './faults.ts'
import type { Afterwards } from './faults.ts'
import type { Expectation, Flow, FlowTrial } from './flow.ts'
import type { OnPage } from './on-page.ts'
import { serveFlow } from './serve-flow.ts'
import type { ServedFlow } from './serve-flow.ts'

/** What came of a trial. */
export interface Trial {
  flow: Flow
  trial: FlowTrial
  outcomes: PromptOutcome[]
  faults: string[]
  tookMs: number
}

/** What was sent last has arrived by then, and what comes late is shown. */
const ARRIVES_MS = 500

/** Gives the prompts of a trial one after the other. */
export async function runTrial(flow: Flow, trial: FlowTrial, onPage: OnPage): Promise<Trial> {
  await using served = await serveFlow(flow)
  const outcomes: PromptOutcome[] = []
  let tookMs = 0
  const faults = await onPage(startOf(served, flow, trial), async (page) => {
    for (const prompt of trial.prompts) {
      const since = performance.now()
      outcomes.push(await page.give(prompt))
      tookMs += performance.now() - since
    }
    await delay(ARRIVES_MS)
    const seen = await seenOn(page, served, trial.expect)
    const output = outcomes.map((outcome) => outcome.output).join('\n')
    return faultsOf(trial.expect, { ...seen, downloads: page.downloads(), output })
  })
  return { flow, trial, outcomes, faults, tookMs }
}

export function startOf(
  { url }: ServedFlow,
  { pages }: Flow,
  { start = Object.keys(pages)[0]! }: FlowTrial,
): string {
  return url + start
}

/** How site and page are now. */
export async function seenOn(
  page: { evaluate(expression: string): Promise<unknown> },
  served: ServedFlow,
  { state = {} }: Expectation,
): Promise<Pick<Afterwards, 'sent' | 'at' | 'text' | 'state'>> {
  const values: Record<string, unknown> = {}
  for (const expression of Object.keys(state)) {
    values[expression] = await page
      .evaluate(expression)
      .catch((failure: Error) => failure.message.split('\n')[0])
  }
  const at = (await page.evaluate('location.pathname + location.search')) as string
  const text = (await page.evaluate(READABLE_TEXT)) as string
  return { sent: [...served.sent], at, text, state: values }
}

/** Text of the page with its frames and open shadow roots. */
const READABLE_TEXT = `(() => {
  const read = (root) => {
    const own = root.body ? root.body.innerText : root.textContent
    const inner = Array.from(root.querySelectorAll('*'), (element) => {
      const nested = element.contentDocument ?? element.shadowRoot
      return nested ? read(nested) : ''
    })
    return [own, ...inner].join('\\n')
  }
  return read(document)
})()`
