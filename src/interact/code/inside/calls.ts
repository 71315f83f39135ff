import type { RemoteCall, RemoteValue } from '../../../browser/browser.ts'
import { callerFrames } from './caller-frames.ts'
import type { Host } from './host.ts'

/** How a call ended, as the service tells it. */
export type CallEnd = { id: number } & (
  | { state: 'done'; value: RemoteValue }
  | { state: 'failed'; kind: string; message: string }
)

/** The calls of a program that are under way. */
export interface Calls {
  ask(question: RemoteCall): Promise<RemoteValue>
  hear(end: CallEnd): void
  isWaiting(): boolean
  /** What failed without anybody looking. */
  unheard(): unknown[]
}

const MAX_UNDER_WAY = 200

export function createCalls({ send }: Host): Calls {
  const underWay = new Map<number, PromiseWithResolvers<RemoteValue> & { frames: string }>()
  let last = 0

  return {
    ask(question) {
      if (underWay.size >= MAX_UNDER_WAY) {
        throw new RangeError(`${MAX_UNDER_WAY} calls are under way already; await some of them first.`)
      }
      last += 1
      const { promise, resolve, reject } = Answer.withResolvers<RemoteValue>()
      underWay.set(last, { promise, resolve, reject, frames: callerFrames(new Error('here')) })
      send(JSON.stringify({ say: 'call', id: last, question }))
      return promise
    },
    hear(end) {
      const call = underWay.get(end.id)
      underWay.delete(end.id)
      if (!call) return
      if (end.state === 'done') call.resolve(end.value)
      else call.reject(failure(end, call.frames))
    },
    isWaiting: () => underWay.size > 0,
    unheard: () => [...failed].flatMap(([answer, reason]) => (heard.has(answer) ? [] : [reason])),
  }
}

/** The engine does not say which rejections nobody handles, so promises of calls remember whether anybody asked. */
const heard = new WeakSet<object>()
const failed = new Map<object, unknown>()

class Answer<Value> extends Promise<Value> {
  constructor(
    executor: (
      resolve: (value: Value | PromiseLike<Value>) => void,
      reject: (reason?: unknown) => void,
    ) => void,
  ) {
    const self: { answer?: object } = {}
    super((resolve, reject) =>
      executor(resolve, (reason) => {
        if (self.answer) failed.set(self.answer, reason)
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
    heard.add(this)
    return super.then(fulfil, fail)
  }
}

/** As the program sees it: where it was asked for, not where the answer came in. */
function failure({ kind, message }: { kind: string; message: string }, frames: string): Error {
  const error = new Error(message)
  error.name = kind
  error.stack = frames
  return error
}
