import { EventEmitter } from 'node:events'
import type { CDPSession } from 'playwright-core'
import type { ProtocolPipe } from './pipe.ts'

/** A session of the protocol that Playwright does not know of. */
export interface RawSession extends Disposable {
  send: CDPSession['send']
  on: CDPSession['on']
}

interface Answer {
  id?: number
  method?: string
  params?: unknown
  result?: unknown
  error?: { message: string }
}

/** Speaks in a session that was attached to, until it is disposed of; what then waits for an answer gets none. */
export function openRawSession(pipe: ProtocolPipe, sessionId: string): RawSession {
  const events = new EventEmitter()
  const waiting = new Map<number, { resolve: (result: unknown) => void; reject: (error: Error) => void }>()
  let lastId = 0

  const stop = pipe.listen((message, heardIn) => {
    if (heardIn !== sessionId) return
    const { id, method, params, result, error } = JSON.parse(message.toString()) as Answer
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
        pipe.say(JSON.stringify({ id: lastId, method, params, sessionId }))
      })) as unknown as CDPSession['send'],
    on: events.on.bind(events) as unknown as CDPSession['on'],
    [Symbol.dispose]() {
      stop()
      for (const { reject } of waiting.values()) reject(new Error('The session is closed.'))
      waiting.clear()
    },
  }
}
