import type { ObjectWish } from './wish.ts'

type Property = ObjectWish['properties'][number]

/** What there is for a property: a value, nothing, or a value that it cannot have. */
export type Filling = 'filled' | 'empty' | 'contradicted'

/** Of the kinds that an object may be of, the one that is filled best: complete before incomplete, then by how much. */
export function bestAlternative(wish: ObjectWish, fillingOf: (property: Property) => Filling): ObjectWish {
  let best = wish
  let most: Fit | undefined
  for (const alternative of wish.alternatives) {
    const fit = fitOf(alternative, fillingOf)
    if (!most || isBetter(fit, most)) [best, most] = [alternative, fit]
  }
  return best
}

/** The only value that a property can have, such as the word that tells one kind of object from the others. */
export function onlyValue({ required, wish }: Property): unknown {
  return required && wish.kind === 'scalar' && wish.enum?.length === 1 ? wish.enum[0] : undefined
}

interface Fit {
  contradicted: number
  lacking: number
  filled: number
}

function fitOf({ properties }: ObjectWish, fillingOf: (property: Property) => Filling): Fit {
  const fit: Fit = { contradicted: 0, lacking: 0, filled: 0 }
  for (const property of properties) {
    const filling = fillingOf(property)
    if (filling === 'filled') fit.filled++
    else if (filling === 'contradicted') fit.contradicted++
    else if (property.required && onlyValue(property) === undefined && !property.wish.nullable) fit.lacking++
  }
  return fit
}

function isBetter(one: Fit, other: Fit): boolean {
  if (one.contradicted !== other.contradicted) return one.contradicted < other.contradicted
  const [isComplete, wasComplete] = [one.lacking === 0, other.lacking === 0]
  // One that asks for nothing is always complete; it is better than nothing only.
  if (isComplete !== wasComplete && one.filled > 0 && other.filled > 0) return isComplete
  return one.filled === other.filled ? one.lacking < other.lacking : one.filled > other.filled
}
