import { f1 } from './score.ts'
import type { Score } from './score.ts'
import type { Trial } from './trial.ts'

const HEAD =
  'tasks  F1 mean  F1 data  F1 all    P     R   invented  visits/min  worst  outside  off-site  done  failed  s/task'

/** Figures by group, and of all. F1 mean: over tasks; F1 data: completed ones alone; F1 all, P and R: over values. */
export function printTable(title: string, trials: readonly Trial[], groupOf: (trial: Trial) => string): void {
  if (trials.length === 0) return
  console.log(`\n${title.padEnd(18)}${HEAD}`)
  const groups = Map.groupBy(trials, groupOf)
  for (const [name, some] of groups) console.log(line(name, some))
  if (groups.size > 1) console.log(line('all', trials))
}

function line(name: string, trials: readonly Trial[]): string {
  const all = total(trials.map(({ score }) => score))
  const visits = sum(trials, ({ visited }) => visited.length)
  const minimum = sum(trials, ({ minimum }) => minimum)
  const worst = Math.max(...trials.map(({ visited, minimum }) => visited.length / Math.max(minimum, 1)))
  const cells = [
    String(trials.length).padStart(5),
    (sum(trials, ({ score }) => f1(score)) / trials.length).toFixed(3).padStart(8),
    (sum(trials, ({ strictScore }) => f1(strictScore)) / trials.length).toFixed(3).padStart(8),
    f1(all).toFixed(3).padStart(7),
    share(all.right, all.given).padStart(6),
    share(all.right, all.expected).padStart(5),
    String(sum(trials, ({ score }) => score.invented.length)).padStart(9),
    `${visits}/${minimum}=${(visits / Math.max(minimum, 1)).toFixed(2)}`.padStart(13),
    worst.toFixed(1).padStart(5),
    String(sum(trials, ({ outsideStrict }) => outsideStrict.length)).padStart(7),
    String(sum(trials, ({ offSite }) => offSite.length)).padStart(9),
    String(trials.filter(({ status }) => status === 'completed').length).padStart(7),
    String(trials.filter(({ status }) => status !== 'completed').length).padStart(7),
    (sum(trials, ({ ms }) => ms) / trials.length / 1000).toFixed(1).padStart(7),
  ]
  return name.padEnd(18) + cells.join(' ')
}

const MOST_MARKS = 12

/** What was expected and what came, where it is not the same. */
export function printTrial(trial: Trial): void {
  const { task, score, visited, minimum } = trial
  const figures = `F1 ${f1(score).toFixed(2)}  visits ${visited.length}/${minimum}  ${trial.status}`
  console.log(`\n${task.id} (${task.kind})  ${figures}`)
  if (f1(score) === 1 && visited.length <= 3 * Math.max(minimum, 1) && trial.outsideStrict.length === 0)
    return
  console.log(`  prompt   ${task.prompt}`)
  console.log(`  urls     ${task.urls?.join(' ') ?? 'none'}${task.strictConstrainToURLs ? ' (strict)' : ''}`)
  if (trial.error !== undefined) console.log(`  error    ${trial.error}`)
  console.log(`  visited  ${visited.join(' ')}`)
  if (trial.outsideStrict.length > 0) console.log(`  outside  ${trial.outsideStrict.join(' ')}`)
  for (const mark of score.wrong.slice(0, MOST_MARKS)) {
    const isInvented = score.invented.includes(mark)
    console.log(
      `  ${isInvented ? 'INVENTED' : 'wrong   '} ${mark.field}: ${shown(mark.given)} instead of ${shown(mark.expected)}`,
    )
  }
  if (score.wrong.length > MOST_MARKS) console.log(`  and ${score.wrong.length - MOST_MARKS} more`)
}

function shown(value: unknown): string {
  return value === undefined ? 'nothing' : JSON.stringify(value)
}

function total(scores: readonly Score[]): Pick<Score, 'right' | 'given' | 'expected'> {
  return {
    right: sum(scores, ({ right }) => right),
    given: sum(scores, ({ given }) => given),
    expected: sum(scores, ({ expected }) => expected),
  }
}

function share(part: number, whole: number): string {
  return whole === 0 ? '-' : (part / whole).toFixed(3)
}

function sum<T>(items: readonly T[], of: (item: T) => number): number {
  return items.reduce((total, item) => total + of(item), 0)
}
