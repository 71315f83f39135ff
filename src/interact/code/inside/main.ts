import type { RemoteApi, RemoteObject, RemoteValue } from '../../../browser/browser.ts'
import { useBase64 } from './bytes.ts'
import { createCalls } from './calls.ts'
import type { CallEnd } from './calls.ts'
import { createEvents } from './events.ts'
import { defineGlobals } from './globals.ts'
import type { Host } from './host.ts'
import { createObjects } from './objects.ts'
import { createOwnMethods } from './own-methods.ts'
import { createOutput } from './output.ts'
import { resultOf } from './result.ts'
import { createTimers, Timer } from './timers.ts'

/** What the service says before a program begins. */
interface Beginning {
  api: RemoteApi
  roots: { page: number; context: number }
  objects: RemoteObject[]
  timeoutMs: number
}

/** What it says while one runs. */
type Message =
  | ({ say: 'answer'; objects: RemoteObject[] } & CallEnd)
  | { say: 'event'; listener: number | undefined; values: RemoteValue[]; objects: RemoteObject[] }

/** The inside of the interpreter: everything a program finds there, and the way to what is outside. */
export function install(host: Host) {
  useBase64(host)
  const timers = createTimers(host)
  const calls = createCalls(host)
  const output = createOutput(host)
  defineGlobals({ host, timers, output })
  let hear: (message: Message) => void = () => {}
  /** What is to be done when nothing is under way any more. */
  let whenQuiet: (() => void) | undefined

  function settle(): void {
    if (!whenQuiet || calls.isWaiting() || timers.isWaiting()) return
    const done = whenQuiet
    whenQuiet = undefined
    // What was just answered may lead to the next call.
    queueMicrotask(() => {
      if (calls.isWaiting() || timers.isWaiting()) whenQuiet = done
      else done()
    })
  }

  function end(exitCode: number, value: unknown): void {
    for (const failure of calls.unheard()) output.fail(failure, 'A call that nobody waited for failed. ')
    host.send(JSON.stringify({ say: 'done', exitCode, result: resultOf(value), error: output.lastFailure() }))
  }

  return {
    begin(json: string): void {
      const { api, roots, objects: first, timeoutMs } = JSON.parse(json) as Beginning
      const endsAt = Date.now() + timeoutMs
      const events = createEvents({
        listen: (object, event, listener) => tell(object, 'listen', [event, listener]),
        unlisten: (object, listener) => tell(object, 'unlisten', [listener]),
        fail: (failure) => output.fail(failure, 'A listener failed. '),
      })
      const objects = createObjects(api, calls, (all) =>
        createOwnMethods(all, { events, timers, leftMs: () => endsAt - Date.now() }),
      )
      const tell = (object: number, method: string, args: unknown[]) => {
        objects
          .call({ type: '', object, chain: [] }, method, args)
          .catch((failure) => output.fail(failure, ''))
      }
      objects.take(first)
      Object.assign(globalThis, { page: objects.at(roots.page), context: objects.at(roots.context) })
      hear = (message) => {
        objects.take(message.objects)
        if (message.say === 'answer') calls.hear(message)
        else if (message.listener !== undefined) {
          events.dispatch(message.listener, message.values.map(objects.read))
        }
      }
    },
    hear(json: string): void {
      hear(JSON.parse(json) as Message)
    },
    fire: (timer: number) => timers.fire(timer),
    settle,
    /** A program was begun: waits for its end and tells what came of it. */
    async finish(program: unknown, isWrapped: boolean): Promise<void> {
      try {
        const ended = await program
        const value: unknown = await (isWrapped ? (ended as { value: unknown }).value : ended)
        // A program that has its value is done; one without may have left something under way that still prints.
        if (value === undefined || value instanceof Timer) whenQuiet = () => end(0, undefined)
        else end(0, value)
      } catch (failure) {
        output.fail(failure, '')
        end(1, undefined)
      }
    },
  }
}
