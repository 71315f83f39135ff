import type { Scene } from '../scene.ts'
import type { Step } from '../step.ts'

/** How a step ended: what was done or read, or which part could not be done, in sentences. */
export type StepOutcome = { state: 'done'; said: string; answer?: string } | { state: 'failed'; why: string }

/** Carries out any step; for steps that are made of others. */
type CarryOut = (step: Step, scene: Scene) => Promise<StepOutcome>

/** The step of a kind; some kinds share one. */
export type StepOf<Kind extends Step['do']> = Step extends infer One
  ? One extends Step
    ? Kind extends One['do']
      ? One
      : never
    : never
  : never

export type TakeStep<Kind extends Step['do']> = (
  step: StepOf<Kind>,
  scene: Scene,
  carryOut: CarryOut,
) => Promise<StepOutcome>

export function done(said: string, answer?: string): StepOutcome {
  return answer === undefined ? { state: 'done', said } : { state: 'done', said, answer }
}

export function failed(why: string): StepOutcome {
  return { state: 'failed', why }
}
