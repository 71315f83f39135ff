import type { WebSocket } from '@fastify/websocket'
import { Fault } from '../../fault.ts'
import type { LiveSession } from '../../interact/interact.ts'
import type { Log } from '../../log.ts'

/** The close codes: the session has ended; what was said or waits is too much; something of ours failed; not now. */
const ENDED = 1000
const TOO_MUCH = 1008
const FAILED = 1011
const NOT_NOW = 1013
/** A client that does not read what it asked for is let go. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024

/** Lets a client speak the DevTools protocol with the browser of a session, as far as its rules allow. */
export async function bridgeDevTools(
  socket: WebSocket,
  { browser, touch }: LiveSession,
  log: Log,
): Promise<void> {
  const end = () => socket.close(ENDED, 'The session has ended.')
  browser.ended.addEventListener('abort', end)
  socket.on('error', () => socket.terminate())
  // What is said before there is a channel waits at the client.
  socket.pause()
  try {
    const channel = await browser.openChannel((message) => {
      if (socket.readyState !== socket.OPEN) return
      const isTooMuch = socket.bufferedAmount + message.length > MOST_WAITING_BYTES
      if (isTooMuch) socket.close(TOO_MUCH, 'Too much waits to be read.')
      else socket.send(message)
    })
    const leave = () => {
      browser.ended.removeEventListener('abort', end)
      void channel[Symbol.asyncDispose]()
    }
    if (socket.readyState !== socket.OPEN) return leave()
    socket.once('close', leave)
    channel.closed.addEventListener('abort', () => {
      if (!browser.ended.aborted) socket.close(TOO_MUCH, (channel.closed.reason as Error).message)
    })
    socket.on('message', (message) => {
      touch()
      channel.say(String(message))
    })
  } catch (failure) {
    browser.ended.removeEventListener('abort', end)
    if (failure instanceof Fault) return socket.close(NOT_NOW, failure.message)
    log.warn({ err: failure }, 'a client could not be connected to a session')
    socket.close(FAILED, 'The browser cannot be reached.')
  } finally {
    socket.resume()
  }
}
