import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { createSlowReaderCheck } from './slow-readers.ts'

/** Larger than the buffers of the system. */
const LARGE = Buffer.alloc(64 * 1024 * 1024)
const LOOKS = 3

const readers = createSlowReaderCheck(LOOKS)
const server = createServer((socket) => {
  socket.on('error', () => {})
  readers.watch(socket)
})
before(async () => {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})
after(() => void server.close())

/** A client that reads nothing yet, and the server's side of its connection. */
async function open(): Promise<{ client: Socket; socket: Socket } & Disposable> {
  const arriving = once(server, 'connection') as Promise<[Socket]>
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  client.on('error', () => {})
  const [socket] = await arriving
  return { client, socket, [Symbol.dispose]: () => void client.destroy() }
}

/** Reads at least so many more bytes of the large response, or all of it. */
async function read(client: Socket, bytes: number): Promise<void> {
  const target = Math.min(client.bytesRead + bytes, LARGE.length)
  client.on('data', () => client.bytesRead >= target && client.pause())
  client.resume()
  await waitUntil(() => client.bytesRead >= target)
  client.removeAllListeners('data').pause()
}

describe('a client that reads nothing', () => {
  it('is disconnected after the maximum number of checks, even if it sends data', async () => {
    using connection = await open()
    const { client, socket } = connection
    socket.write(LARGE)
    // The system first fills its buffers, which counts as progress.
    await waitUntil(() => readers.check() === 0 && socket.writableLength > 0)
    let looks = 0
    await waitUntil(() => {
      client.write('more')
      looks++
      return readers.check() === 1
    })
    assert.ok(looks <= LOOKS, `it took ${looks} looks`)
    assert.ok(socket.destroyed)
  })

  it('is kept as long as it reads a part between checks', async () => {
    using connection = await open()
    const { client, socket } = connection
    let isSent = false
    socket.write(LARGE, () => (isSent = true))
    for (let bytes = 0; bytes < LARGE.length; bytes = client.bytesRead) {
      for (let look = 1; look < LOOKS; look++) assert.equal(readers.check(), 0)
      await read(client, 8 * 1024 * 1024)
    }
    await waitUntil(() => isSent)
    assert.equal(socket.destroyed, false)
  })

  it('is kept when there is nothing to read', async () => {
    using connection = await open()
    connection.socket.write('a line')
    await once(connection.client.resume(), 'data')
    for (let look = 0; look < 10 * LOOKS; look++) assert.equal(readers.check(), 0)
    assert.equal(connection.socket.destroyed, false)
  })
})
