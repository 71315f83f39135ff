import type { Trial } from './run-trial.ts'

/** One line per flow, and the share of all. */
export function printFlows(name: string, trials: readonly Trial[]): void {
  for (const [flow, some] of Map.groupBy(trials, (trial) => trial.flow)) {
    const marks = some.map(({ faults }) => (faults.length === 0 ? '✓' : '✗')).join('')
    const ms = Math.round(sum(some, ({ tookMs }) => tookMs) / promptsOf(some))
    console.log(`${flow.name.padEnd(20)} ${flow.kind.padEnd(22)} ${marks.padEnd(5)} ${ms} ms a prompt`)
  }
  const flows = [...Map.groupBy(trials, (trial) => trial.flow).values()]
  const whole = flows.filter((some) => some.every(isSolved)).length
  const solved = trials.filter(isSolved).length
  const ms = Math.round(sum(trials, ({ tookMs }) => tookMs) / promptsOf(trials))
  console.log(
    `${name}: ${share(solved, trials.length)} of trials solved, ${share(whole, flows.length)} of flows in all their trials, ${ms} ms a prompt`,
  )
}

/** How long sessions took to open, the page of the scrape included. */
export function printOpenings(openings: readonly number[]): void {
  const sorted = openings.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? 0)
  console.log(`${sorted.length} sessions opened: ${at(0.5)} ms in the middle, ${at(1)} ms at most`)
}

/** What went wrong, and what was done. */
export function printTrial({ flow, trial, outcomes, faults }: Trial): void {
  if (faults.length === 0) return
  console.log(`✗ ${flow.name}`)
  for (const [index, prompt] of trial.prompts.entries()) {
    const outcome = outcomes[index]
    console.log(`   > ${prompt}`)
    for (const { type, target, value, effect } of outcome?.actions ?? []) {
      console.log(
        `     ${[type, target, value && `= ${value}`, effect && `→ ${effect}`].filter(Boolean).join(' ')}`,
      )
    }
    console.log(`   < ${outcome?.output}${outcome?.error ? ` [${outcome.error}]` : ''}`)
  }
  for (const fault of faults) console.log(`   ! ${fault}`)
}

function isSolved({ faults }: Trial): boolean {
  return faults.length === 0
}

function promptsOf(trials: readonly Trial[]): number {
  return Math.max(
    1,
    sum(trials, ({ trial }) => trial.prompts.length),
  )
}

function sum(trials: readonly Trial[], of: (trial: Trial) => number): number {
  return trials.reduce((total, trial) => total + of(trial), 0)
}

function share(part: number, whole: number): string {
  return `${part}/${whole} (${((100 * part) / Math.max(1, whole)).toFixed(1)} %)`
}
