import { z } from 'zod'
import { abortFault, anySignal } from '../../concurrency/abort.ts'
import { RemoteError } from '../../browser/browser.ts'
import type { Remote, RemoteEvent, RemoteRun } from '../../browser/browser.ts'
import { watchMemory, lowerPriority } from '../../concurrency/confined-process.ts'
import { tryParseJson } from '../../language/try-parse-json.ts'
import type { CodeOutcome } from '../run.ts'
import type { ProgramProcess } from './program-process.ts'
import type { Readable } from 'node:stream'

export async function serveProgram(
  program: ProgramProcess,
  code: string,
  { timeoutMs, memoryMb }: { timeoutMs: number; memoryMb: number },
  remote: Remote,
  signal: AbortSignal,
): Promise<CodeOutcome> {
  await using cleanup = new AsyncDisposableStack()
  // First of all, so that it ends however this does.
  cleanup.defer(() => program.end())
  if (signal.aborted) throw abortFault(signal)
  const { promise: ended, resolve, reject } = Promise.withResolvers<ProgramEnd>()
  const leave = () => reject(abortFault(signal))
  signal.addEventListener('abort', leave, { once: true })
  cleanup.defer(() => signal.removeEventListener('abort', leave))
  const tooMuch = () => resolve({ state: 'killed', error: memoryMessage(memoryMb) })
  cleanup.use(watchMemory(program.pid, memoryMb, tooMuch))
  const connection = cleanup.use(connectProgram(program, { code, timeoutMs, remote, signal }, resolve))
  return outcomeOf(await ended, connection.printed, memoryMb)
}

function outcomeOf(end: ProgramEnd, printed: PrintedOutput, memoryMb: number): CodeOutcome {
  if (end.state === 'killed') return killedOutcome(end.error, printed)
  if (end.state === 'exited') {
    const error = 'The program ended unexpectedly.'
    return { ...printed.toOutcome(undefined), exitCode: end.code ?? 1, killed: false, error }
  }
  const { exitCode, result, error } = end
  if (error !== undefined && /InternalError: out of memory/.test(error)) {
    return killedOutcome(memoryMessage(memoryMb), printed)
  }
  return { ...printed.toOutcome(result), exitCode, killed: false, ...(exitCode !== 0 && { error }) }
}

function killedOutcome(error: string, printed: PrintedOutput): CodeOutcome {
  printed.add('stderr', `${error}\n`)
  return { ...printed.toOutcome(undefined), exitCode: null, killed: true, error }
}

function memoryMessage(memoryMb: number): string {
  return `The program took more memory than it may (${memoryMb} MB with what runs it) and was ended.`
}

type ProgramEnd =
  | ({ state: 'done' } & Pick<Extract<ProgramMessage, { say: 'done' }>, 'exitCode' | 'result' | 'error'>)
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
const MAX_UNREAD_EVENT_BYTES = 8 * 1024 * 1024
const MAX_UNREAD_BYTES = 64 * 1024 * 1024
const MAX_CALLS = 300
const START_MS = 20_000

/** What the process of a program says is not trusted. Its time counts from when it is ready. */
function connectProgram(
  program: ProgramProcess,
  { code, timeoutMs, remote, signal }: Task,
  end: (how: ProgramEnd) => void,
): AsyncDisposable & { printed: PrintedOutput } {
  const printed = createPrintedOutput()
  const endSignal = new AbortController()
  const runSignal = anySignal(signal, endSignal.signal)
  const pendingCalls = new Map<number, string>()
  let run: RemoteRun | undefined
  let timer = setTimeout(() => kill('The program could not be started in time.'), START_MS)

  const kill = (error: string) => end({ state: 'killed', error })

  function send(message: object): void {
    if (program.input.writableLength > MAX_UNREAD_BYTES) return kill('The program does not take its answers.')
    program.input.write(`${JSON.stringify(message)}\n`)
  }

  function begin(): void {
    if (run) return
    clearTimeout(timer)
    // Only from here on: somebody waits for its start.
    lowerPriority(program.pid)
    timer = setTimeout(() => kill(timeoutMessage(timeoutMs, [...pendingCalls.values()])), timeoutMs)
    const hear = (event: RemoteEvent) => {
      if (program.input.writableLength > MAX_UNREAD_EVENT_BYTES) return false
      send({ say: 'event', ...event })
      return true
    }
    run = remote.open({ timeoutMs, signal: runSignal, onEvent: hear })
    send({ say: 'start', code, timeoutMs, api: remote.api, roots: run.roots, objects: run.objects })
  }

  async function answer({ id, question }: Extract<ProgramMessage, { say: 'call' }>): Promise<void> {
    pendingCalls.set(id, methodOf(question))
    try {
      send({ say: 'answer', id, state: 'done', ...(await run!.call(question)) })
    } catch (failure) {
      const { kind, message } = failure instanceof RemoteError ? failure : new RemoteError('The call failed.')
      send({ say: 'answer', id, state: 'failed', kind, message, objects: [] })
    } finally {
      pendingCalls.delete(id)
    }
  }

  // Both streams are read to their end before the program is said to have ended.
  const drained = Promise.all(
    (['stdout', 'stderr'] as const).map((stream) =>
      collect(program.printed?.[stream], (text) => printed.add(stream, text)),
    ),
  )
  readLines(program.output, MAX_LINE_BYTES, (line) => {
    const message = readMessage(line)
    if (!message) kill('The program ended unexpectedly.')
    else if (message.say === 'ready') begin()
    else if (message.say === 'print') printed.add(message.stream, message.text)
    else if (message.say === 'done') void drained.then(() => end({ ...message, state: 'done' }))
    else if (!run || pendingCalls.size >= MAX_CALLS) kill('The program asked for too much at once.')
    else void answer(message)
  })
  program.output.once('error', () => kill('The program handed over more than can be taken at once.'))
  void program.exited.then(async ({ code }) => {
    await drained
    end({ state: 'exited', code })
  })

  return {
    printed,
    async [Symbol.asyncDispose]() {
      clearTimeout(timer)
      endSignal.abort(new RemoteError('The program has ended.'))
      runSignal[Symbol.dispose]()
      await run?.[Symbol.asyncDispose]()
    },
  }
}

async function collect(stream: Readable | undefined, onText: (text: string) => void): Promise<void> {
  if (!stream) return
  stream.setEncoding('utf8').on('data', onText)
  await new Promise<void>((resolve) => stream.once('close', resolve))
}

function timeoutMessage(timeoutMs: number, pendingCalls: string[]): string {
  const said = `The program took longer than the ${Math.ceil(timeoutMs / 1_000)} seconds it had and was ended.`
  return pendingCalls.length === 0
    ? said
    : `${said} It was waiting for ${pendingCalls.slice(0, 3).join(', ')}.`
}

function methodOf(question: unknown): string {
  const { method } = (question ?? {}) as { method?: unknown }
  return typeof method === 'string' ? method.slice(0, 50) : 'a call'
}

const MESSAGE = z.discriminatedUnion('say', [
  z.object({ say: z.literal('ready') }),
  z.object({ say: z.literal('print'), stream: z.enum(['stdout', 'stderr']), text: z.string() }),
  z.object({ say: z.literal('call'), id: z.number(), question: z.unknown() }),
  z.object({
    say: z.literal('done'),
    exitCode: z.number(),
    result: z.string().optional().catch(undefined),
    error: z.string().optional().catch(undefined),
  }),
])
type ProgramMessage = z.infer<typeof MESSAGE>

/** A line as a message; undefined when it is none, which only a process can say that got out of hand. */
export function readMessage(line: string): ProgramMessage | undefined {
  const { data } = MESSAGE.safeParse(tryParseJson(line))
  return data?.say === 'done' ? { ...data, result: data.result, error: data.error } : data
}

/** Hears every line of a stream; one that exceeds `maxBytes` destroys the stream, so that it cannot fill the memory. */
export function readLines(stream: Readable, maxBytes: number, onLine: (line: string) => void): void {
  let pieces: Buffer[] = []
  let size = 0
  stream.on('data', (chunk: Buffer) => {
    let from = 0
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, from)) {
      const line = Buffer.concat([...pieces, chunk.subarray(from, end)]).toString()
      pieces = []
      size = 0
      from = end + 1
      onLine(line)
    }
    const rest = chunk.subarray(from)
    size += rest.length
    if (size > maxBytes) stream.destroy(new Error('A line is too long.'))
    else if (rest.length > 0) pieces.push(rest)
  })
}

const NEWLINE = 10

const MAX_PRINTED_BYTES = 1024 * 1024
const MAX_RESULT_LENGTH = 8 * 1024 * 1024

type PrintedOutput = ReturnType<typeof createPrintedOutput>

export function createPrintedOutput() {
  const pieces = { stdout: [] as string[], stderr: [] as string[] }
  let left = MAX_PRINTED_BYTES
  let isCut = false
  return {
    add(stream: 'stdout' | 'stderr', text: string): void {
      const size = Buffer.byteLength(text)
      if (size <= left) pieces[stream].push(text)
      else {
        isCut = true
        // A letter that is cut in two is left out.
        if (left > 0)
          pieces[stream].push(
            Buffer.from(text)
              .toString('utf8', 0, left)
              .replace(/\uFFFD$/, ''),
          )
      }
      left = Math.max(0, left - size)
    },
    toOutcome(value: string | undefined) {
      const [stdout, stderr] = [pieces.stdout.join(''), pieces.stderr.join('')]
      const result = (value ?? stdout).slice(0, MAX_RESULT_LENGTH)
      return { stdout, stderr, result, truncated: isCut || result.length < (value ?? stdout).length }
    },
  }
}
