import type { Model } from '../llm/llm.ts'
import { fillOnTrustedWebsites } from './trusted-websites.ts'
import { createVariables, mapTexts } from './secrets.ts'
import { writeProgram } from './program/write-program.ts'
import type { AnswerFrom, PromptRunOptions, RunPrompt } from './run.ts'
import type { ModelRunnerNeeds } from './with-model/run-with-model.ts'

interface PromptNeeds extends Omit<ModelRunnerNeeds, 'model'> {
  model: Model | undefined
}

/** A model where there is one, else the planner; loaded with the first instruction, because many services never get one. */
export function createRunPrompt(needs: PromptNeeds): RunPrompt {
  let loaded: Promise<RunPrompt> | undefined
  return async (prompt, controller, signal, options) => {
    const run = await (loaded ??= load(needs))
    const recorded = writeProgram(controller)
    const outcome = await run(prompt, recorded.controller, signal, options)
    const code = recorded.code()
    return code === undefined ? outcome : { ...outcome, code }
  }
}

async function load({ model, ...needs }: PromptNeeds): Promise<RunPrompt> {
  if (!model) return await loadPlanner(needs)
  const { createModelRunner } = await import('./with-model/run-with-model.ts')
  return createModelRunner({ model, ...needs })
}

async function loadPlanner({ answerFrom }: { answerFrom: AnswerFrom }): Promise<RunPrompt> {
  const { createPlanner } = await import('./planner/planner.ts')
  const planner = createPlanner({ answerFrom })
  return async (prompt, controller, signal, { variables: given, schema }: PromptRunOptions = {}) => {
    const variables = createVariables('', given)
    const guarded = fillOnTrustedWebsites(controller, prompt, (text) => variables.occursIn(text))
    const outcome = await planner(variables.filled(prompt).text, guarded, signal, { variables: given })
    const masked = mapTexts(outcome, variables.masked)
    if (schema === undefined) return masked
    const warning = '`schema` has no effect without a model.'
    return { ...masked, warnings: [...(masked.warnings ?? []), warning] }
  }
}
