import { setTimeout as delay } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Client, ClientConfig } from 'pg'
import type { Log } from '../../log.ts'
import { openSession } from './session.ts'

interface Subscriber {
  onNotice(payload: string): void
  onReconnect(): void
}

interface Listener {
  listen(
    channel: string,
    onNotice: (payload: string) => void,
    onReconnect?: () => void,
  ): Promise<AsyncDisposable>
  query<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const FIRST_RETRY_MS = 100
const MAX_RETRY_MS = 5_000
/** Only a query detects that the other end has vanished without closing the connection. */
const HEARTBEAT_MS = 20_000
const QUERY_TIMEOUT_MS = 10_000

/**
 * One connection for all channels of this process and for urgent statements. The first use opens it. It
 * closes with the last listener, unless it ran a statement. Calls to listen, stop and reconnect may overlap.
 */
export function createListener(connection: ClientConfig, log: Log): Listener {
  const channels = new Map<string, Set<Subscriber>>()
  const { query, queryOrEnd } = createQueryQueue()
  const connector = createConnector(connection, {
    channels,
    log,
    sendHeartbeat: (client) => queryOrEnd(client, 'select 1'),
  })
  let wasQueried = false

  async function unsubscribe(channel: string, subscriber: Subscriber): Promise<void> {
    const subscribers = channels.get(channel)
    if (!subscribers?.delete(subscriber) || subscribers.size > 0) return
    channels.delete(channel)
    const client = await connector.current()
    // Another listener may have subscribed during this wait.
    if (client === undefined || channels.has(channel)) return
    if (channels.size > 0) await query(client, `unlisten ${escapeIdentifier(channel)}`).catch(noop)
    else if (!wasQueried) await connector.end(client)
  }

  return {
    async listen(channel, onNotice, onReconnect = () => {}) {
      const subscriber: Subscriber = { onNotice, onReconnect }
      const subscribers = channels.get(channel) ?? new Set()
      channels.set(channel, subscribers.add(subscriber))
      try {
        // Repeated even if the connection already listens: the response proves that it does.
        await query(await connector.open(), `listen ${escapeIdentifier(channel)}`)
      } catch (failure) {
        await unsubscribe(channel, subscriber)
        throw failure
      }
      return { [Symbol.asyncDispose]: () => unsubscribe(channel, subscriber) }
    },
    async query(text, values) {
      wasQueried = true
      return await queryOrEnd(await connector.open(), text, values)
    },
    async close() {
      channels.clear()
      await connector.close()
    },
  }
}

interface ListenContext {
  channels: ReadonlyMap<string, ReadonlySet<Subscriber>>
  log: Log
  sendHeartbeat(client: Client): Promise<unknown>
}

/**
 * `current` is the connection to use. Only the loss of the `live` one opens another, and only while there are
 * listeners.
 */
function createConnector(connection: ClientConfig, context: ListenContext) {
  const { channels, log } = context
  const closing = new AbortController()
  let current: Promise<Client> | undefined
  let live: Client | undefined
  let reconnecting = Promise.resolve()

  async function connect(): Promise<Client> {
    const client = await openListening(connection, context, (ended) => {
      if (live === ended) reconnecting = reconnect()
    })
    return (live = client)
  }

  async function reconnect(): Promise<void> {
    clearConnection()
    for (let waitMs = FIRST_RETRY_MS; channels.size > 0; waitMs = Math.min(2 * waitMs, MAX_RETRY_MS)) {
      try {
        await delay(waitMs, undefined, { signal: closing.signal })
        await open()
        for (const subscribers of channels.values())
          for (const subscriber of subscribers) subscriber.onReconnect()
        return
      } catch (err) {
        if (closing.signal.aborted) return
        log.warn({ err }, 'cannot listen to the database; retrying')
      }
    }
  }

  function clearConnection(): void {
    current = undefined
    live = undefined
  }

  async function open(): Promise<Client> {
    const attempt = (current ??= connect())
    try {
      return await attempt
    } catch (failure) {
      if (current === attempt) clearConnection()
      throw failure
    }
  }

  async function end(client: Client | undefined): Promise<void> {
    if (live === client) clearConnection()
    await client?.end()
  }

  return {
    open,
    end,
    current: async () => current?.catch(noop),
    async close() {
      closing.abort()
      await reconnecting
      await end(await current?.catch(noop))
    },
  }
}

type RunQuery = <Row>(client: Client, text: string, values?: readonly unknown[]) => Promise<Row[]>

/** The driver supports one query at a time. */
function createQueryQueue(): { query: RunQuery; queryOrEnd: RunQuery } {
  let last = Promise.resolve()
  const query: RunQuery = async <Row>(client: Client, text: string, values?: readonly unknown[]) => {
    const result = last.then(() => client.query(text, values as unknown[] | undefined))
    last = result.then(noop, noop)
    return (await result).rows as Row[]
  }
  return {
    query,
    async queryOrEnd(client, text, values) {
      try {
        return await query(client, text, values)
      } catch (failure) {
        await client.end().catch(noop)
        throw failure
      }
    },
  }
}

async function openListening(
  connection: ClientConfig,
  { channels, log, sendHeartbeat }: ListenContext,
  onEnd: (client: Client) => void,
): Promise<Client> {
  const client = await openSession({
    connectionTimeoutMillis: QUERY_TIMEOUT_MS,
    ...connection,
    query_timeout: QUERY_TIMEOUT_MS,
  })
  client.on('error', ({ message }) => log.debug(`the listening database connection was lost: ${message}`))
  client.on('notification', ({ channel, payload }) => {
    for (const subscriber of channels.get(channel) ?? []) subscriber.onNotice(payload ?? '')
  })
  try {
    for (const channel of channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
  } catch (failure) {
    await client.end().catch(noop)
    throw failure
  }
  const heartbeat = setInterval(() => void sendHeartbeat(client).catch(noop), HEARTBEAT_MS).unref()
  client.once('end', () => {
    clearInterval(heartbeat)
    onEnd(client)
  })
  return client
}

const noop = () => undefined
