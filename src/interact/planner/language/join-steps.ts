import type { Step } from '../step.ts'

/** Steps that are one in truth are made one: a copy and its paste, a way through something and what is looked for there. */
export function joinSteps(steps: Step[]): Step[] {
  const joined: Step[] = []
  for (const step of steps) {
    const one = joinTwo(joined.at(-1), step)
    if (one) joined[joined.length - 1] = one
    else joined.push(step)
  }
  return joined
}

function joinTwo(before: Step | undefined, step: Step): Step | undefined {
  if (step.do === 'paste' && before?.do === 'copy' && !before.to) return { ...before, to: step.target }
  if (before?.do === 'logIn' && isTick(step)) return { ...before, besides: [...(before.besides ?? []), step] }
  const way = before?.do === 'find' && before.through && before.target.same ? before.through : undefined
  if (way && (step.do === 'click' || step.do === 'find') && !step.through) return { ...step, through: way }
  return undefined
}

/** What may be ticked where one logs in: `keep me signed in`. */
function isTick(step: Step): boolean {
  return (step.do === 'check' && step.on) || (step.do === 'act' && /^(keep|remember|stay)$/.test(step.verb))
}
