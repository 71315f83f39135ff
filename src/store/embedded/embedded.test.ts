import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { createLog } from '../../log.ts'
import { keepRunning } from './embedded.ts'
import type { ProcessExit } from './spawn-guarded.ts'
import type { Server } from './start-server.ts'
import { fullDisk } from '../../fault.ts'

const quiet = createLog('silent', false)
const NO_ROOM = 'PANIC:  could not write to file "pg_wal/xlogtemp.1": No space left on device'

/**
 * Servers that exit at once, each with the given last output. The one after them runs until it is stopped.
 */
function serversThatExit(words: readonly string[]) {
  let starts = 0
  const lasting = Promise.withResolvers<void>()
  const start = async (): Promise<Server> => {
    const output = words[starts++]
    const ended = Promise.withResolvers<ProcessExit>()
    const end = (lastLines: string[]) => ended.resolve({ code: 1, signal: null, lastLines })
    if (output === 'does not start') throw fullDisk(new Error('no room'))
    if (output === undefined) lasting.resolve()
    else end([output])
    return { ended: ended.promise, stop: async () => end([]) }
  }
  return { start, lasting: lasting.promise, starts: () => starts }
}

describe('an embedded server that exits unexpectedly', () => {
  it('is not restarted when it keeps exiting', async () => {
    const { start, starts } = serversThatExit(Array.from({ length: 9 }, () => 'out of memory'))
    const { lost } = await keepRunning(start, quiet)
    assert.match(String(await lost), /keeps exiting/)
    assert.equal(starts(), 4)
  })

  it('is restarted without limit while its disk is full', async () => {
    const words = [...Array.from({ length: 5 }, () => NO_ROOM), 'does not start', 'does not start']
    const { start, lasting, starts } = serversThatExit(words)
    const server = await keepRunning(start, quiet, 1)
    await lasting
    assert.equal(starts(), words.length + 1)
    await server.stop()
  })
})
