import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectionOf } from './connection.ts'
import { socketFrames, watchJob } from './watch-job.ts'
import type { CrawlStatusAnswer } from './wire.ts'

type Status = CrawlStatusAnswer['status']

function state(status: Status, documents: string[], next?: string): CrawlStatusAnswer {
  const data = documents.map((markdown) => ({ markdown }))
  const counts = { completed: 0, total: 0, creditsUsed: 0, expiresAt: '2026-01-01T00:00:00Z' }
  return { success: true, status, ...counts, data, ...(next && { next }) }
}

const document = (markdown: string) => ({ type: 'document', data: { markdown } })

/** What is told about a job whose socket says this, and which is asked about afterwards. */
async function told(frames: unknown[], asked: CrawlStatusAnswer[] = []) {
  const from: number[] = []
  const events: string[] = []
  async function* socket() {
    yield* frames
  }
  async function* follow(skip: number) {
    from.push(skip)
    yield* asked
  }
  for await (const event of watchJob(socket(), follow))
    events.push(event.type === 'document' ? event.document.markdown! : `${event.type} ${event.status.status}`)
  return { events, from }
}

describe('watching a job', () => {
  it('tells its state, each document and the end', async () => {
    const { events, from } = await told([
      { type: 'catchup', data: state('scraping', ['a'], 'next') },
      document('b'),
      { type: 'done', data: state('completed', ['a', 'b', 'c']) },
    ])
    assert.deepEqual(events, ['a', 'status scraping', 'b', 'c', 'done completed'])
    assert.deepEqual(from, [])
  })

  it('tells how a job ended that was not completed', async () => {
    const { events } = await told([{ type: 'catchup', data: state('cancelled', ['a']) }])
    assert.deepEqual(events, ['a', 'done cancelled'])
  })

  it('asks for the rest when the socket breaks off', async () => {
    const { events, from } = await told(
      [{ type: 'catchup', data: state('scraping', ['a'], 'next') }, document('b')],
      [state('scraping', ['c'], 'next'), state('completed', ['d'])],
    )
    assert.deepEqual(events, ['a', 'status scraping', 'b', 'c', 'status scraping', 'd', 'done completed'])
    assert.deepEqual(from, [2])
  })

  it('asks for everything without a socket, and lets unknown frames be', async () => {
    const { events, from } = await told([{ type: 'weather' }, 7, null], [state('completed', ['a'])])
    assert.deepEqual([events, from], [['a', 'done completed'], [0]])
  })

  it('opens no socket without a key, nor for requests that go a way of their own', async () => {
    for (const options of [{ apiKey: '' }, { apiKey: 'fc-1', fetch }]) {
      const frames = socketFrames(
        connectionOf({ apiUrl: 'http://127.0.0.1:1', ...options }),
        '/v2/crawl/1',
        undefined,
      )
      assert.deepEqual(await frames.next(), { done: true, value: undefined })
    }
  })
})
