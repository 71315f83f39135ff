import type { Step } from '../step.ts'

/** Steps that are one in truth are made one: a copy and its paste, a way through something and what is looked for there. */
export function joinSteps(steps: Step[]): Step[] {
  const joined: Step[] = []
  for (const step of steps) {
    const one = joinTwo(joined.at(-1), step)
    if (one) joined[joined.length - 1] = one
    else joined.push(takenBack(joined.at(-1) ?? step, step) ?? step)
  }
  return joined
}

/** `tick compare for A and B, then take A out again`: what was ticked for it is cleared. */
function takenBack(before: Step, step: Step): Step | undefined {
  if (before.do !== 'check' || step.do !== 'act' || step.verb !== 'delete' || step.details) return undefined
  const name = step.target?.words.toLowerCase()
  const target = before.targets.find(({ words, relations }) =>
    [words, ...(relations ?? []).map((relation) => relation.target.words)].some(
      (one) => one.toLowerCase() === name,
    ),
  )
  return (
    target && {
      do: 'check',
      targets: [target],
      on: !before.on,
      ...(step.said !== undefined && { said: step.said }),
      others: [[step]],
    }
  )
}

function joinTwo(before: Step | undefined, step: Step): Step | undefined {
  if (step.do === 'paste' && before?.do === 'copy' && !before.to) return { ...before, to: step.target }
  if (before?.do === 'logIn' && isTick(step)) return { ...before, besides: [...(before.besides ?? []), step] }
  const way = before?.do === 'find' && before.through && before.target.same ? before.through : undefined
  if (way && (step.do === 'click' || step.do === 'find') && !step.through) return { ...step, through: way }
  return undefined
}

/** `save and continue`: two buttons in turn, or one that is called so. `between` is what stands between them. */
export function asOneName(
  before: Step | undefined,
  step: Step | undefined,
  between: string,
): Step | undefined {
  if (before?.do !== 'click' || step?.do !== 'click' || !/^\s*(?:and|und|et|y|e|en|&)\s*$/i.test(between))
    return undefined
  if (![before, step].every((one) => one.target.words === one.said && !one.if)) return undefined
  const words = `${before.target.words}${between}${step.target.words}`
  return { do: 'click', target: { words, quoted: false, parts: [before.target, step.target] }, said: words }
}

/** What may be ticked where one logs in: `keep me signed in`. */
function isTick(step: Step): boolean {
  return (step.do === 'check' && step.on) || (step.do === 'act' && /^(keep|remember|stay)$/.test(step.verb))
}
