import { parseArgs } from 'node:util'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createModelRunner } from '../../src/interact/with-model/run-with-model.ts'
import { createModel } from '../../src/llm/llm.ts'
import { createLog } from '../../src/log.ts'
import { createAnswerFrom } from '../../src/scrape/answer/answer-from.ts'
import { createAskModel } from '../../src/scrape/answer/ask-model.ts'
import { understand } from '../../src/scrape/understand/read-page.ts'
import { prices } from '../../src/config/variable.ts'
import { openBenchBrowser } from './bench-browser.ts'
import { flowsOf } from './flows/flows.ts'
import { inThisProcess } from './flows/on-page.ts'
import { printFlows, printTrial } from './flows/report.ts'
import { runTrial } from './flows/run-trial.ts'
import type { Trial } from './flows/run-trial.ts'

/** A model is slower than the planner. */
const LONGEST_MS = 300_000

/** Runs the open flows, or those whose name begins with `--only`, with a real model. It costs what the endpoint takes for it. */
export async function benchModel(words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      model: { type: 'string' },
      key: { type: 'string' },
      name: { type: 'string' },
      prices: { type: 'string' },
      only: { type: 'string', default: '' },
      'max-tokens': { type: 'string', default: '500000' },
      why: { type: 'boolean', default: false },
    },
  })
  const { model: url, key, name, only } = values
  if (url === undefined)
    throw new Error('--model takes the root of an API, such as http://127.0.0.1:11434/v1.')
  await using opened = new AsyncDisposableStack()
  const { request } = opened.use(createEgress({ allowedTargets: parseAllowedTargets(new URL(url).hostname) }))
  const model = createModel({ url, key, model: name, request })
  const answerFrom = createAnswerFrom({
    understand: (source, wanted) => Promise.resolve(understand(source, wanted)),
    askModel: createAskModel(model),
  })
  const runPrompt = createModelRunner({
    model,
    answerFrom,
    log: createLog('silent', false),
    mostTokens: Number(values['max-tokens']),
    prices: values.prices === undefined ? undefined : prices('').read(values.prices),
  })
  const onPage = inThisProcess(opened.use(await openBenchBrowser()), runPrompt, LONGEST_MS)
  console.log(`${model.name}: ${await model.room()} tokens a question, images: ${await model.takesImages()}`)
  const trials: Trial[] = []
  for (const flow of (await flowsOf('open')).filter((one) => one.name.startsWith(only))) {
    for (const trial of flow.trials) {
      const run = await runTrial(flow, trial, onPage)
      if (values.why) printTrial(run)
      trials.push(run)
    }
  }
  printFlows('open', trials)
  printUsage(trials)
}

/** What the model took, and how often it said that it had succeeded when it had not. */
function printUsage(trials: readonly Trial[]): void {
  const outcomes = trials.flatMap((trial) => trial.outcomes)
  const sum = (part: 'rounds' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cost') =>
    outcomes.reduce((total, { usage }) => total + (usage?.[part] ?? 0), 0)
  const isFalse = ({ faults, outcomes: all }: Trial) => faults.length > 0 && all.every(({ done }) => done)
  const prompts = Math.max(1, outcomes.length)
  console.log(
    `${trials.filter(isFalse).length} false successes; ${sum('rounds')} rounds, ${(sum('rounds') / prompts).toFixed(1)} a prompt`,
  )
  console.log(
    `${sum('inputTokens')} input tokens (${sum('cachedTokens')} cached) and ${sum('outputTokens')} output tokens, ${Math.round((sum('inputTokens') + sum('outputTokens')) / prompts)} a prompt`,
  )
  const isPriced = outcomes.some(({ usage }) => usage?.cost !== undefined)
  console.log(isPriced ? `cost: ${sum('cost').toFixed(4)}` : 'cost: unknown without --prices')
}
