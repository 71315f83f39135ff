import type { Model } from '../llm/llm.ts'
import { fillAtHome } from './trusted-websites.ts'
import { createVariables, withTexts } from './secrets.ts'
import { writeProgram } from './program/write-program.ts'
import type { AnswerFrom, PromptWishes, RunPrompt } from './run.ts'
import type { ModelRunnerNeeds } from './with-model/run-with-model.ts'

interface PromptNeeds extends Omit<ModelRunnerNeeds, 'model'> {
  model: Model | undefined
}

/** A model where there is one, else the planner; loaded with the first instruction, because many services never get one. */
export function createRunPrompt(needs: PromptNeeds): RunPrompt {
  let loaded: Promise<RunPrompt> | undefined
  return async (prompt, stage, signal, wishes) => {
    const run = await (loaded ??= load(needs))
    const written = writeProgram(stage)
    const outcome = await run(prompt, written.stage, signal, wishes)
    const code = written.code()
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
  return async (prompt, stage, signal, { variables: given, schema }: PromptWishes = {}) => {
    const variables = createVariables('', given)
    const guarded = fillAtHome(stage, prompt, (text) => variables.isHeldBy(text))
    const outcome = await planner(variables.filled(prompt).text, guarded, signal, { variables: given })
    const told = withTexts(outcome, variables.named)
    if (schema === undefined) return told
    const warning = '`schema` has no effect without a model.'
    return { ...told, warnings: [...(told.warnings ?? []), warning] }
  }
}
