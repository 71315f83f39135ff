import assert from 'node:assert/strict'
import { channel } from 'node:diagnostics_channel'
import { PassThrough } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { withPipe } from './pipe.ts'
import type { ProtocolPipe } from './pipe.ts'

const [ONE, TWO] = ['1'.repeat(32), '2'.repeat(32)]
const message = (text: string, sessionId: string) => `{"method":"${text}","sessionId":"${sessionId}"}`

/** The pipe of a browser that says what it is made to say, in such pieces. */
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

async function say(from: PassThrough, ...pieces: string[]): Promise<void> {
  for (const piece of pieces) {
    from.write(piece)
    await turn()
  }
}

describe('the pipe of a browser', () => {
  it('tells messages whole, in whatever pieces they come', async () => {
    const from = new PassThrough()
    const heard: string[] = []
    const pipe = await pipeOf(from)
    pipe.listen((bytes, sessionId) => heard.push(`${sessionId[0]} ${String(bytes)}`))
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await say(from, first.slice(0, 5), first.slice(5), `\0${second}\0${first}`, '\0')
    assert.deepEqual(heard, [`1 ${first}`, `2 ${second}`, `1 ${first}`])
  })

  it('who begins to listen on hearing a message misses none that follows', async () => {
    const from = new PassThrough()
    const later: string[] = []
    const pipe = await pipeOf(from)
    let isFirst = true
    pipe.listen(() => {
      if (isFirst) pipe.listen((bytes, sessionId) => void (sessionId === TWO && later.push(String(bytes))))
      isFirst = false
    })
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await say(from, first.slice(0, 5), `${first.slice(5)}\0${second}\0`)
    assert.deepEqual(later, [second])
  })

  it('who begins in the middle of a message hears none of it, and all after it', async () => {
    const from = new PassThrough()
    const heard: string[] = []
    const pipe = await pipeOf(from)
    const [first, second] = [message('a', ONE), message('b', TWO)]
    await say(from, first.slice(0, 5))
    const stop = pipe.listen((bytes) => heard.push(String(bytes)))
    await say(from, `${first.slice(5)}\0${second}\0`)
    assert.deepEqual(heard, [second])
    stop()
    await say(from, `${second}\0`)
    assert.deepEqual(heard, [second])
  })
})
