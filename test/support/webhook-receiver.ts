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
  /** As it came, for checking signatures. */
  raw: Buffer
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of payloads.
  body: any
}

/** What the receiver does with a delivery: answers with a status, or keeps it until the promise settles. */
type Reaction = (told: Delivery, response: ServerResponse) => number | Promise<number> | undefined

/** A server on loopback that takes deliveries of webhooks. */
export interface WebhookReceiver extends AsyncDisposable {
  /** Root without a final slash. */
  url: string
  host: string
  /** Every delivery that arrived whole, in order. */
  deliveries: readonly Delivery[]
  /** The most deliveries that were open at once. */
  readonly mostAtOnce: number
  /** Settles when that many have arrived. */
  count(deliveries: number): Promise<void>
}

/** Answers everything with 200, or as told. A reaction that gives no status has answered by itself. */
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
      // What was being read when its connection was closed ends in a later turn.
      await delay(0)
    },
  }
}
