import type { Readable } from 'node:stream'
import { firstOf } from '../../work/abort.ts'
import { RemoteError } from '../../browser/browser.ts'
import type { Remote, RemoteEvent, RemoteRun } from '../../browser/browser.ts'
import { lowerPriority } from '../../work/confined-process.ts'
import { readLines } from './lines.ts'
import { createPrinted } from './printed.ts'
import type { Printed } from './printed.ts'
import { readMessage } from './program-message.ts'
import type { ProgramMessage } from './program-message.ts'
import type { ProgramProcess } from './program-process.ts'

/** How a program ended. */
export type End =
  | { state: 'done'; exitCode: number; result: string | undefined; error: string | undefined }
  | { state: 'exited'; code: number | null }
  | { state: 'killed'; error: string }

interface Task {
  code: string
  timeoutMs: number
  remote: Remote
  signal: AbortSignal
}

/** What one message of a program may have; what is handed to a page is in it. */
const MAX_LINE_BYTES = 12 * 1024 * 1024
/** What a program leaves unread before it hears of no more events, and before it is ended. */
const MAX_UNHEARD_BYTES = 8 * 1024 * 1024
const MAX_UNREAD_BYTES = 64 * 1024 * 1024
const MAX_CALLS = 300
/** How long a process may take to begin. */
const START_MS = 20_000

/**
 * Speaks with the process of a program: has it begin, does what it asks of the page, and tells how it ended. What the
 * process says is not trusted. Its time counts from when it is ready.
 */
export function talkWith(
  program: ProgramProcess,
  { code, timeoutMs, remote, signal }: Task,
  end: (how: End) => void,
): AsyncDisposable & { printed: Printed } {
  const printed = createPrinted()
  const over = new AbortController()
  const both = firstOf(signal, over.signal)
  /** What the program waits for, to be told when its time is over. */
  const underWay = new Map<number, string>()
  let run: RemoteRun | undefined
  let timer = setTimeout(() => kill('The program could not be started in time.'), START_MS)

  const kill = (error: string) => end({ state: 'killed', error })

  function tell(message: object): void {
    if (program.to.writableLength > MAX_UNREAD_BYTES) return kill('The program does not take its answers.')
    program.to.write(`${JSON.stringify(message)}\n`)
  }

  function begin(): void {
    if (run) return
    clearTimeout(timer)
    // Only from here on: somebody waits for its start.
    lowerPriority(program.pid)
    timer = setTimeout(() => kill(tooLong(timeoutMs, [...underWay.values()])), timeoutMs)
    const hear = (event: RemoteEvent) => {
      if (program.to.writableLength > MAX_UNHEARD_BYTES) return false
      tell({ say: 'event', ...event })
      return true
    }
    run = remote.open({ timeoutMs, signal: both, hear })
    tell({ say: 'start', code, timeoutMs, api: remote.api, roots: run.roots, objects: run.objects })
  }

  async function answer({ id, question }: Extract<ProgramMessage, { say: 'call' }>): Promise<void> {
    underWay.set(id, methodOf(question))
    try {
      tell({ say: 'answer', id, state: 'done', ...(await run!.call(question)) })
    } catch (failure) {
      const { kind, message } = failure instanceof RemoteError ? failure : new RemoteError('The call failed.')
      tell({ say: 'answer', id, state: 'failed', kind, message, objects: [] })
    } finally {
      underWay.delete(id)
    }
  }

  // Both streams are read to their end before the program is said to have ended.
  const drained = Promise.all(
    (['stdout', 'stderr'] as const).map((stream) =>
      collect(program.printed?.[stream], (text) => printed.add(stream, text)),
    ),
  )
  readLines(program.from, MAX_LINE_BYTES, (line) => {
    const message = readMessage(line)
    if (!message) kill('The program ended unexpectedly.')
    else if (message.say === 'ready') begin()
    else if (message.say === 'print') printed.add(message.stream, message.text)
    else if (message.say === 'done') void drained.then(() => end({ ...message, state: 'done' }))
    else if (!run || underWay.size >= MAX_CALLS) kill('The program asked for too much at once.')
    else void answer(message)
  })
  program.from.once('error', () => kill('The program handed over more than can be taken at once.'))
  void program.exited.then(async ({ code }) => {
    await drained
    end({ state: 'exited', code })
  })

  return {
    printed,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      over.abort(new RemoteError('The program has ended.'))
      both[Symbol.dispose]()
      await run?.[Symbol.asyncDispose]()
    },
  }
}

/** Hears a stream to its end, where there is one. */
async function collect(stream: Readable | undefined, hear: (text: string) => void): Promise<void> {
  if (!stream) return
  stream.setEncoding('utf8').on('data', hear)
  await new Promise<void>((resolve) => stream.once('close', resolve))
}

function tooLong(timeoutMs: number, underWay: string[]): string {
  const said = `The program took longer than the ${Math.ceil(timeoutMs / 1_000)} seconds it had and was ended.`
  return underWay.length === 0 ? said : `${said} It was waiting for ${underWay.slice(0, 3).join(', ')}.`
}

function methodOf(question: unknown): string {
  const { method } = (question ?? {}) as { method?: unknown }
  return typeof method === 'string' ? method.slice(0, 50) : 'a call'
}
