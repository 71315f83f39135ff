import type { TestEvent } from 'node:test/reporters'

/** A reporter of Node's test runner that names the failed tests and, at the end, the coverage. */
export default async function* coverage(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  for await (const event of events) {
    if (event.type === 'test:fail' && event.data.details.type !== 'suite') yield `✖ ${event.data.name}\n`
    if (event.type === 'test:coverage') {
      const { totals } = event.data.summary
      yield `lines ${shown(totals.coveredLineCount, totals.totalLineCount)}\n`
      yield `branches ${shown(totals.coveredBranchCount, totals.totalBranchCount)}\n`
      yield `functions ${shown(totals.coveredFunctionCount, totals.totalFunctionCount)}\n`
    }
  }
}

function shown(covered: number, all: number): string {
  return `${((100 * covered) / all).toFixed(2)} % (${covered} of ${all})`
}
