import type { Model } from '../llm/llm.ts'
import { boundsOf } from './bounds.ts'
import { EmbeddedMind } from './embedded/embedded-mind.ts'
import type { Assignment } from './mind.ts'
import type { MakeMind, TaskPlan } from './task.ts'
import { ModelMind } from './with-model/model-mind.ts'
import type { MindLimits } from './with-model/model-mind.ts'

export interface Models {
  mini: Model | undefined
  pro: Model | undefined
}

export function createMakeMind({ mini, pro }: Models, limits: MindLimits): MakeMind {
  return (plan, urls) => {
    const assignment = assignmentOf(plan, urls)
    const embedded = new EmbeddedMind(assignment)
    const model = plan.model === 'spark-1-pro' ? (pro ?? mini) : mini
    if (!model) return { mind: embedded, engine: 'embedded' }
    return { mind: new ModelMind(assignment, model, embedded, limits), engine: model.name }
  }
}

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
