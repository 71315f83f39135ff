import type { Model } from '../llm/llm.ts'
import { boundsOf } from './bounds.ts'
import { EmbeddedStrategy } from './embedded/embedded-strategy.ts'
import type { Assignment } from './agent-strategy.ts'
import type { StrategyFactory, TaskPlan } from './task.ts'
import { ModelStrategy } from './with-model/model-strategy.ts'
import type { StrategyLimits } from './with-model/model-strategy.ts'

export interface Models {
  mini: Model | undefined
  pro: Model | undefined
}

export function createStrategyFactory({ mini, pro }: Models, limits: StrategyLimits): StrategyFactory {
  return (plan, urls) => {
    const assignment = assignmentOf(plan, urls)
    const embedded = new EmbeddedStrategy(assignment)
    const model = plan.model === 'spark-1-pro' ? (pro ?? mini) : mini
    if (!model) return { strategy: embedded, engine: 'embedded' }
    return { strategy: new ModelStrategy(assignment, model, embedded, limits), engine: model.name }
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
