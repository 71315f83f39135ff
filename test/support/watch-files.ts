import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FileMessage } from './watched-file.ts'

export interface FileLimits {
  /** How long a file may go on without a test of it beginning or ending. */
  silenceMs: number
  /** How long its process may stay after its last test. */
  exitMs: number
  /** How long it may take to say what keeps it. */
  reportMs: number
}

/**
 * Ends the processes of test files that do not end by themselves, and tells what kept them. Node's own runner bounds tests
 * and hooks but not files: when a last hook fails those behind it are not run, and what they would have closed keeps the
 * process, and with it the run, for ever.
 */
export interface FileWatch extends AsyncDisposable {
  /** What a Node that runs test files is started with. */
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

/** More than stopping the service takes on a busy machine. */
const EXIT_MS = 60_000
const REPORT_MS = 10_000

/** What a file may take whose every test and hook may take so long: several hooks may follow each other unheard. */
export function limitsFor(testMs: number): FileLimits {
  return { silenceMs: 3 * testMs + EXIT_MS, exitMs: testMs + EXIT_MS, reportMs: REPORT_MS }
}

/** The connection is open as long as the process is there, so a number that it told is its own until then. */
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
  // A connection that is taken away ends no loop over its lines.
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
