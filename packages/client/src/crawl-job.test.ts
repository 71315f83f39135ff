import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { collectJob, requireCompleted, readJob } from './crawl-job.ts'
import type { FetchJobState } from './crawl-job.ts'
import { WinnowError } from './failure.ts'
import type { CrawlStatusAnswer } from './wire.ts'

type Status = CrawlStatusAnswer['status']
type Step = { status: Status; documents: string[]; next?: string; warning?: string } | WinnowError

/** A job whose answers are given one after the other. */
function staged(...steps: Step[]) {
  const skips: number[] = []
  const ask: FetchJobState = ({ skip }) => {
    skips.push(skip)
    const step = steps.shift()!
    return step instanceof WinnowError ? Promise.reject(step) : Promise.resolve(answerOf(step))
  }
  return { ask, skips }
}

function answerOf({ status, documents, ...rest }: Exclude<Step, WinnowError>): CrawlStatusAnswer {
  const data = documents.map((markdown) => ({ markdown }))
  const expiresAt = '2026-01-01T00:00:00Z'
  return { success: true, status, completed: 0, total: 0, creditsUsed: 0, expiresAt, data, ...rest }
}

const NEXT = 'http://another.test/v2/crawl/1?skip=2'
const texts = ({ data }: { data: { markdown?: string }[] }) => data.map(({ markdown }) => markdown)

describe('waiting for a job', () => {
  it('gives each document once, in order, and asks by number whatever address is named', async () => {
    const { ask, skips } = staged(
      { status: 'scraping', documents: ['a', 'b'], next: NEXT },
      { status: 'scraping', documents: [], next: NEXT },
      { status: 'completed', documents: ['c'], next: NEXT },
      { status: 'completed', documents: ['d'] },
    )
    const seen: string[] = []
    const ended = await collectJob('1', ask, { pollMs: 1, onProgress: ({ status }) => seen.push(status) })
    assert.deepEqual([ended.id, ended.status, texts(ended)], ['1', 'completed', ['a', 'b', 'c', 'd']])
    assert.deepEqual(skips, [0, 2, 2, 3])
    assert.deepEqual(seen, ['scraping', 'scraping', 'completed', 'completed'])
  })

  it('keeps every warning', async () => {
    const { ask } = staged(
      { status: 'scraping', documents: [], warning: 'The sitemap is broken.' },
      { status: 'completed', documents: [], warning: 'One page was too large.' },
    )
    const { warning } = await collectJob('1', ask, { pollMs: 1 })
    assert.equal(warning, 'The sitemap is broken. One page was too large.')
  })

  it('outlives failures that pass, without missing a document', async () => {
    const down = new WinnowError('UNAVAILABLE', 'Stopping.', { status: 503 })
    const { ask, skips } = staged({ status: 'scraping', documents: ['a'] }, down, {
      status: 'completed',
      documents: ['b'],
    })
    assert.deepEqual(texts(await collectJob('1', ask, { pollMs: 1 })), ['a', 'b'])
    assert.deepEqual(skips, [0, 1, 1])
  })

  it('ends when its time is up, with the last state, or with the signal', async () => {
    const running: FetchJobState = () => Promise.resolve(answerOf({ status: 'scraping', documents: [] }))
    await assert.rejects(collectJob('1', running, { pollMs: 1, timeoutMs: 5 }), (failure: WinnowError) => {
      assert.deepEqual([failure.code, failure.jobId], ['JOB_TIMEOUT', '1'])
      assert.equal((failure.details as CrawlStatusAnswer).status, 'scraping')
      return true
    })
    const stop = new AbortController()
    const stopping = collectJob('1', running, {
      pollMs: 1,
      signal: stop.signal,
      onProgress: () => stop.abort(),
    })
    await assert.rejects(stopping, { code: 'ABORTED', jobId: '1' })
  })
})

describe('reading a job', () => {
  it('gives all documents there are without waiting for more', async () => {
    const { ask, skips } = staged(
      { status: 'scraping', documents: ['a'], next: NEXT },
      { status: 'scraping', documents: [], next: NEXT },
    )
    const read = await readJob(ask, {})
    assert.deepEqual([texts(read), skips], [['a'], [0, 1]])
  })
})

describe('a job that was not completed', () => {
  for (const [status, code] of [
    ['failed', 'JOB_FAILED'],
    ['cancelled', 'JOB_CANCELLED'],
  ] as const) {
    it(`fails with ${code} and keeps what there is`, () => {
      const job = { id: '1', ...answerOf({ status, documents: ['a'] }) }
      assert.throws(() => requireCompleted(job), { code, jobId: '1', details: job })
    })
  }
})
