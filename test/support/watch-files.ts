import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FileMessage } from './watched-file.ts'

export interface FileLimits {
  /** How long a file may run without the start or end of a test. */
  silenceMs: number
  /** How long its process may stay alive after its last test. */
  exitMs: number
  /** How long the report of its handles may take. */
  reportMs: number
}

/**
 * Ends the processes of test files that do not end by themselves, and reports the handles that kept them
 * alive. Node's runner limits tests and hooks but not files: after a failed last hook the following hooks do
 * not run, and the resources that they would have closed keep the process, and with it the run, alive
 * forever.
 */
export interface FileWatch extends AsyncDisposable {
  /** The Node arguments for running test files. */
  args: readonly string[]
  env: Record<string, string>
}

export async function watchFiles(limits: FileLimits, report: (message: string) => void): Promise<FileWatch> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    void watchFile(socket, limits, report).finally(() => open.delete(socket))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    args: [`--import=${fileURLToPath(new URL('./watched-file.ts', import.meta.url))}`],
    env: { TEST_WATCH_PORT: String(port) },
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      for (const socket of open) socket.destroy()
      await closed
    },
  }
}

/** Longer than stopping the service takes on a busy machine. */
const EXIT_MS = 60_000
const REPORT_MS = 10_000

/**
 * The limits of a file for a given limit of tests and hooks: several hooks may run in a row without a
 * message.
 */
export function limitsFor(testMs: number): FileLimits {
  return { silenceMs: 3 * testMs + EXIT_MS, exitMs: testMs + EXIT_MS, reportMs: REPORT_MS }
}

/** The connection stays open as long as the process lives, so its pid remains valid until then. */
async function watchFile(
  socket: Socket,
  limits: FileLimits,
  report: (complaint: string) => void,
): Promise<void> {
  let file = ''
  let pid = 0
  let problem = ''
  let timer: NodeJS.Timeout | undefined
  const startTimer = (timeMs: number, reason: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      problem = `${file} ${reason}`
      socket.write('leave\n')
      timer = setTimeout(kill, limits.reportMs)
    }, timeMs)
  }
  const kill = () => {
    report(`${problem} It is killed, because it does not leave when it is told to.`)
    process.kill(pid, 'SIGKILL')
  }
  const handleMessage = (news: FileMessage) => {
    if (news.news === 'kept') {
      report(`${problem} What kept it: ${news.by.join('; ') || 'nothing that can be seen'}.`)
    } else if (problem === '') {
      if (news.news === 'started') ({ file, pid } = news)
      if (news.news === 'ended')
        startTimer(limits.exitMs, `had not ended ${seconds(limits.exitMs)} after its last test.`)
      else startTimer(limits.silenceMs, `had begun and ended no test for ${seconds(limits.silenceMs)}.`)
    }
  }
  // Destroying a connection does not end a loop over its lines.
  socket.once('close', () => clearTimeout(timer))
  try {
    for await (const line of createInterface(socket)) handleMessage(JSON.parse(line) as FileMessage)
  } catch {
    // The process was killed.
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}
