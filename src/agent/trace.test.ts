import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createStepSummarizer } from './report.ts'
import type { Move, Observation } from './step.ts'
import type { TraceStep, TaskView } from './task.ts'
import { traceOf } from './trace.ts'

const AT = new Date('2026-11-16T00:00:00Z')

describe('a trace', () => {
  it('only grows while the task runs, and ends with its end', () => {
    const steps = lines([
      [
        { kind: 'search', query: 'lamps', why: 'Nothing is known.' },
        { kind: 'search', hits: [{ url: 'http://a.test/' }] },
      ],
      [visit('http://a.test/'), page('http://a.test/', { name: 'Quay', price: 3 })],
      [visit('http://a.test/b'), page('http://a.test/b', { name: 'Quay', price: 4 })],
      [visit('http://a.test/c'), { kind: 'failure', code: 'SCRAPE_TIMEOUT', message: 'It did not come.' }],
    ])
    const whole = traceOf(task({ state: 'completed', endedAt: AT, stopReason: 'finished' }), steps)
    for (let count = 0; count <= steps.length; count++) {
      const early = traceOf(task(), steps.slice(0, count))
      assert.deepEqual(early, whole.slice(0, early.length))
    }
    assert.equal(whole.at(-1)!.type, 'run.finished')
  })

  it('counts what is new', () => {
    const steps = lines([
      [visit('http://a.test/'), page('http://a.test/', { name: 'Quay', price: 3, size: null })],
      [visit('http://a.test/b'), page('http://a.test/b', { name: 'Quay', price: 4 })],
      [visit('http://a.test/c'), page('http://a.test/c', { name: 'Quay', price: 4 })],
    ])
    const events = traceOf(task(), steps)
    assert.deepEqual(
      of(events, 'tool_call.finished', 'result').map(({ fields, newValues }) => [fields, newValues]),
      [
        [2, 2],
        [2, 1],
        [2, 0],
      ],
    )
    assert.deepEqual(
      of(events, 'artifact.updated', 'artifact').map(({ change, itemCount }) => [change, itemCount]),
      [
        ['init', 2],
        ['update', 3],
      ],
    )
  })

  it('tells thoughts as reasons, and a cancellation before the end', () => {
    const thought: Move = { kind: 'think', thought: {}, tokens: 9, why: 'The list comes first.' }
    const ended = task({ state: 'cancelled', cancelledAt: AT, endedAt: AT, stopReason: 'cancelled' })
    const events = traceOf(ended, lines([[thought, { kind: 'think' }]]))
    assert.deepEqual(
      events.map(({ type }) => type),
      ['run.started', 'reasoning.summary', 'run.cancel_requested', 'run.finished'],
    )
    assert.equal(events.at(-1)!.outcome, 'cancelled')
  })

  it('is empty before the task is taken up', () => {
    assert.deepEqual(traceOf(task({ startedAt: undefined }), []), [])
  })
})

/** A particular of all events of a type. */
function of(events: ReturnType<typeof traceOf>, type: string, particular: string) {
  return events
    .filter((event) => event.type === type)
    .map((event) => event[particular] as Record<string, unknown>)
}

function task(view: Partial<TaskView> = {}): TaskView {
  return {
    id: '00000000-0000-4000-8000-000000000000',
    kind: 'agent',
    plan: {
      prompt: 'Lamps',
      urls: [],
      reach: 'anywhere',
      searches: true,
      mode: 'extract',
      model: 'spark-1-mini',
      maxCredits: 10,
      origin: 'api',
    },
    threadId: 't',
    turn: 1,
    state: 'processing',
    cancelledAt: undefined,
    steps: 0,
    creditsUsed: 0,
    engine: undefined,
    result: {},
    error: undefined,
    warning: undefined,
    stopReason: undefined,
    createdAt: AT,
    startedAt: AT,
    endedAt: undefined,
    expiresAt: AT,
    ...view,
  }
}

function lines(steps: [Move, Observation][]): TraceStep[] {
  const summaryOf = createStepSummarizer()
  return steps.map(([move, seen], place) => ({
    seq: place + 1,
    summary: summaryOf({ move, seen, credits: 2 }),
    credits: 2,
    snapshotId: `snapshot ${place}`,
    beganAt: AT,
    endedAt: AT,
  }))
}

function visit(url: string): Move {
  return { kind: 'visit', url, wish: {}, why: 'It was found.' }
}

function page(url: string, value: unknown): Observation {
  const nothing = { headings: [], leads: [], evidence: [], missing: [], records: [] }
  return { kind: 'visit', url, status: 200, value, engine: 'embedded', ...nothing }
}
