import type { Language } from '../../contract/code-run.ts'
import { abortFault } from '../../concurrency/abort.ts'
import { unprivilegedAccount } from '../../concurrency/confined-process.ts'
import type { Account } from '../../concurrency/confined-process.ts'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import type { RunCode } from '../run.ts'
import { startInterpreter } from './program-process.ts'
import type { ProgramProcess } from './program-process.ts'
import { findSandbox } from './sandbox/find-sandbox.ts'
import type { StartInSandbox } from './sandbox/find-sandbox.ts'
import { serveProgram } from './serve-program.ts'
import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface CodeRunner extends AsyncDisposable {
  run: RunCode
  /** Refuses a language that is disabled here, before anything is opened for a program. */
  assertAvailable(language: Language): void
}

const PROGRAM_USER_ID = 65_530
const IDLE_MS = 5 * 60_000
/** The interpreter with what a program may have (64 MB, 256 MB in Python), and the process around it. */
const MEMORY_MB: Record<Language, number> = { node: 384, python: 512, bash: 384 }

/** Every program runs in a process of its own; Python and Bash are those of the system where bubblewrap can confine them. */
export function openCodeRunner({ languages, log }: { languages: readonly Language[]; log: Log }): CodeRunner {
  const account = unprivilegedAccount(PROGRAM_USER_ID, import.meta.url)
  if (process.getuid?.() === 0 && !account) {
    log.warn('Programs of callers run as root, because our own lies in a folder that is closed to others.')
  }
  const processes = new Set<ProgramProcess>()
  let isClosed = false
  const spare = createSpare(() => keep(startInterpreter('node', account)))
  const image = createPythonImage(() => keep(startInterpreter('python', account, 'make')), log)
  const sandboxFor = createSandboxes(account, log)

  function keep(program: ProgramProcess): ProgramProcess {
    processes.add(program)
    void program.exited.then(() => processes.delete(program))
    return program
  }

  function assertAvailable(language: Language): void {
    if (!languages.includes(language)) throw disabled(language)
  }

  async function starterFor(language: Language, timeoutMs: number): Promise<() => ProgramProcess> {
    if (language === 'node') return spare.take
    const start = await sandboxFor(language)
    if (start) return () => keep(start(timeoutMs))
    return () =>
      keep(startInterpreter(language, account, language === 'python' ? image.descriptor() : undefined))
  }

  return {
    assertAvailable,
    async run({ code, language, timeoutMs }, remote, signal) {
      assertAvailable(language)
      const start = await starterFor(language, timeoutMs)
      if (isClosed) throw new Fault('UNAVAILABLE', 'The service stops.')
      if (signal.aborted) throw abortFault(signal)
      const program = start()
      // While this one runs, which mostly waits for the page.
      if (language === 'node') spare.prepare()
      const limits = { timeoutMs, memoryMb: MEMORY_MB[language] }
      const outcome = await serveProgram(program, code, limits, remote, signal)
      if (language === 'python' && !isClosed && !(await sandboxFor(language))) image.prepare()
      return outcome
    },
    async [Symbol.asyncDispose]() {
      isClosed = true
      spare.forget()
      const noImage = image[Symbol.asyncDispose]()
      await Promise.all([...processes].map((program) => program.end()))
      await noImage
    },
  }
}

function createSpare(start: () => ProgramProcess) {
  let spare: { program: ProgramProcess; timer: NodeJS.Timeout } | undefined
  return {
    prepare(): void {
      if (spare && !spare.program.hasEnded()) return
      const program = start()
      const timer = setTimeout(() => {
        spare = undefined
        void program.end()
      }, IDLE_MS)
      spare = { program, timer }
    },
    take(): ProgramProcess {
      const ready = spare
      spare = undefined
      clearTimeout(ready?.timer)
      return ready && !ready.program.hasEnded() ? ready.program : start()
    },
    forget: () => clearTimeout(spare?.timer),
  }
}

/** The sandboxes of the system. Each is tried once, when a program first asks for it. */
function createSandboxes(account: Account | undefined, log: Log) {
  const sandboxes = new Map<Language, Promise<StartInSandbox | undefined>>()
  async function findFor(language: Exclude<Language, 'node'>): Promise<StartInSandbox | undefined> {
    const sandbox = await findSandbox(language, account)
    if ('start' in sandbox) return sandbox.start
    log.info(`Programs in '${language}' run in the interpreter from the packages: ${sandbox.missing}.`)
    return undefined
  }
  return (language: Exclude<Language, 'node'>) => {
    const found = sandboxes.get(language) ?? findFor(language)
    sandboxes.set(language, found)
    return found
  }
}

function disabled(language: Language): Fault {
  return new Fault(
    'NOT_IMPLEMENTED',
    `Programs in '${language}' are disabled here. The operator enables them with WINNOW_CODE_LANGUAGES.`,
  )
}

/** The memory of a Python that `start` has made: starting takes seconds, reading it a fraction of one. The file has no name. */
export function createPythonImage(start: () => ProgramProcess, log: Log) {
  let file: FileHandle | undefined
  let making: Promise<void> | undefined
  let isClosed = false

  async function make(): Promise<void> {
    const image = await openUnnamedFile()
    try {
      if (isClosed) throw new Error('The service stops.')
      const program = start()
      await image.writeFile(program.output)
      const { code } = await program.exited
      if (code !== 0) throw new Error(`The process ended with ${code}.`)
      file = image
    } catch (failure) {
      await image.close()
      log.info({ err: failure }, 'could not make an image of Python; programs start without one')
    }
  }

  return {
    descriptor: () => file?.fd,
    prepare: () => void (making ??= make()),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await making
      await file?.close()
    },
  }
}

async function openUnnamedFile(): Promise<FileHandle> {
  const path = join(tmpdir(), `winnow-python-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
