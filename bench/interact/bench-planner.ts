import { createPlanner } from '../../src/interact/planner/planner.ts'
import { writeProgram } from '../../src/interact/program/write-program.ts'
import type { RunPrompt } from '../../src/interact/run.ts'
import { createAnswerFrom } from '../../src/scrape/answer/answer-from.ts'
import { createAskModel } from '../../src/scrape/answer/ask-model.ts'
import { understand } from '../../src/scrape/understand/read-page.ts'

/** The planner as the service has it without a model, all in this thread; it writes each run down as a program too. */
export function createBenchPlanner(): RunPrompt {
  const answerFrom = createAnswerFrom({
    understand: (source, wanted) => Promise.resolve(understand(source, wanted)),
    askModel: createAskModel(undefined),
  })
  const planner = createPlanner({ answerFrom })
  return (prompt, stage, signal) => planner(prompt, writeProgram(stage).stage, signal)
}
