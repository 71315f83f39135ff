import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createMeter } from '../access/access.ts'
import { createLog } from '../log.ts'
import { createMetrics } from './metrics.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'
import type { ServerNeeds } from './server.ts'

const watched = route({
  method: 'GET',
  path: '/watched',
  access: 'open',
  tag: 'Test',
  summary: 'Something to watch',
  answer: z.unknown(),
  handle: () => ({}),
  watch() {},
})

const needs: ServerNeeds = {
  routes: [watched],
  gate: { open: async () => undefined } as unknown as ServerNeeds['gate'],
  limitRate: async () => {},
  recordEvent: async () => {},
  meter: createMeter(),
  publicUrl: () => '',
  metrics: createMetrics([]),
  log: createLog('silent', false),
  trustedProxies: [],
  shutdown: new AbortController().signal,
}

const HANDSHAKE = [
  'GET /watched HTTP/1.1',
  'Host: localhost',
  'Upgrade: websocket',
  'Connection: Upgrade',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
  'Sec-WebSocket-Version: 13',
  '\r\n',
].join('\r\n')

describe('a server that stops', () => {
  it('does not wait for a client of a WebSocket that says no goodbye', { timeout: 15_000 }, async () => {
    const server = await createServer(needs)
    await server.listen({ host: '127.0.0.1', port: 0 })
    const socket = connect((server.server.address() as AddressInfo).port, '127.0.0.1')
    socket.on('error', () => {})
    try {
      socket.write(HANDSHAKE)
      const [answer] = (await once(socket, 'data')) as [Buffer]
      assert.match(String(answer), /101 Switching/)
      socket.pause()
      await server.close()
    } finally {
      socket.destroy()
    }
  })
})
