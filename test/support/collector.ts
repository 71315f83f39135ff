import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from './body-of.ts'
import { waitUntil } from './wait-until.ts'

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of events.
type CollectedEvent = any

/** A collector of events on loopback, in the manner of Splunk's. */
export interface TestCollector extends AsyncDisposable {
  url: string
  /** Every event of every shipment that was accepted, in order. */
  events: readonly CollectedEvent[]
  /** Every shipment that arrived, accepted or not. */
  shipments: readonly { headers: IncomingHttpHeaders; text: string }[]
  /** How many shipments are still unanswered. */
  readonly open: number
  /** Cuts every connection, also those that hang. */
  cut(): void
  /** What the next shipments are answered with; undefined leaves them hanging. */
  answer(how: (text: string) => number | undefined): void
  /** Settles when that many events have been accepted. */
  count(events: number): Promise<void>
  /** Accepted events of one organization, as they stand in OCSF. */
  of(organizationId: string): CollectedEvent[]
}

export async function startCollector(): Promise<TestCollector> {
  const events: CollectedEvent[] = []
  const shipments: { headers: IncomingHttpHeaders; text: string }[] = []
  let react: (text: string) => number | undefined = () => 200
  let open = 0
  const server = createServer((request, response) => {
    open++
    response.once('close', () => open--)
    void bodyOf(request).then((raw) => {
      if (raw === undefined) return
      const text = raw.toString()
      shipments.push({ headers: request.headers, text })
      const status = react(text)
      if (status === undefined) return
      if (status < 300) events.push(...text.split('\n').map((line) => JSON.parse(line)))
      response.writeHead(status).end('{"text":"ok"}')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/services/collector/event`,
    events,
    shipments,
    get open() {
      return open
    },
    cut: () => server.closeAllConnections(),
    answer: (how) => void (react = how),
    count: (wanted) => waitUntil(() => events.length >= wanted),
    of: (organizationId) =>
      events.map(({ event }) => event).filter((event) => event.metadata?.tenant_uid === organizationId),
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
