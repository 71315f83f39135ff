import { fixtures, scoreOf } from '../../test/extraction/score.ts'
import type { Score } from '../../test/extraction/score.ts'

/** Measures extraction on the saved pages: per kind of page and over all. */
export async function benchFixtures(): Promise<void> {
  const all = fixtures()
  const byKind = new Map<string, Score[]>()
  const started = process.cpuUsage()
  for (const fixture of all) {
    const score = scoreOf(fixture)
    byKind.set(fixture.kind, [...(byKind.get(fixture.kind) ?? []), score])
    for (const complaint of score.complaints) console.log(`  ${fixture.name} ${complaint.slice(0, 200)}`)
  }
  const { user, system } = process.cpuUsage(started)
  for (const [kind, scores] of byKind) console.log(line(kind, scores))
  console.log(line('all', [...byKind.values()].flat()))
  console.log(`CPU ${((user + system) / 1000 / all.length).toFixed(1)} ms per page, parsing included`)
}

function line(name: string, scores: readonly Score[]): string {
  const sum = (of: (score: Score) => number) => scores.reduce((total, score) => total + of(score), 0)
  const right = sum((score) => score.right)
  const precision = right / Math.max(1, right + sum((score) => score.wrong))
  const recall = right / Math.max(1, right + sum((score) => score.lost))
  const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall)
  const invented = sum((score) => score.invented)
  return `${name.padEnd(18)} F1 ${f1.toFixed(3)}  precision ${precision.toFixed(3)}  recall ${recall.toFixed(3)}  invented ${invented}`
}
