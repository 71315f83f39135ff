import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Fault } from '../fault.ts'
import { createLingering, createSharedWork } from './shared-work.ts'
import type { EnterStage } from './shared-work.ts'

/** Work that ends when the test says so, and tells what happened to it. */
function open() {
  const shared = createSharedWork<string>()
  const begun: {
    signal: AbortSignal
    enter: EnterStage
    end(value: string): void
    fail(why: Error): void
  }[] = []
  const work = (signal: AbortSignal, enter: EnterStage) => {
    enter('fetching')
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    signal.addEventListener('abort', () => reject(signal.reason))
    begun.push({ signal, enter, end: resolve, fail: reject })
    return promise
  }
  const caller = () => {
    const controller = new AbortController()
    return {
      leave: () => controller.abort(new Fault('SCRAPE_JOB_CANCELLED', 'gone')),
      runOut: () => controller.abort(new Fault('SCRAPE_TIMEOUT', 'late')),
      join: (maxAgeMs = 60_000) => shared.join('k', controller.signal, maxAgeMs, work),
      resume: () => shared.resume('k', controller.signal, work),
    }
  }
  return { shared, begun, caller }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

describe('shared work', () => {
  it('is done once for all who wait', async () => {
    const { begun, caller } = open()
    const results = [caller().join(), caller().join(), caller().join()]
    begun[0]!.end('page')
    assert.deepEqual(await Promise.all(results), ['page', 'page', 'page'])
    assert.equal(begun.length, 1)
  })

  it('is done anew when it is over', async () => {
    const { begun, caller } = open()
    const first = caller().join()
    begun[0]!.end('one')
    await first
    const second = caller().join()
    begun[1]!.end('two')
    assert.equal(await second, 'two')
  })

  it('fails for all who wait', async () => {
    const { begun, caller } = open()
    const results = [caller().join(), caller().join()]
    begun[0]!.fail(new Error('broken'))
    await Promise.all(results.map((result) => assert.rejects(result, /broken/)))
  })

  it('goes on for the others when a caller leaves', async () => {
    const { begun, caller } = open()
    const leaving = caller()
    const left = leaving.join()
    const staying = caller().join()
    leaving.leave()
    await assert.rejects(left, { code: 'SCRAPE_JOB_CANCELLED' })
    assert.equal(begun[0]!.signal.aborted, false)
    begun[0]!.end('page')
    assert.equal(await staying, 'page')
  })

  it('ends with the last who leaves', async () => {
    const { begun, caller } = open()
    const [one, two] = [caller(), caller()]
    const left = [one.join(), two.join()]
    one.leave()
    two.runOut()
    await assert.rejects(left[0]!, { code: 'SCRAPE_JOB_CANCELLED' })
    await assert.rejects(left[1]!, { code: 'SCRAPE_TIMEOUT', details: undefined })
    assert.ok(begun[0]!.signal.aborted)
  })

  it('goes on without anybody when time runs out while the page is understood, and waits for the same request', async () => {
    const { begun, caller } = open()
    const late = caller()
    const ranOut = late.join()
    begun[0]!.enter('understanding')
    late.runOut()
    await assert.rejects(ranOut, (fault: Fault) => {
      assert.equal(fault.code, 'SCRAPE_TIMEOUT')
      assert.deepEqual(fault.details, {
        state: 'processing_continues',
        jobStatus: 'running',
        retryAfterSeconds: 5,
      })
      return true
    })
    const back = caller().resume()
    begun[0]!.end('page')
    assert.equal(await back, 'page')
    assert.equal(begun.length, 1)
  })

  it('says how far it is with a long document, and how long the rest may take', async () => {
    const { begun, caller } = open()
    const late = caller()
    const ranOut = late.join()
    begun[0]!.enter('understanding')
    begun[0]!.enter('understanding', { donePages: 0, totalPages: 40 })
    const another = caller()
    const ranOutToo = another.join()
    late.runOut()
    await assert.rejects(ranOut, (fault: Fault) => {
      const { documentPages, donePages, ...rest } = fault.details as Record<string, unknown>
      assert.deepEqual({ documentPages, donePages }, { documentPages: 40, donePages: 0 })
      assert.equal('estimatedRemainingSeconds' in rest, false)
      return true
    })
    begun[0]!.enter('understanding', { donePages: 30, totalPages: 40 })
    begun[0]!.enter('understanding', { donePages: 39, totalPages: 40 })
    another.runOut()
    await assert.rejects(ranOutToo, (fault: Fault) => {
      const details = fault.details as Record<string, unknown>
      assert.equal(details['estimatedRemainingSeconds'], 1)
      assert.equal(details['mayExceedProcessingWindow'], false)
      return true
    })
  })

  it('keeps its result for whoever comes back after it is done', async () => {
    const { begun, caller } = open()
    const late = caller()
    const ranOut = late.resume()
    begun[0]!.enter('understanding')
    late.runOut()
    await assert.rejects(ranOut, { code: 'SCRAPE_TIMEOUT' })
    begun[0]!.end('page')
    await settled()
    assert.equal(await caller().resume(), 'page')
    assert.equal(begun.length, 1)
    const anew = caller().resume()
    assert.equal(begun.length, 2)
    begun[1]!.end('again')
    assert.equal(await anew, 'again')
  })

  it('tells everyone whose time runs out that it goes on', async () => {
    const { begun, caller } = open()
    const late = caller()
    const ranOut = late.join()
    const staying = caller().join()
    begun[0]!.enter('understanding')
    late.runOut()
    await assert.rejects(ranOut, (fault: Fault) => {
      assert.equal((fault.details as { state: string }).state, 'processing_continues')
      return true
    })
    begun[0]!.end('page')
    assert.equal(await staying, 'page')
  })

  it('is begun anew for whoever comes after the last one left, however long it takes to end', async () => {
    const { shared, begun, caller } = open()
    const gone = new AbortController()
    const left = shared.join('k', gone.signal, 60_000, () => new Promise(() => {}))
    gone.abort(new Fault('SCRAPE_JOB_CANCELLED', 'gone'))
    await assert.rejects(left, { code: 'SCRAPE_JOB_CANCELLED' })
    const next = caller().join()
    assert.equal(begun.length, 1)
    begun[0]!.end('page')
    assert.equal(await next, 'page')
  })

  it('is begun anew for whoever wants a fresher page than the one being understood', async () => {
    const { begun, caller } = open()
    const first = caller().join()
    begun[0]!.enter('understanding')
    const second = caller().join(-1)
    assert.equal(begun.length, 2)
    begun[0]!.end('old')
    begun[1]!.end('new')
    assert.deepEqual([await first, await second], ['old', 'new'])
  })

  it('lingers only where it can be found again', async () => {
    const { shared, begun, caller } = open()
    const callers = [caller(), caller()]
    const ranOut = callers.map((one) => one.resume())
    for (const work of begun) work.enter('understanding')
    for (const one of callers) one.runOut()
    await Promise.allSettled(ranOut)
    assert.deepEqual(
      begun.map(({ signal }) => signal.aborted),
      [true, false],
    )
    shared[Symbol.dispose]()
    assert.ok(begun[1]!.signal.aborted)
  })

  it('is not joined by resuming while its own caller waits', async () => {
    const { begun, caller } = open()
    const results = [caller().resume(), caller().resume()]
    assert.equal(begun.length, 2)
    begun[0]!.end('one')
    begun[1]!.end('two')
    assert.deepEqual(await Promise.all(results), ['one', 'two'])
  })

  it('ends with the service', async () => {
    const { shared, begun, caller } = open()
    const result = caller().join()
    shared[Symbol.dispose]()
    await assert.rejects(result, { code: 'UNAVAILABLE' })
    assert.ok(begun[0]!.signal.aborted)
  })

  it('lets no more than two documents go on without anybody, whoever began them; done ones do not count', async () => {
    const lingering = createLingering()
    const works = [createSharedWork<string>(lingering), createSharedWork<string>(lingering)]
    const ends: (() => void)[] = []
    const goesOn = async (key: string, place: number) => {
      const late = new AbortController()
      const reading = works[place]!.resume(key, late.signal, (signal, enter) => {
        enter('reading')
        const { promise, resolve, reject } = Promise.withResolvers<string>()
        signal.addEventListener('abort', () => reject(signal.reason))
        ends.push(() => resolve('text'))
        return promise
      })
      late.abort(new Fault('SCRAPE_TIMEOUT', 'late'))
      const fault: unknown = await reading.catch((failure: unknown) => failure)
      return (fault as Fault).details !== undefined
    }
    const first = [await goesOn('a', 0), await goesOn('b', 1), await goesOn('c', 0), await goesOn('d', 1)]
    assert.deepEqual(first, [true, true, false, false])
    ends[0]!()
    await settled()
    assert.deepEqual([await goesOn('e', 1), await goesOn('f', 0)], [true, false])
    for (const work of works) work[Symbol.dispose]()
  })
})
