import type { Scene } from '../scene.ts'
import type { StepOf, StepOutcome } from '../steps/step-outcome.ts'
import { guessNumber } from './guess-number.ts'
import { inTerminal } from './in-terminal.ts'
import { markEach } from './mark-each.ts'
import { tryUntilFits } from './try-until-fits.ts'

/** An act that takes reading what comes of it and going on from there; undefined when the act is none of its sort. */
type Tactic = (step: StepOf<'act'>, scene: Scene) => Promise<StepOutcome | undefined>

const TACTICS: readonly Tactic[] = [inTerminal, guessNumber, markEach, tryUntilFits]

export async function byTactics(step: StepOf<'act'>, scene: Scene): Promise<StepOutcome | undefined> {
  for (const tactic of TACTICS) {
    const outcome = await tactic(step, scene)
    if (outcome) return outcome
  }
  return undefined
}
