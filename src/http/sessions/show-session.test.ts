import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { describe, it } from 'node:test'
import type { WebSocket } from '@fastify/websocket'
import { assertCheap } from '../../../test/support/assert-cheap.ts'
import type { LiveSession } from '../../interact/interact.ts'
import { createLog } from '../../log.ts'
import { showSession } from './live.ts'

/** The socket of a watcher that reads only when the test calls it. */
class SlowSocket extends EventEmitter {
  readonly OPEN = 1
  readonly readyState = 1
  bufferedAmount = 0
  readonly sent: (string | Buffer)[] = []
  readonly flushed: (() => void)[] = []
  send(message: string | Buffer, done?: () => void): void {
    this.sent.push(message)
    this.bufferedAmount += message.length
    if (done) this.flushed.push(done)
  }
  read(): void {
    this.bufferedAmount = 0
    for (const done of this.flushed.splice(0)) done()
  }
}

type Show = Parameters<LiveSession['browser']['watch']>[0]

async function watched(isControlled: boolean) {
  const socket = new SlowSocket()
  const inputs: unknown[] = []
  let show: Show | undefined
  const browser = {
    ended: new AbortController().signal,
    async watch(frames: Show) {
      show = frames
      return {
        // A page that hangs accepts no input.
        input(event: unknown) {
          inputs.push(event)
          return new Promise(() => {})
        },
        async [Symbol.asyncDispose]() {},
      }
    },
  }
  const session = { browser, touch() {}, streamWebView: true } as unknown as LiveSession
  const log = createLog('silent', false)
  await showSession(socket as unknown as WebSocket, session, { isControlled, log })
  const frame = (bytes: Buffer) =>
    show!({ bytes, width: 1, height: 1, url: 'http://site.test/', title: 'Home' })
  return { socket, inputs, frame }
}

const MOVE = JSON.stringify({ kind: 'text', text: 'a' })

describe('showing a session', () => {
  it('sends a slow watcher the newest frame', async () => {
    const { socket, frame } = await watched(false)
    const frames = [700_000, 2, 3].map((size) => Buffer.alloc(size))
    for (const one of frames) frame(one)
    assert.equal(socket.sent.length, 2)
    socket.read()
    assert.deepEqual(socket.sent.slice(1), [frames[0], frames[2]])
    socket.read()
    assert.equal(socket.sent.length, 3)
  })

  it('drops input beyond a limit while the page accepts none', async () => {
    const { socket, inputs } = await watched(true)
    for (let count = 0; count < 1000; count += 1) socket.emit('message', Buffer.from(MOVE))
    assert.equal(inputs.length, 100)
  })

  it('ignores a message that would be costly to parse', async () => {
    const { socket, inputs } = await watched(true)
    const deep = Buffer.from(`${MOVE.slice(0, -1)},"x":${'['.repeat(4_000_000)}${']'.repeat(4_000_000)}}`)
    assertCheap(() => socket.emit('message', deep), 200)
    assert.equal(inputs.length, 0)
  })

  it('accepts no input from a view-only link', async () => {
    const { socket, inputs } = await watched(false)
    socket.emit('message', Buffer.from(MOVE))
    assert.equal(inputs.length, 0)
  })
})
