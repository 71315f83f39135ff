import { once } from 'node:events'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { after, afterEach, beforeEach } from 'node:test'
import { describeOpenHandles } from './describe-open-handles.ts'

/** What a test file tells of itself, one line of JSON each. */
export type FileMessage =
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
async function connectToWatcher(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // Being watched is no reason to stay, and without a watcher nobody wants to know.
  socket.unref().on('error', () => {})
  const send = (news: FileMessage, onSent?: () => void) => socket.write(`${JSON.stringify(news)}\n`, onSent)
  socket.once('data', () => send({ news: 'kept', by: describeOpenHandles() }, () => process.exit(1)))
  send({ news: 'started', file: relative(process.cwd(), process.argv[1] ?? ''), pid: process.pid })
  beforeEach(() => void send({ news: 'going on' }))
  afterEach(() => void send({ news: 'going on' }))
  after(() => void send({ news: 'ended' }))
}

if (process.env.NODE_TEST_CONTEXT !== undefined) await connectToWatcher(Number(process.env.TEST_WATCH_PORT))
