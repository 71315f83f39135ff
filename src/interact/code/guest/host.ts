import type { RemoteCall, RemoteValue } from '../../../browser/browser.ts'
import { inspect } from './inspect.ts'

/** What the interpreter is given from outside: nothing but ways to say something and to be called later. */
export interface Host {
  send(message: string): void
  schedule(timer: number, milliseconds: number): void
  /** Bytes as a text in an encoding of Node's, and back. The text is JSON unless it is base64. */
  encode(bytes: ArrayBuffer, encoding: string): string
  decode(text: string, encoding: string): ArrayBuffer
  /** The parts of an address as JSON, or an empty text when it is none. */
  parseUrl(address: string, base: string, part: string, value: string): string
  /** Calls a method of `URLSearchParams` with arguments as JSON: what it gives and the query afterwards, as JSON. */
  useQuery(query: string, method: string, args: string): string
}

export type CallResult = { id: number } & (
  | { state: 'done'; value: RemoteValue }
  | { state: 'failed'; kind: string; message: string }
)

const MAX_PENDING_CALLS = 200

export type Calls = ReturnType<typeof createCalls>

export function createCalls({ send }: Host) {
  const pending = new Map<number, PromiseWithResolvers<RemoteValue> & { frames: string }>()
  let last = 0

  return {
    ask(question: RemoteCall): Promise<RemoteValue> {
      if (pending.size >= MAX_PENDING_CALLS) {
        throw new RangeError(`${MAX_PENDING_CALLS} calls are under way already; await some of them first.`)
      }
      last += 1
      const { promise, resolve, reject } = CallPromise.withResolvers<RemoteValue>()
      pending.set(last, { promise, resolve, reject, frames: callerFrames(new Error('here')) })
      send(JSON.stringify({ say: 'call', id: last, question }))
      return promise
    },
    hear(end: CallResult): void {
      const call = pending.get(end.id)
      pending.delete(end.id)
      if (!call) return
      if (end.state === 'done') call.resolve(end.value)
      else call.reject(toError(end, call.frames))
    },
    isWaiting: () => pending.size > 0,
    unhandled: () =>
      [...failedPromises].flatMap(([answer, reason]) => (handledPromises.has(answer) ? [] : [reason])),
  }
}

/** The engine does not say which rejections nobody handles, so promises of calls remember whether anybody asked. */
const handledPromises = new WeakSet<object>()
const failedPromises = new Map<object, unknown>()

class CallPromise<Value> extends Promise<Value> {
  constructor(
    executor: (
      resolve: (value: Value | PromiseLike<Value>) => void,
      reject: (reason?: unknown) => void,
    ) => void,
  ) {
    const self: { answer?: object } = {}
    super((resolve, reject) =>
      executor(resolve, (reason) => {
        if (self.answer) failedPromises.set(self.answer, reason)
        reject(reason)
      }),
    )
    self.answer = this
  }

  // oxlint-disable-next-line unicorn/no-thenable
  override then<Done = Value, Failed = never>(
    fulfil?: ((value: Value) => Done | PromiseLike<Done>) | null,
    fail?: ((reason: unknown) => Failed | PromiseLike<Failed>) | null,
  ): Promise<Done | Failed> {
    handledPromises.add(this)
    return super.then(fulfil, fail)
  }
}

/** As the program sees it: where it was asked for, not where the answer came in. */
function toError({ kind, message }: { kind: string; message: string }, frames: string): Error {
  const error = new Error(message)
  error.name = kind
  error.stack = frames
  return error
}

/** What a program may print; the service counts as well. */
const MAX_LENGTH = 1_100_000

export type Output = ReturnType<typeof createOutput>

export function createOutput({ send }: Host) {
  let left = MAX_LENGTH
  let last: string | undefined

  function print(stream: 'stdout' | 'stderr', text: string): void {
    if (left < 0) return
    const line = `${text}\n`.slice(0, left + 1)
    left -= line.length
    send(JSON.stringify({ say: 'print', stream, text: line }))
  }

  return {
    print,
    fail(failure: unknown, where: string): void {
      last = where + describeError(failure)
      print('stderr', last)
    },
    lastFailure: () => last,
  }
}

function describeError(failure: unknown): string {
  if (!(failure instanceof Error)) return `Thrown: ${inspect(failure)}`
  const frames = callerFrames(failure)
  return `${failure.name}: ${failure.message}${frames && `\n${frames}`}`
}

/** What the program is called in stacks. */
const PROGRAM = 'program.js'

function callerFrames({ stack }: { stack?: unknown }): string {
  const lines = String(stack ?? '').split('\n')
  return lines.filter((line) => line.includes(PROGRAM)).join('\n')
}
