import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { describe, it } from 'node:test'
import { connectionOf } from './connection.ts'
import type { WinnowError } from './failure.ts'
import { pause } from './pause.ts'
import { socketFrames, watchJob } from './watch-job.ts'
import type { CrawlStatusResponse } from './wire.ts'

type Status = CrawlStatusResponse['status']

function state(status: Status, documents: string[], next?: string): CrawlStatusResponse {
  const data = documents.map((markdown) => ({ markdown }))
  const counts = { completed: 0, total: 0, creditsUsed: 0, expiresAt: '2026-01-01T00:00:00Z' }
  return { success: true, status, ...counts, data, ...(next && { next }) }
}

const document = (markdown: string) => ({ type: 'document', data: { markdown } })

/** Collects the events of a job whose socket sends these frames, and which is polled afterwards. */
async function told(frames: unknown[], asked: CrawlStatusResponse[] = []) {
  const from: number[] = []
  const events: string[] = []
  async function* socket() {
    yield* frames
  }
  async function* follow({ from: skip }: { from: number }) {
    from.push(skip)
    yield* asked
  }
  for await (const event of watchJob('1', {}, { frames: socket, follow }))
    events.push(event.type === 'document' ? event.document.markdown! : `${event.type} ${event.status.status}`)
  return { events, from }
}

describe('watching a job', () => {
  it('yields its state, each document and the end', async () => {
    const { events, from } = await told([
      { type: 'catchup', data: state('scraping', ['a'], 'next') },
      document('b'),
      { type: 'done', data: state('completed', ['a', 'b', 'c']) },
    ])
    assert.deepEqual(events, ['a', 'status scraping', 'b', 'c', 'done completed'])
    assert.deepEqual(from, [])
  })

  it('yields the final status of a job that did not complete', async () => {
    const { events } = await told([{ type: 'catchup', data: state('cancelled', ['a']) }])
    assert.deepEqual(events, ['a', 'done cancelled'])
  })

  it('polls for the rest when the socket breaks', async () => {
    const { events, from } = await told(
      [{ type: 'catchup', data: state('scraping', ['a'], 'next') }, document('b')],
      [state('scraping', ['c'], 'next'), state('completed', ['d'])],
    )
    assert.deepEqual(events, ['a', 'status scraping', 'b', 'c', 'status scraping', 'd', 'done completed'])
    assert.deepEqual(from, [2])
  })

  it('polls for everything without a socket, and ignores unknown frames', async () => {
    const { events, from } = await told([{ type: 'weather' }, 7, null], [state('completed', ['a'])])
    assert.deepEqual([events, from], [['a', 'done completed'], [0]])
  })

  it('opens no socket without a key or with a custom fetch', async () => {
    for (const options of [{ apiKey: '' }, { apiKey: 'fc-1', fetch }]) {
      const frames = socketFrames(
        connectionOf({ apiUrl: 'http://127.0.0.1:1', ...options }),
        '/v2/crawl/1',
        undefined,
      )
      assert.deepEqual(await frames.next(), { done: true, value: undefined })
    }
  })

  it('stops like waiting does, and names the job', async () => {
    const running = state('scraping', ['a'])
    async function* hanging(signal: AbortSignal | undefined) {
      yield { type: 'catchup', data: running }
      await pause(3_600_000, signal)
    }
    const none = () => assert.fail('It is not asked.')
    const late = watchJob('1', { timeoutMs: 20 }, { frames: hanging, follow: none })
    const failure = await failureOf(late)
    const { data: _data, ...last } = running
    assert.deepEqual([failure.code, failure.jobId, failure.details], ['JOB_TIMEOUT', '1', last])
    const stopped = watchJob('1', { signal: AbortSignal.abort() }, { frames: hanging, follow: none })
    const { code, jobId } = await failureOf(stopped)
    assert.deepEqual([code, jobId], ['ABORTED', '1'])
  })

  it('stops like waiting does while it polls, too', async () => {
    async function* closed() {}
    async function* follow({ signal }: { signal: AbortSignal | undefined }) {
      yield state('scraping', ['a'])
      await pause(3_600_000, signal)
    }
    const { code, jobId } = await failureOf(watchJob('1', { timeoutMs: 20 }, { frames: closed, follow }))
    assert.deepEqual([code, jobId], ['JOB_TIMEOUT', '1'])
  })
})

describe('a socket', () => {
  it('is closed after a long silence', async () => {
    await using server = await startSilentServer()
    const connection = connectionOf({ apiKey: 'fc-1', apiUrl: server.url })
    const frames = socketFrames(connection, '/v2/crawl/1', undefined, 20)
    assert.deepEqual(await frames.next(), { done: true, value: undefined })
    assert.equal(server.connections(), 1)
  })
})

async function failureOf(events: AsyncIterable<unknown>): Promise<WinnowError> {
  try {
    for await (const event of events) void event
  } catch (failure) {
    return failure as WinnowError
  }
  return assert.fail('It ended well.')
}

/** Accepts connections and never responds. */
async function startSilentServer() {
  const sockets: Socket[] = []
  const server = createServer((socket) => void sockets.push(socket.on('error', () => {})))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections: () => sockets.length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
