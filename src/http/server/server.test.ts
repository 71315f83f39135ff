import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { Readable } from 'node:stream'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { z } from 'zod'
import { waitUntil } from '../../../test/support/wait-until.ts'
import { createMeter } from '../../access/access.ts'
import { createLog } from '../../log.ts'
import { createMetrics } from './health.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'
import type { ServerNeeds } from './server.ts'

const watched = route('GET /watched', 'Something to watch', {
  access: 'open',
  tag: 'Test',
  response: z.unknown(),
  handle: () => ({}),
  watch() {},
})

const needs: ServerNeeds = {
  routes: [watched],
  authenticators: { open: async () => undefined } as unknown as ServerNeeds['authenticators'],
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

describe('a stopping server', () => {
  it('does not wait for a WebSocket client that does not close', { timeout: 15_000 }, async () => {
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

describe('a client that does not read its response', () => {
  /** Larger than the buffers of the system. */
  const large = Buffer.alloc(64 * 1024 * 1024, 'x')
  const common = {
    access: 'open',
    tag: 'Test',
    response: z.unknown(),
  } as const
  const routes = [
    route('GET /text', 'Large', { ...common, handle: () => ({ text: large.toString() }) }),
    route('GET /bytes', 'Large', { ...common, handle: ({ reply }) => reply.send(large) }),
    route('GET /stream', 'Large', {
      ...common,
      handle: ({ reply }) => reply.send(Readable.from([large], { objectMode: false })),
    }),
    route('GET /watched', 'Large', { ...common, handle: () => ({}), watch: (socket) => socket.send(large) }),
  ]
  const get = (path: string) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`

  for (const [name, request] of Object.entries({
    'as JSON': get('/text'),
    'as bytes': get('/bytes'),
    'as a stream': get('/stream'),
    'over a WebSocket': HANDSHAKE,
  }))
    it(`is disconnected: ${name}`, async () => {
      const server = await createServer({ ...needs, routes, slowReaderLimits: { checkMs: 5, maxChecks: 3 } })
      await server.listen({ host: '127.0.0.1', port: 0 })
      const arriving = once(server.server, 'connection') as Promise<[Socket]>
      const client = connect((server.server.address() as AddressInfo).port, '127.0.0.1').pause()
      client.on('error', () => {}).write(request)
      const [socket] = await arriving
      await waitUntil(() => socket.destroyed)
      assert.ok(socket.bytesWritten > 0)
      client.destroy()
      await server.close()
    })
})

describe('a request that fails with a defect', () => {
  /** The log entry of a request whose handler fails with an error that contains the requested URL. */
  async function logged(body: object, asked?: unknown): Promise<string> {
    const lines: string[] = []
    const failing = route('POST /failing', 'Something that fails', {
      access: 'open',
      tag: 'Test',
      body: z.looseObject({}),
      response: z.unknown(),
      handle({ request }) {
        if (asked !== undefined) request.auditedInput = asked
        throw new Error('it broke at secret.example')
      },
    })
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const server = await createServer({ ...needs, routes: [failing], log })
    const { statusCode } = await server.inject({ method: 'POST', url: '/failing', payload: body })
    await server.close()
    assert.equal(statusCode, 500)
    assert.match(lines.join(''), /defect/)
    return lines.join('')
  }

  it('is logged with its error', async () => {
    assert.match(await logged({ zeroDataRetention: false }), /secret\.example/)
  })

  for (const body of [
    { zeroDataRetention: true },
    { lockdown: true },
    { scrapeOptions: { lockdown: true } },
    { enterprise: ['zdr'] },
  ])
    it(`is logged without the message under zero data retention: ${JSON.stringify(body)}`, async () => {
      assert.doesNotMatch(await logged(body), /secret\.example/)
    })

  it('is logged without the message under zero data retention: in a form', async () => {
    assert.doesNotMatch(await logged({}, { zeroDataRetention: true }), /secret\.example/)
  })
})
