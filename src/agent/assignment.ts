import { boundsOf } from './bounds.ts'
import type { Assignment } from './mind.ts'
import type { TaskPlan } from './task.ts'

/** What a mind is told of a plan. `urls` are where to begin, which may be more than the caller named. */
export function assignmentOf(plan: TaskPlan, urls: readonly string[]): Assignment {
  const { prompt, instructions, schema, reach, mode, effort = 'medium', model } = plan
  return {
    prompt,
    ...(instructions !== undefined && { instructions }),
    ...(schema && { schema }),
    urls,
    isStrict: reach === 'urls' || reach === 'pages',
    refusal: boundsOf(plan).refusal,
    mode,
    effort,
    isPro: model === 'spark-1-pro',
  }
}
