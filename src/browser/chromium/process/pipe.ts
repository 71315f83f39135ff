import type { ChildProcess } from 'node:child_process'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import type { Readable, Writable } from 'node:stream'
import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'

const [TO_BROWSER, FROM_BROWSER] = [3, 4]
/** A page of 50 MB is told in one message, and JSON may double or triple it. */
const MAX_MESSAGE_BYTES = 192 * 1024 * 1024

export interface ProtocolPipe {
  write(message: string): void
  waitingBytes(): number
  listen(listener: MessageListener): () => void
}

type MessageListener = (message: Buffer, sessionId: string) => void

// What a page logs, sends or returns arrives as one message, of which Playwright makes one string: beyond what a
// string can hold, that would end the whole service. The pipe of a browser that says too much is cut instead.
export async function withPipe<Browser>(
  executablePath: string | undefined,
  launch: () => Promise<Browser>,
): Promise<{ browser: Browser; pipe: ProtocolPipe | undefined }> {
  let pipe: ProtocolPipe | undefined
  const listen = (message: unknown) => {
    const { process: child } = message as { process: ChildProcess }
    // The child is announced before its pipes are there.
    setImmediate(() => {
      if (executablePath === undefined || child.spawnfile === executablePath) pipe ??= pipeOf(child)
    })
  }
  subscribe('child_process', listen)
  try {
    const browser = await launch()
    return { browser, pipe }
  } finally {
    unsubscribe('child_process', listen)
  }
}

function pipeOf(child: ChildProcess): ProtocolPipe | undefined {
  const to = child.stdio[TO_BROWSER!] as Writable | null | undefined
  const from = child.stdio[FROM_BROWSER!] as Readable | null | undefined
  if (!to || !from) return undefined
  const listeners = new Set<MessageListener>()
  /** Of the message under way; undefined when nobody listened as it began. */
  let parts: Buffer[] | undefined
  let pendingBytes = 0
  // Before Playwright's own listener: a destroyed pipe gives no further chunks, so no message is ever completed.
  from.prependListener('data', (chunk: Buffer) => {
    readChunk(chunk)
    const last = chunk.lastIndexOf(0)
    pendingBytes = last < 0 ? pendingBytes + chunk.length : chunk.length - last - 1
    if (pendingBytes <= MAX_MESSAGE_BYTES) return
    from.removeAllListeners('data')
    from.destroy()
    child.kill('SIGKILL')
  })

  /** Messages are put together once, however many listen: there may be dozens, and messages may be large. */
  function readChunk(chunk: Buffer): void {
    let start = 0
    for (let end = chunk.indexOf(0); end >= 0; end = chunk.indexOf(0, start)) {
      const last = chunk.subarray(start, end)
      if (parts) dispatch(parts.length > 0 ? Buffer.concat([...parts, last]) : last, listeners)
      parts = listeners.size > 0 ? [] : undefined
      start = end + 1
    }
    if (start < chunk.length) parts?.push(chunk.subarray(start))
  }

  return {
    write(message) {
      if (!to.destroyed) to.write(`${message}\0`)
    },
    waitingBytes: () => to.writableLength,
    listen(listener) {
      listeners.add(listener)
      // Of a message that is under way unheard, there is only the end.
      if (pendingBytes === 0) parts ??= []
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) parts = undefined
      }
    },
  }
}

/** The browser names the session last, outside of everything that a page could have made up. */
function dispatch(message: Buffer, listeners: ReadonlySet<MessageListener>): void {
  const tail = message.toString('latin1', Math.max(0, message.length - TAIL_BYTES))
  const [, sessionId] = /,"sessionId":"([0-9A-F]{32})"\}$/.exec(tail) ?? []
  if (sessionId !== undefined) for (const listener of listeners) listener(message, sessionId)
}

const TAIL_BYTES = 60

export type RawSession = ReturnType<typeof openRawSession>

interface CdpMessage {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/** Speaks in a session that was attached to, until it is disposed of; what then waits for an answer gets none. */
export function openRawSession(pipe: ProtocolPipe, sessionId: string) {
  const events = new EventEmitter()
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0

  const stop = pipe.listen((message, receivedIn) => {
    if (receivedIn !== sessionId) return
    const { id, method, params, result, error } = JSON.parse(message.toString()) as CdpMessage
    if (method !== undefined) return void events.emit(method, params)
    const call = waiting.get(id!)
    waiting.delete(id!)
    if (error) call?.reject(new Error(error.message))
    else call?.resolve(result)
  })

  return {
    send: ((method: string, params: unknown = {}) =>
      new Promise<unknown>((resolve, reject) => {
        lastId += 1
        waiting.set(lastId, { resolve, reject })
        pipe.write(JSON.stringify({ id: lastId, method, params, sessionId }))
      })) as unknown as CDPSession['send'],
    on: events.on.bind(events) as unknown as CDPSession['on'],
    [Symbol.dispose]() {
      stop()
      for (const { reject } of waiting.values()) reject(new Error('The session is closed.'))
      waiting.clear()
    },
  }
}
