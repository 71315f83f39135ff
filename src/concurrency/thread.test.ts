import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startThread } from './thread.ts'

interface Reply {
  state: 'done'
}

/** A thread that runs `work` for every question. */
function start(work: string) {
  const code = `import { parentPort } from 'node:worker_threads'
    parentPort.on('message', (question) => { ${work}; parentPort.postMessage({ state: 'done' }) })`
  const file = new URL(`data:text/javascript,${encodeURIComponent(code)}`)
  return startThread<string, Reply>(file, { name: 'a test', memoryMb: 64 })
}

const LATE = new Error('It took too long.')

describe('the processor time of a thread', () => {
  it('ends a thread that has used it up', async () => {
    const thread = start('for (;;);')
    using _limit = thread.endAfterWork(50, LATE)
    await assert.rejects(thread.run('work'), LATE)
    assert.equal(thread.hasEnded(), true)
  })

  it('does not pass while the thread waits', async () => {
    const thread = start(`
      const cell = new Int32Array(new SharedArrayBuffer(4))
      if (question === 'wait') Atomics.wait(cell, 0, 0, 500)`)
    await thread.run('start')
    using _limit = thread.endAfterWork(250, LATE)
    assert.deepEqual(await thread.run('wait'), { state: 'done' })
    await thread.terminate(LATE)
  })
})
