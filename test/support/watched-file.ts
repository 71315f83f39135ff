import { once } from 'node:events'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { after, afterEach, beforeEach } from 'node:test'
import { whatKeeps } from './what-keeps.ts'

/** What a test file tells of itself, one line of JSON each. */
export type FileNews =
  | { news: 'started'; file: string; pid: number }
  /** A test of it begins or is over. */
  | { news: 'going on' }
  /** Its last test is over; what is left to do is to leave. */
  | { news: 'ended' }
  | { news: 'kept'; by: string[] }

/**
 * Loaded into the process of every test file before the file itself. Whoever runs the files hears how far it is, and asks
 * it to leave when it does not by itself; it then says what kept it.
 */
async function beWatched(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Being watched is no reason to stay, and without a watcher nobody wants to know.
  socket.unref().on('error', () => {})
  const tell = (news: FileNews, told?: () => void) => socket.write(`${JSON.stringify(news)}\n`, told)
  socket.once('data', () => tell({ news: 'kept', by: whatKeeps() }, () => process.exit(1)))
  tell({ news: 'started', file: relative(process.cwd(), process.argv[1] ?? ''), pid: process.pid })
  beforeEach(() => void tell({ news: 'going on' }))
  afterEach(() => void tell({ news: 'going on' }))
  after(() => void tell({ news: 'ended' }))
}

if (process.env.NODE_TEST_CONTEXT !== undefined) await beWatched(Number(process.env.TEST_WATCH_PORT))
