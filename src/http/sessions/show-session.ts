import type { WebSocket } from '@fastify/websocket'
import { MESSAGE_LIMITS, overJsonLimit } from '../../contract/json-text.ts'
import { LiveInput } from '../../contract/live-input.ts'
import { Fault } from '../../fault.ts'
import type { LiveSession } from '../../interact/interact.ts'
import type { Log } from '../../log.ts'

/** The close codes: the session has ended; something of ours failed; not now. */
const ENDED = 1000
const FAILED = 1011
const NOT_NOW = 1013
/** A watcher that is slower than the frames gets fewer of them. */
const MOST_WAITING_BYTES = 512 * 1024
/** What is done faster than a page takes it is not kept for later. */
const MOST_INPUTS = 100

type Frame = Parameters<Parameters<LiveSession['browser']['watch']>[0]>[0]
type View = Awaited<ReturnType<LiveSession['browser']['watch']>>

/**
 * Streams a session to a socket: what the frame is of as text whenever that changes, then the frame itself. What the
 * socket says is input, when its address allows acting; anything else is ignored.
 */
export async function showSession(
  socket: WebSocket,
  { browser, touch }: LiveSession,
  { isControlled, log }: { isControlled: boolean; log: Log },
): Promise<void> {
  const end = () => socket.close(ENDED, 'The session has ended.')
  browser.ended.addEventListener('abort', end)
  socket.on('error', () => socket.terminate())
  try {
    const view = await browser.watch(framesTo(socket))
    const leave = () => {
      browser.ended.removeEventListener('abort', end)
      void view[Symbol.asyncDispose]()
    }
    if (socket.readyState !== socket.OPEN) return leave()
    socket.once('close', leave)
    if (isControlled) takeInput(socket, view, { touch, log })
  } catch (failure) {
    browser.ended.removeEventListener('abort', end)
    if (failure instanceof Fault) return socket.close(NOT_NOW, failure.message)
    log.warn({ err: failure }, 'a session could not be shown')
    socket.close(FAILED, 'The session cannot be shown.')
  }
}

/** Of the frames that a slow watcher misses, the newest is sent once it can take it: a page that rests sends no other. */
function framesTo(socket: WebSocket): (frame: Frame) => void {
  let told = ''
  let missed: Frame | undefined
  return function show(frame) {
    if (socket.readyState !== socket.OPEN) return
    missed = socket.bufferedAmount > MOST_WAITING_BYTES ? frame : undefined
    if (missed) return
    const { bytes, ...about } = frame
    const text = JSON.stringify(about)
    if (text !== told) socket.send(text)
    told = text
    socket.send(bytes, () => {
      if (missed) show(missed)
    })
  }
}

function takeInput(socket: WebSocket, view: View, { touch, log }: { touch(): void; log: Log }): void {
  let underWay = 0
  socket.on('message', (message) => {
    const event = underWay < MOST_INPUTS ? inputOf(String(message)) : undefined
    if (!event) return
    touch()
    underWay += 1
    view
      .input(event)
      // What a person does in a page that is just moving on may come too late.
      .catch((failure: unknown) => log.debug({ err: failure }, 'an input came too late'))
      .finally(() => (underWay -= 1))
  })
}

function inputOf(message: string): LiveInput | undefined {
  try {
    return overJsonLimit(message, MESSAGE_LIMITS) === undefined
      ? LiveInput.safeParse(JSON.parse(message)).data
      : undefined
  } catch {
    return undefined
  }
}
