import type { BrowserExecuteAnswer } from '../../contract/browser.ts'
import type { InteractAnswer } from '../../contract/interact.ts'
import type { TaskOutcome } from '../../interact/interact.ts'

/** What a program or a wish gave, as clients read it: a program that fails is an answer too. */
export function runAnswer(
  outcome: TaskOutcome,
): BrowserExecuteAnswer & Pick<InteractAnswer, 'output' | 'actions' | 'warning' | 'data' | 'usage' | 'code'> {
  if (outcome.kind === 'code') {
    const { kind: _, ...run } = outcome
    return { success: run.exitCode === 0, ...run }
  }
  const { done, output, actions, error, data, usage, code, warnings = [] } = outcome
  return {
    success: done,
    output,
    actions,
    stdout: output,
    result: output,
    stderr: error ?? '',
    exitCode: done ? 0 : 1,
    killed: false,
    ...(data !== undefined && { data }),
    ...(usage && { usage }),
    ...(code !== undefined && { code }),
    ...(warnings.length > 0 && { warning: warnings.join(' ') }),
    ...(!done && { error: error ?? output }),
  }
}
