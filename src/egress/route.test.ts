import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { Agent } from 'undici'
import { exchange } from './route.ts'

async function ask(listener: RequestListener, signal = new AbortController().signal) {
  await using opened = new AsyncDisposableStack()
  const server = createServer(listener).listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  const agent = new Agent()
  opened.defer(() => agent.destroy())
  const { port } = server.address() as AddressInfo
  const origin = `http://127.0.0.1:${port}`
  const answer = await exchange(agent, { origin, path: '/', method: 'GET', signal, onInfo: () => {} })
  const open = opened.move()
  return { ...answer, [Symbol.asyncDispose]: () => open.disposeAsync() }
}

describe('the body of a response', () => {
  it('arrives completely at any reading speed', async () => {
    const sent = Buffer.alloc(5_000_000, 'abcdefghij')
    await using answer = await ask((_, response) => response.end(sent))
    const chunks: Uint8Array[] = []
    for await (const chunk of answer.body) {
      chunks.push(chunk)
      await setImmediate()
    }
    assert.ok(Buffer.concat(chunks).equals(sent))
  })

  it('is received no faster than it is read', async () => {
    let written = 0
    await using answer = await ask((_, response) => {
      const write = () => {
        for (let goesOn = true; goesOn && written < 100_000_000; written += 100_000)
          goesOn = response.write(Buffer.alloc(100_000))
        response.once('drain', write)
      }
      write()
    })
    const reading = answer.body[Symbol.asyncIterator]()
    await reading.next()
    for (let turn = 0, before = -1; turn < 1000 && before !== written; turn++) {
      before = written
      for (let wait = 0; wait < 50; wait++) await setImmediate()
    }
    assert.ok(written < 20_000_000, `${written} bytes were taken`)
  })

  it('closes the connection when reading stops early', async () => {
    const closed = Promise.withResolvers<void>()
    await using answer = await ask((request, response) => {
      request.socket.on('close', () => closed.resolve())
      response.write('begun')
    })
    for await (const _ of answer.body) break
    await closed.promise
  })

  it('fails when the response breaks off and when the timeout is over', async () => {
    await using broken = await ask((request, response) => {
      response.writeHead(200, { 'content-length': '100' }).write('begun', () => request.socket.destroy())
    })
    await assert.rejects(async () => {
      for await (const _ of broken.body);
    })

    const time = new AbortController()
    await using late = await ask((_, response) => void response.write('begun'), time.signal)
    const reading = late.body[Symbol.asyncIterator]()
    await reading.next()
    time.abort(new Error('over'))
    await assert.rejects(reading.next(), /over/)
  })
})
