import { createPlanner } from '../../src/interact/planner/planner.ts'
import type { RunPrompt } from '../../src/interact/run.ts'
import { createAnswerFrom } from '../../src/scrape/answer-from.ts'
import { createAskModel } from '../../src/scrape/ask-model.ts'
import { understand } from '../../src/scrape/understand.ts'

/** The planner as the service has it without a model, all in this thread. */
export function createBenchPlanner(): RunPrompt {
  const answerFrom = createAnswerFrom({
    understand: (source, wanted) => Promise.resolve(understand(source, wanted)),
    askModel: createAskModel(undefined),
  })
  return createPlanner({ answerFrom })
}
