import type { Model } from '../llm/llm.ts'
import { boundsOf } from './bounds.ts'
import { createEmbeddedMind } from './embedded/embedded-mind.ts'
import type { Assignment } from './mind.ts'
import type { MakeMind, TaskPlan } from './task.ts'
import { createModelMind } from './with-model/model-mind.ts'
import type { MindLimits } from './with-model/model-mind.ts'

/** The models that the operator has, by the name under which they are asked for. */
export interface Models {
  mini: Model | undefined
  pro: Model | undefined
}

/** Chooses who does the thinking: a model where there is one, with the embedded engine behind it; else that engine alone. */
export function createMakeMind({ mini, pro }: Models, limits: MindLimits): MakeMind {
  return (plan, urls) => {
    const assignment = assignmentOf(plan, urls)
    const embedded = createEmbeddedMind(assignment)
    const model = plan.model === 'spark-1-pro' ? (pro ?? mini) : mini
    if (!model) return { mind: embedded, engine: 'embedded' }
    return { mind: createModelMind(assignment, model, embedded, limits), engine: model.name }
  }
}

/** What a mind is told of a plan. `urls` are where to begin, which may be more than the caller named. */
function assignmentOf(plan: TaskPlan, urls: readonly string[]): Assignment {
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
