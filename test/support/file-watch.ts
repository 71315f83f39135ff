import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { FileNews } from './watched-file.ts'

export interface FileLimits {
  /** How long a file may go on without a test of it beginning or ending. */
  silenceMs: number
  /** How long its process may stay after its last test. */
  leaveMs: number
  /** How long it may take to say what keeps it. */
  answerMs: number
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

export async function watchFiles(limits: FileLimits, tell: (complaint: string) => void): Promise<FileWatch> {
  const open = new Set<Socket>()
  const server = createServer((socket) => {
    open.add(socket)
    void attend(socket, limits, tell).finally(() => open.delete(socket))
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
const LEAVE_MS = 60_000
const ANSWER_MS = 10_000

/** What a file may take whose every test and hook may take so long: several hooks may follow each other unheard. */
export function limitsFor(testMs: number): FileLimits {
  return { silenceMs: 3 * testMs + LEAVE_MS, leaveMs: testMs + LEAVE_MS, answerMs: ANSWER_MS }
}

/** The connection is open as long as the process is there, so a number that it told is its own until then. */
async function attend(socket: Socket, limits: FileLimits, tell: (complaint: string) => void): Promise<void> {
  let file = ''
  let pid = 0
  let trouble = ''
  let timer: NodeJS.Timeout | undefined
  const allow = (timeMs: number, why: string) => {
    clearTimeout(timer)
    timer = setTimeout(() => {
      trouble = `${file} ${why}`
      socket.write('leave\n')
      timer = setTimeout(kill, limits.answerMs)
    }, timeMs)
  }
  const kill = () => {
    tell(`${trouble} It is killed, because it does not leave when it is told to.`)
    process.kill(pid, 'SIGKILL')
  }
  const hear = (news: FileNews) => {
    if (news.news === 'kept') {
      tell(`${trouble} What kept it: ${news.by.join('; ') || 'nothing that can be seen'}.`)
    } else if (trouble === '') {
      if (news.news === 'started') ({ file, pid } = news)
      if (news.news === 'ended')
        allow(limits.leaveMs, `had not ended ${seconds(limits.leaveMs)} after its last test.`)
      else allow(limits.silenceMs, `had begun and ended no test for ${seconds(limits.silenceMs)}.`)
    }
  }
  // A connection that is taken away ends no loop over its lines.
  socket.once('close', () => clearTimeout(timer))
  try {
    for await (const line of createInterface(socket)) hear(JSON.parse(line) as FileNews)
  } catch {
    // The process was killed.
  }
}

function seconds(milliseconds: number): string {
  return `${milliseconds / 1000} s`
}
