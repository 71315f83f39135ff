import { once } from 'node:events'
import { connect } from 'node:net'
import { relative } from 'node:path'
import { after, afterEach, beforeEach } from 'node:test'
import { describeOpenHandles } from './describe-open-handles.ts'

/** A message of a test file, one line of JSON each. */
export type FileMessage =
  | { news: 'started'; file: string; pid: number }
  /** One of its tests begins or ends. */
  | { news: 'going on' }
  /** Its last test has ended; only the exit remains. */
  | { news: 'ended' }
  | { news: 'kept'; by: string[] }

/**
 * Loaded into the process of every test file before the file itself. It reports progress to the runner, which
 * asks it to exit when it does not by itself; it then reports the handles that kept it alive.
 */
async function connectToWatcher(port: number): Promise<void> {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  // The connection must not keep the process alive, and without a watcher errors do not matter.
  socket.unref().on('error', () => {})
  const send = (news: FileMessage, onSent?: () => void) => socket.write(`${JSON.stringify(news)}\n`, onSent)
  socket.once('data', () => send({ news: 'kept', by: describeOpenHandles() }, () => process.exit(1)))
  send({ news: 'started', file: relative(process.cwd(), process.argv[1] ?? ''), pid: process.pid })
  beforeEach(() => void send({ news: 'going on' }))
  afterEach(() => void send({ news: 'going on' }))
  after(() => void send({ news: 'ended' }))
}

if (process.env.NODE_TEST_CONTEXT !== undefined) await connectToWatcher(Number(process.env.TEST_WATCH_PORT))
