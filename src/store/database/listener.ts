import { setTimeout as delay } from 'node:timers/promises'
import { escapeIdentifier } from 'pg'
import type { Client, ClientConfig } from 'pg'
import type { Log } from '../../log.ts'
import { openSession } from './session.ts'

interface Hearer {
  hear(payload: string): void
  missed(): void
}

interface Listener {
  listen(channel: string, hear: (payload: string) => void, missed?: () => void): Promise<AsyncDisposable>
  ask<Row>(text: string, values: readonly unknown[]): Promise<Row[]>
  close(): Promise<void>
}

const FIRST_RETRY_MS = 100
const LONGEST_RETRY_MS = 5_000
/** A connection whose other end vanished without a word is only noticed by asking. */
const HEARTBEAT_MS = 20_000
const ANSWER_TIMEOUT_MS = 10_000

/**
 * One connection for all channels of this process and for urgent statements. The first of either opens it; unless
 * it ran a statement, it closes with the last listener. Listening, forgetting and reconnecting may overlap.
 */
export function createListener(connection: ClientConfig, log: Log): Listener {
  const channels = new Map<string, Set<Hearer>>()
  const { ask, askOrEnd } = createQuestions()
  const link = createLink(connection, { channels, log, beat: (client) => askOrEnd(client, 'select 1') })
  let isAsked = false

  async function forget(channel: string, hearer: Hearer): Promise<void> {
    const hearers = channels.get(channel)
    if (!hearers?.delete(hearer) || hearers.size > 0) return
    channels.delete(channel)
    const client = await link.current()
    // Somebody may have begun to listen again while this waited.
    if (client === undefined || channels.has(channel)) return
    if (channels.size > 0) await ask(client, `unlisten ${escapeIdentifier(channel)}`).catch(nothing)
    else if (!isAsked) await link.end(client)
  }

  return {
    async listen(channel, hear, missed = () => {}) {
      const hearer: Hearer = { hear, missed }
      const hearers = channels.get(channel) ?? new Set()
      channels.set(channel, hearers.add(hearer))
      try {
        // Said once more even if the connection already hears it: the answer proves that it does.
        await ask(await link.open(), `listen ${escapeIdentifier(channel)}`)
      } catch (failure) {
        await forget(channel, hearer)
        throw failure
      }
      return { [Symbol.asyncDispose]: () => forget(channel, hearer) }
    },
    async ask(text, values) {
      isAsked = true
      return await askOrEnd(await link.open(), text, values)
    },
    async close() {
      channels.clear()
      await link.close()
    },
  }
}

interface Hearing {
  channels: ReadonlyMap<string, ReadonlySet<Hearer>>
  log: Log
  beat(client: Client): Promise<unknown>
}

/** `current` is the connection to use, and only the loss of the `live` one opens another while somebody listens. */
function createLink(connection: ClientConfig, hearing: Hearing) {
  const { channels, log } = hearing
  const closing = new AbortController()
  let current: Promise<Client> | undefined
  let live: Client | undefined
  let reconnecting = Promise.resolve()

  async function connect(): Promise<Client> {
    const client = await openHearing(connection, hearing, (ended) => {
      if (live === ended) reconnecting = reconnect()
    })
    return (live = client)
  }

  async function reconnect(): Promise<void> {
    leave()
    for (let waitMs = FIRST_RETRY_MS; channels.size > 0; waitMs = Math.min(2 * waitMs, LONGEST_RETRY_MS)) {
      try {
        await delay(waitMs, undefined, { signal: closing.signal })
        await open()
        for (const hearers of channels.values()) for (const hearer of hearers) hearer.missed()
        return
      } catch (err) {
        if (closing.signal.aborted) return
        log.warn({ err }, 'cannot listen to the database; trying again')
      }
    }
  }

  function leave(): void {
    current = undefined
    live = undefined
  }

  async function open(): Promise<Client> {
    const attempt = (current ??= connect())
    try {
      return await attempt
    } catch (failure) {
      if (current === attempt) leave()
      throw failure
    }
  }

  async function end(client: Client | undefined): Promise<void> {
    if (live === client) leave()
    await client?.end()
  }

  return {
    open,
    end,
    current: async () => current?.catch(nothing),
    async close() {
      closing.abort()
      await reconnecting
      await end(await current?.catch(nothing))
    },
  }
}

type Ask = <Row>(client: Client, text: string, values?: readonly unknown[]) => Promise<Row[]>

/** The driver wants one question at a time. */
function createQuestions(): { ask: Ask; askOrEnd: Ask } {
  let asking = Promise.resolve()
  const ask: Ask = async <Row>(client: Client, text: string, values?: readonly unknown[]) => {
    const answer = asking.then(() => client.query(text, values as unknown[] | undefined))
    asking = answer.then(nothing, nothing)
    return (await answer).rows as Row[]
  }
  return {
    ask,
    async askOrEnd(client, text, values) {
      try {
        return await ask(client, text, values)
      } catch (failure) {
        await client.end().catch(nothing)
        throw failure
      }
    },
  }
}

async function openHearing(
  connection: ClientConfig,
  { channels, log, beat }: Hearing,
  onEnd: (client: Client) => void,
): Promise<Client> {
  const client = await openSession({
    connectionTimeoutMillis: ANSWER_TIMEOUT_MS,
    ...connection,
    query_timeout: ANSWER_TIMEOUT_MS,
  })
  client.on('error', ({ message }) => log.debug(`the listening database connection was lost: ${message}`))
  client.on('notification', ({ channel, payload }) => {
    for (const hearer of channels.get(channel) ?? []) hearer.hear(payload ?? '')
  })
  try {
    for (const channel of channels.keys()) await client.query(`listen ${escapeIdentifier(channel)}`)
  } catch (failure) {
    await client.end().catch(nothing)
    throw failure
  }
  const heartbeat = setInterval(() => void beat(client).catch(nothing), HEARTBEAT_MS).unref()
  client.once('end', () => {
    clearInterval(heartbeat)
    onEnd(client)
  })
  return client
}

const nothing = () => undefined
