import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { bodyOf } from './body-of.ts'
import { waitUntil } from './wait-until.ts'

interface Delivery {
  method: string
  path: string
  headers: IncomingHttpHeaders
  /** The unparsed body, for checking signatures. */
  raw: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of payloads.
  body: any
}

/** The reaction of the receiver to a delivery: a status, or a promise that delays it. */
type Reaction = (told: Delivery, response: ServerResponse) => number | Promise<number> | undefined

/** A server on loopback that receives webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  /** Root URL without a trailing slash. */
  url: string
  host: string
  /** Every complete delivery, in order. */
  deliveries: readonly Delivery[]
  /** The maximum number of concurrent deliveries. */
  readonly mostAtOnce: number
  /** Resolves when this many have arrived. */
  count(deliveries: number): Promise<void>
}

/** Responds with 200 by default. A reaction that returns no status has responded itself. */
export async function startWebhookReceiver(react: Reaction = () => 200): Promise<WebhookReceiver> {
  const told: Delivery[] = []
  let open = 0
  let mostAtOnce = 0
  const server = createServer((request, response) => {
    open++
    mostAtOnce = Math.max(mostAtOnce, open)
    response.once('close', () => open--)
    void take(request, response)
  })

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const raw = await bodyOf(request)
    if (raw === undefined) return
    const { method = '', url: path = '/', headers } = request
    const one = { method, path, headers, raw, body: JSON.parse(raw.toString()) as unknown }
    told.push(one)
    const status = await react(one, response)
    if (status !== undefined) response.writeHead(status).end('ok')
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    url: `http://${host}`,
    host,
    deliveries: told,
    get mostAtOnce() {
      return mostAtOnce
    },
    count: (deliveries) => waitUntil(() => told.length >= deliveries),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
      // A read interrupted by the closed connection ends in a later event loop turn.
      await delay(0)
    },
  }
}
