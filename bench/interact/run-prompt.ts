import { prices } from '../../src/config/variable.ts'
import { createEgress, parseAllowedTargets } from '../../src/egress/egress.ts'
import { createPlanner } from '../../src/interact/planner/planner.ts'
import { writeProgram } from '../../src/interact/program/write-program.ts'
import type { RunPrompt } from '../../src/interact/run.ts'
import { createModelRunner } from '../../src/interact/with-model/run-with-model.ts'
import { createModel } from '../../src/llm/llm.ts'
import { createLog } from '../../src/log.ts'
import { createAnswerFromHtml } from '../../src/scrape/answer/answer-from-html.ts'
import { createAskModel } from '../../src/scrape/answer/ask-model.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'

/** The planner as the service has it without a model, all in this thread; it writes each run down as a program too. */
export function createBenchPlanner(): RunPrompt {
  const planner = createPlanner({ answerFrom: answerFromWith(undefined) })
  return (prompt, controller, signal) => planner(prompt, writeProgram(controller).controller, signal)
}

/** Which model does it, as the options of the command say. */
export interface ModelOptions {
  model: string
  key?: string | undefined
  name?: string | undefined
  prices?: string | undefined
  'max-tokens': string
}

/** The same with a model of yours. It costs what the endpoint takes for it. */
export async function openModelRunner(options: ModelOptions): Promise<{ run: RunPrompt } & AsyncDisposable> {
  const { model: url, key, name } = options
  const egress = createEgress({ allowedTargets: parseAllowedTargets(new URL(url).hostname) })
  const model = createModel({ url, key, model: name, request: egress.request })
  console.log(
    `${model.name}: ${await model.maxPromptTokens()} tokens a question, images: ${await model.supportsImages()}`,
  )
  const run = createModelRunner({
    model,
    answerFrom: answerFromWith(model),
    log: createLog('silent', false),
    mostTokens: Number(options['max-tokens']),
    prices: options.prices === undefined ? undefined : prices('').read(options.prices),
  })
  return { run, [Symbol.asyncDispose]: () => egress[Symbol.asyncDispose]() }
}

function answerFromWith(model: Parameters<typeof createAskModel>[0]) {
  return createAnswerFromHtml({
    understand: (source, wanted) => Promise.resolve(understandSource(source, wanted)),
    askModel: createAskModel(model),
  })
}
