import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { timed } from './timing.ts'
import type { Timing } from './timing.ts'

/** Uses CPU time for the given number of milliseconds. */
function spend(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

describe('the time of a scrape', () => {
  it('is reported by stage, and repeated stages are summed', async () => {
    const reports: [Timing, unknown][] = []
    const result = await timed(
      async (stage) => {
        await stage('fetch', async () => spend(3))
        await stage('keep', async () => {})
        return stage('fetch', async () => (spend(3), 'page'))
      },
      (...report) => reports.push(report),
    )
    assert.equal(result, 'page')
    const [[timing, end]] = reports as [[Timing, unknown]]
    assert.equal(reports.length, 1)
    assert.deepEqual(end, { result: 'page' })
    assert.deepEqual(Object.keys(timing.stages), ['fetch', 'keep'])
    assert.ok(timing.stages.fetch! >= 6)
    assert.ok(timing.ms >= timing.stages.fetch! + timing.stages.keep!)
  })

  it('is reported when a stage fails, and the failure reaches the caller', async () => {
    const failure = new Error('no such host')
    const ends: unknown[] = []
    const work = timed(
      (stage) => stage('fetch', () => Promise.reject(failure)),
      ({ stages }, end) => ends.push([Object.keys(stages), end]),
    )
    await assert.rejects(work, failure)
    assert.deepEqual(ends, [[['fetch'], { failure }]])
  })
})
