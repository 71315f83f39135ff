import { logOdds } from './log-odds.ts'
import type { Template } from './survey.ts'
import { sigmoid } from '../../learned/forest.ts'

/**
 * Draws the odds of blocks that one template made towards each other by the given part: of ten cards with a name and a
 * price either all names are content or none is.
 */
export function pool(likely: Float64Array, templates: readonly Template[], part: number): Float64Array {
  if (part === 0) return likely
  const sums = new Map<Template, number>()
  likely.forEach((value, at) => {
    const template = templates[at]!
    sums.set(template, (sums.get(template) ?? 0) + logOdds(value))
  })
  return likely.map((value, at) => {
    const template = templates[at]!
    if (template.blocks < FEWEST) return value
    const score = (1 - part) * logOdds(value) + (part * sums.get(template)!) / template.blocks
    return sigmoid(score)
  })
}

/** Two of a kind may be alike by chance. */
const FEWEST = 3
