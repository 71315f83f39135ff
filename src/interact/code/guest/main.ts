import type { RemoteApi, RemoteObject, RemoteValue } from '../../../browser/browser.ts'
import { Buffer, setHost } from './bytes.ts'
import { createCalls, createOutput } from './host.ts'
import type { CallResult, Host } from './host.ts'
import { createTimers, defineGlobals, Timer } from './globals.ts'
import { RemoteObjects } from './objects.ts'
import { createEvents, createOwnMethods } from './own-methods.ts'
import { inspect } from './inspect.ts'

interface StartMessage {
  api: RemoteApi
  roots: { page: number; context: number }
  objects: RemoteObject[]
  timeoutMs: number
}

type Message =
  | ({ say: 'answer'; objects: RemoteObject[] } & CallResult)
  | { say: 'event'; listener: number | undefined; values: RemoteValue[]; objects: RemoteObject[] }

export function install(host: Host) {
  setHost(host)
  const timers = createTimers(host)
  const calls = createCalls(host)
  const output = createOutput(host)
  defineGlobals({ timers, output })
  let hear: (message: Message) => void = () => {}
  let onIdle: (() => void) | undefined

  function settle(): void {
    if (!onIdle || calls.isWaiting() || timers.isWaiting()) return
    const done = onIdle
    onIdle = undefined
    // What was just answered may lead to the next call.
    queueMicrotask(() => {
      if (calls.isWaiting() || timers.isWaiting()) onIdle = done
      else done()
    })
  }

  function end(exitCode: number, value: unknown): void {
    for (const failure of calls.unhandled()) output.fail(failure, 'A call that nobody waited for failed. ')
    host.send(JSON.stringify({ say: 'done', exitCode, result: resultOf(value), error: output.lastFailure() }))
  }

  return {
    begin(json: string): void {
      const { api, roots, objects: first, timeoutMs } = JSON.parse(json) as StartMessage
      const endsAt = Date.now() + timeoutMs
      const events = createEvents({
        listen: (object, event, listener) => tell(object, 'listen', [event, listener]),
        unlisten: (object, listener) => tell(object, 'unlisten', [listener]),
        fail: (failure) => output.fail(failure, 'A listener failed. '),
      })
      const objects = new RemoteObjects(api, calls, (all) =>
        createOwnMethods(all, { events, timers, leftMs: () => endsAt - Date.now() }),
      )
      const tell = (object: number, method: string, args: unknown[]) => {
        objects
          .call({ type: '', object, chain: [] }, method, args)
          .catch((failure) => output.fail(failure, ''))
      }
      objects.register(first)
      Object.assign(globalThis, { page: objects.get(roots.page), context: objects.get(roots.context) })
      hear = (message) => {
        objects.register(message.objects)
        if (message.say === 'answer') calls.hear(message)
        else if (message.listener !== undefined) {
          events.dispatch(
            message.listener,
            message.values.map((value) => objects.read(value)),
          )
        }
      }
    },
    hear(json: string): void {
      hear(JSON.parse(json) as Message)
    },
    fire: (timer: number) => timers.fire(timer),
    settle,
    async finish(program: unknown, isWrapped: boolean): Promise<void> {
      try {
        const ended = await program
        const value: unknown = await (isWrapped ? (ended as { value: unknown }).value : ended)
        // A program that has its value is done; one without may have left something under way that still prints.
        if (value === undefined || value instanceof Timer) onIdle = () => end(0, undefined)
        else end(0, value)
      } catch (failure) {
        output.fail(failure, '')
        end(1, undefined)
      }
    },
  }
}

/** The value of a program as text: texts as they are, bytes as base64, everything else as JSON where it can be. */
export function resultOf(value: unknown): string | undefined {
  if (value === undefined || typeof value === 'string') return value
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
  if (typeof value === 'function' || value instanceof Error || value instanceof Map || value instanceof Set) {
    return inspect(value)
  }
  try {
    const json = JSON.stringify(value)
    // What says itself what it is, is not put in quotes for it.
    return json === undefined || isOwnText(value) ? inspect(value) : json
  } catch {
    return inspect(value)
  }
}

function isOwnText(value: unknown): boolean {
  return value !== null && typeof value === 'object' && 'toJSON' in value && !(value instanceof Date)
}
