import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { connectionOf } from './connection.ts'
import { WinnowError } from './failure.ts'
import { createTransport, retryDelayOf, resumeDelayOf } from './transport.ts'

interface Sent {
  url: string
  init: RequestInit & { headers: Record<string, string> }
}

type Step = Response | Error

/** A service that answers as it is told, and a clock that does not need time. */
function staged(...steps: Step[]) {
  const sent: Sent[] = []
  const waits: number[] = []
  const send = (url: unknown, init: unknown) => {
    sent.push({ url: String(url), init: init as Sent['init'] })
    const step = steps.shift()
    return step instanceof Error ? Promise.reject(step) : Promise.resolve(step!)
  }
  const connection = connectionOf({
    apiKey: 'fc-1',
    apiUrl: 'http://winnow.test',
    fetch: send as typeof fetch,
  })
  const ask = createTransport(connection, (ms) => {
    waits.push(ms)
    return Promise.resolve()
  })
  return { ask, sent, waits }
}

function answer(status: number, body: object, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(body), { status, headers })
}

const OK = { success: true, id: 'x' }
const refused = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
const reset = () =>
  new TypeError('fetch failed', { cause: Object.assign(new Error('cut'), { code: 'ECONNRESET' }) })

describe('a request', () => {
  it('that reads is sent again after a failure that passes', async () => {
    const { ask, sent, waits } = staged(answer(503, {}), reset(), answer(200, OK))
    assert.deepEqual(await ask({ method: 'GET', path: '/v2/crawl/1' }), OK)
    assert.deepEqual([sent.length, waits], [3, [300, 900]])
  })

  it('that reads is given up after two repeats', async () => {
    const { ask, sent } = staged(answer(503, {}), answer(503, {}), answer(503, { code: 'UNAVAILABLE' }))
    await assert.rejects(ask({ method: 'GET', path: '/v2/crawl/1' }), { status: 503, code: 'UNAVAILABLE' })
    assert.equal(sent.length, 3)
  })

  it('that works is sent again when it was never sent, and not when its answer was lost', async () => {
    const again = staged(refused(), answer(200, OK))
    assert.deepEqual(await again.ask({ method: 'POST', path: '/v2/scrape', body: { url: 'x' } }), OK)
    const lost = staged(reset(), answer(200, OK))
    await assert.rejects(lost.ask({ method: 'POST', path: '/v2/scrape', body: {} }), { code: 'NETWORK' })
    assert.equal(lost.sent.length, 1)
  })

  it('that works waits as long as a full minute window says, when that is short', async () => {
    const { ask, waits } = staged(answer(429, {}, { 'retry-after': '7' }), answer(200, OK))
    assert.deepEqual(await ask({ method: 'POST', path: '/v2/scrape', body: {} }), OK)
    assert.deepEqual(waits, [7000])
  })

  it('that starts a job names itself, and stays the same when it is repeated', async () => {
    const { ask, sent } = staged(reset(), answer(200, OK))
    assert.deepEqual(await ask({ method: 'POST', path: '/v2/crawl', body: {}, isIdempotent: true }), OK)
    const keys = sent.map(({ init }) => init.headers['x-idempotency-key'])
    assert.match(keys[0]!, /^[0-9a-f-]{36}$/)
    assert.equal(keys[0], keys[1])
  })

  it('that starts a job names itself on pages without a secure context too', async (t) => {
    t.mock.method(crypto, 'randomUUID', () => assert.fail('It is not there.'))
    const { ask, sent } = staged(answer(200, OK), answer(200, OK))
    for (let times = 0; times < 2; times++)
      await ask({ method: 'POST', path: '/v2/crawl', isIdempotent: true })
    const [one, two] = sent.map(({ init }) => init.headers['x-idempotency-key']!)
    assert.match(one!, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    assert.notEqual(one, two)
  })

  it('that starts a job says when it had arrived although its answer was lost', async () => {
    const used = { success: false, code: 'CONFLICT', error: 'used' }
    const lost = staged(reset(), answer(409, used))
    await assert.rejects(lost.ask({ method: 'POST', path: '/v2/crawl', body: {}, isIdempotent: true }), {
      code: 'ALREADY_STARTED',
    })
    const first = staged(answer(409, used))
    await assert.rejects(first.ask({ method: 'POST', path: '/v2/crawl', body: {}, isIdempotent: true }), {
      code: 'CONFLICT',
    })
  })

  it('is sent again, the same, while a long document is still being read', async () => {
    const going = {
      code: 'SCRAPE_TIMEOUT',
      details: { state: 'processing_continues', retryAfterSeconds: 12 },
    }
    const { ask, sent, waits } = staged(answer(408, going), answer(408, going), answer(200, OK))
    assert.deepEqual(await ask({ method: 'POST', path: '/v2/scrape', body: { url: 'x' } }), OK)
    assert.deepEqual(waits, [12_000, 12_000])
    assert.deepEqual(new Set(sent.map(({ init }) => init.body)).size, 1)
  })

  it('has all the time when there is more of it than a clock can count', async () => {
    for (const timeoutMs of [2 ** 31, 2 ** 40, Number.POSITIVE_INFINITY]) {
      const sent: RequestInit[] = []
      const send = (_url: unknown, init: unknown) => {
        sent.push(init as RequestInit)
        return Promise.resolve(answer(200, OK))
      }
      const connection = connectionOf({ fetch: send as typeof fetch, timeoutMs })
      await createTransport(connection)({ method: 'GET', path: '/v2/x' }, { timeoutMs })
      assert.equal(sent[0]!.signal, undefined)
    }
  })

  it('ends with the signal, whatever it was doing', async () => {
    const stop = new AbortController()
    stop.abort(new Error('enough'))
    const hanging = createTransport(connectionOf({ apiUrl: 'http://winnow.test', fetch: hang }))
    await assert.rejects(hanging({ method: 'GET', path: '/v2/x' }, { signal: stop.signal }), {
      code: 'ABORTED',
    })
    for (const timeoutMs of [0, 1, 1.5])
      await assert.rejects(hanging({ method: 'GET', path: '/v2/x' }, { timeoutMs }), { code: 'TIMEOUT' })
    await assert.rejects(hanging({ method: 'GET', path: '/v2/x' }, { timeoutMs: Number.NaN }), {
      code: 'BAD_OPTION',
    })
    const signal = AbortSignal.abort()
    const waiting = createTransport(connectionOf({ fetch: () => Promise.resolve(answer(503, {})) }))
    await assert.rejects(waiting({ method: 'GET', path: '/v2/x' }, { signal }), WinnowError)
  })
})

/** Answers never, and ends as the signal says, like the real one. */
const hang: typeof fetch = (_url, init) =>
  new Promise((_resolve, reject) => {
    const { signal } = init!
    if (signal!.aborted) return reject(signal!.reason as Error)
    signal!.addEventListener('abort', () => reject(signal!.reason as Error))
  })

describe('what is repeated', () => {
  const network = (code: string) => ({
    cause: new TypeError('x', { cause: Object.assign(new Error('y'), { code }) }),
  })
  const cases: [string, WinnowError, boolean, number | undefined][] = [
    ['a read after a reset', new WinnowError('NETWORK', '', network('ECONNRESET')), true, 300],
    ['work after a reset', new WinnowError('NETWORK', '', network('ECONNRESET')), false, undefined],
    ['work that was refused', new WinnowError('NETWORK', '', network('ECONNREFUSED')), false, 300],
    ['a name that does not exist', new WinnowError('NETWORK', '', network('ENOTFOUND')), false, undefined],
    ['a timeout', new WinnowError('TIMEOUT', ''), true, undefined],
    ['work after 502', new WinnowError('X', '', { status: 502 }), false, undefined],
    ['a read after 502', new WinnowError('X', '', { status: 502 }), true, 300],
    ['a read after 500', new WinnowError('X', '', { status: 500 }), true, undefined],
    ['429 without a time', new WinnowError('X', '', { status: 429 }), true, undefined],
    ['429 that is far', new WinnowError('X', '', { status: 429, retryAfterSeconds: 3600 }), true, undefined],
    ['429 that is near', new WinnowError('X', '', { status: 429, retryAfterSeconds: 2 }), false, 2000],
  ]
  for (const [name, failure, mayRepeat, delayMs] of cases)
    it(name, () => assert.equal(retryDelayOf(failure, mayRepeat, 0), delayMs))
})

describe('resuming', () => {
  const going = (retryAfterSeconds?: number) =>
    new WinnowError('SCRAPE_TIMEOUT', '', {
      status: 408,
      details: { state: 'processing_continues' },
      retryAfterSeconds,
    })
  it('keeps the time between 5 seconds and 10 minutes, a minute when none is said', () => {
    const none = { times: 0, seconds: 0 }
    assert.deepEqual(
      [1, 40, 5000, undefined].map((said) => resumeDelayOf(going(said), none)),
      [5, 40, 600, 60],
    )
  })
  it('ends after five times or twenty minutes, and does not begin with an ordinary timeout', () => {
    assert.equal(resumeDelayOf(going(5), { times: 5, seconds: 25 }), undefined)
    assert.equal(resumeDelayOf(going(600), { times: 2, seconds: 1000 }), undefined)
    const ordinary = new WinnowError('SCRAPE_TIMEOUT', '', { status: 408 })
    assert.equal(resumeDelayOf(ordinary, { times: 0, seconds: 0 }), undefined)
  })
})
