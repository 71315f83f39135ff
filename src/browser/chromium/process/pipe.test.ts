import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { withPipe } from './pipe.ts'
import type { ProtocolPipe } from './pipe.ts'

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)]
const message = (text: string, sessionId: string) => `{"method":"${text}","sessionId":"${sessionId}"}`

/** The pipe of a browser with scripted output in the given pieces. */
async function pipeOf(from: PassThrough): Promise<ProtocolPipe> {
  const { pipe } = await withPipe(undefined, async () => {
    const stdio = [null, null, null, new PassThrough(), from]
    channel('child_process').publish({ process: { spawnfile: '', stdio, kill() {} } })
    await turn()
  })
  // As Playwright does.
  from.resume()
  return pipe!
}

async function write(from: PassThrough, ...pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    from.write(piece)
    await turn()
  }
}

describe('the pipe of a browser', () => {
  it('delivers whole messages, however they are split', async () => {
    const from = new PassThrough()
    const received: string[] = []
    const pipe = await pipeOf(from)
    pipe.listen((bytes, sessionId) => received.push(`${sessionId[0]} ${String(bytes)}`))
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await write(from, first.slice(0, 5), first.slice(5), `\0${second}\0${first}`, '\0')
    assert.deepEqual(received, [`1 ${first}`, `2 ${second}`, `1 ${first}`])
  })

  it('delivers all following messages to a listener added by a message handler', async () => {
    const from = new PassThrough()
    const later: string[] = []
    const pipe = await pipeOf(from)
    let isFirst = true
    pipe.listen(() => {
      if (isFirst) pipe.listen((bytes, sessionId) => void (sessionId === TWO && later.push(String(bytes))))
      isFirst = false
    })
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await write(from, first.slice(0, 5), `${first.slice(5)}\0${second}\0`)
    assert.deepEqual(later, [second])
  })

  it('skips the current message for a listener added in the middle of it', async () => {
    const from = new PassThrough()
    const received: string[] = []
    const pipe = await pipeOf(from)
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await write(from, first.slice(0, 5))
    const stop = pipe.listen((bytes) => received.push(String(bytes)))
    await write(from, `${first.slice(5)}\0${second}\0`)
    assert.deepEqual(received, [second])
    stop()
    await write(from, `${second}\0`)
    assert.deepEqual(received, [second])
  })
})
