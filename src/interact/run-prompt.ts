import type { Model } from '../llm/llm.ts'
import type { Log } from '../log.ts'
import type { AnswerFrom, RunPrompt } from './run.ts'

interface PromptNeeds {
  model: Model | undefined
  answerFrom: AnswerFrom
  log: Log
}

/**
 * Carries out wishes in words: by a model where there is one, else by the planner. Both are loaded when the first wish
 * comes, because they are large and many services never see one.
 */
export function createRunPrompt(needs: PromptNeeds): RunPrompt {
  let loaded: Promise<RunPrompt> | undefined
  return async (prompt, stage, signal) => {
    const run = await (loaded ??= load(needs))
    return await run(prompt, stage, signal)
  }
}

async function load({ model, answerFrom, log }: PromptNeeds): Promise<RunPrompt> {
  const { createPlanner } = await import('./planner/planner.ts')
  const planner = createPlanner({ answerFrom })
  if (!model) return planner
  const { createModelRunner } = await import('./with-model/run-with-model.ts')
  return createModelRunner({ model, planner, answerFrom, log })
}
