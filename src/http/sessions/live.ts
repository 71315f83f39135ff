import { readFileSync } from 'node:fs'
import { z } from 'zod'
import type { WebSocket } from '@fastify/websocket'
import { IdParams, SignedQuery } from '../../contract/fields.ts'
import { Fault, badRequest } from '../../fault.ts'
import type { LiveSession, Sessions } from '../../interact/interact.ts'
import { tryParseJson } from '../../language/try-parse-json.ts'
import type { Log } from '../../log.ts'
import { route } from '../server/route.ts'
import type { SessionLinks } from './browser.ts'
import { MESSAGE_LIMITS, exceededJsonLimit } from '../../contract/json-text.ts'
import { LiveInput } from '../../contract/live-input.ts'

export interface LiveNeeds {
  sessions: Pick<Sessions, 'live'>
  sessionLinks: SessionLinks
  log: Log
}

/** Watching a session, controlling it, and DevTools access: each with its own signed URL. */
export function liveRoutes(needs: LiveNeeds) {
  return [viewRoute(needs, 'live'), viewRoute(needs, 'control'), cdpRoute(needs)]
}

const common = {
  access: 'signed',
  tag: 'Browser',
  params: IdParams,
  query: SignedQuery,
  errors: {
    403: 'The link is not signed by this service, or has expired. Get a new one from the session.',
    410: 'The session has ended.',
  },
} as const

/** Our own pages may load only their own files, and frames that arrive over their socket. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'"

const PAGE = readFileSync(new URL('../console/assets/live.html', import.meta.url), 'utf8')

function viewRoute({ sessions, sessionLinks, log }: LiveNeeds, view: 'live' | 'control') {
  const isControlled = view === 'control'
  const admit = ({ params, query }: { params: { id: string }; query: SignedQuery }) => {
    sessionLinks.assertValid(params.id, view, query)
    findLiveSession(sessions, params.id, 'watched')
  }
  const summary = isControlled ? 'Watch and control a session' : 'Watch a session'
  return route(`GET /v2/browser/:id/${view}`, summary, {
    ...common,
    description: 'A page that shows the session live. Its URL comes with the session and ends with it.',
    response: z.unknown().meta({ type: 'string' }),
    contentType: 'text/html',
    handle(call) {
      admit(call)
      return call.reply
        .header('content-security-policy', CONTENT_POLICY)
        .header('referrer-policy', 'no-referrer')
        .header('cache-control', 'no-store')
        .type('text/html; charset=utf-8')
        .send(PAGE)
    },
    admit,
    watch(socket, { params }) {
      void showSession(socket, findLiveSession(sessions, params.id, 'watched'), { isControlled, log })
    },
  })
}

function cdpRoute({ sessions, sessionLinks, log }: LiveNeeds) {
  return route('GET /v2/browser/:id/cdp', 'Connect to the browser of a session', {
    ...common,
    description:
      'A WebSocket with the DevTools protocol, for Playwright’s `connectOverCDP` and similar clients. Access to files, downloads, browser pages and facts about the machine is refused.',
    response: z.unknown(),
    handle({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      throw badRequest('this URL must be opened as a WebSocket.')
    },
    admit({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      findLiveSession(sessions, params.id, 'used')
    },
    watch(socket, { params }) {
      void bridgeDevTools(socket, findLiveSession(sessions, params.id, 'used'), log)
    },
  })
}

function findLiveSession(sessions: LiveNeeds['sessions'], id: string, use: 'watched' | 'used'): LiveSession {
  const live = sessions.live(id)
  if (!live) throw new Fault('GONE', 'This browser session has ended. Open a new one with POST /v2/browser.')
  if (use === 'watched' && !live.streamWebView) {
    throw new Fault(
      'FORBIDDEN',
      'This session was opened with streamWebView: false. Open one without it to watch.',
    )
  }
  return live
}

/** Close codes: the session ended; too many bytes received or waiting; an internal error; try again later. */
const CLOSE_ENDED = 1000
const CLOSE_TOO_MUCH = 1008
const CLOSE_FAILED = 1011
const CLOSE_UNAVAILABLE = 1013
/** A watcher that is slower than the frames gets fewer of them. */
const MAX_WAITING_FRAME_BYTES = 512 * 1024
/** Disconnects a client that does not read its responses. */
const MAX_WAITING_BYTES = 64 * 1024 * 1024
/** Input that is faster than the page is dropped. */
const MAX_INPUTS = 100

type Frame = Parameters<Parameters<LiveSession['browser']['watch']>[0]>[0]
type View = Awaited<ReturnType<LiveSession['browser']['watch']>>

/** Ties a part of a browser to a socket: when one ends, so does the other. */
async function connect<Opened extends AsyncDisposable>(
  socket: WebSocket,
  { ended }: Pick<LiveSession['browser'], 'ended'>,
  open: () => Promise<Opened>,
  {
    use,
    log,
    failed,
  }: { use: (opened: Opened) => void; log: Log; failed: { logMessage: string; reason: string } },
): Promise<void> {
  const end = () => socket.close(CLOSE_ENDED, 'The session has ended.')
  ended.addEventListener('abort', end)
  socket.on('error', () => socket.terminate())
  try {
    const opened = await open()
    const close = () => {
      ended.removeEventListener('abort', end)
      void opened[Symbol.asyncDispose]()
    }
    if (socket.readyState !== socket.OPEN) return close()
    socket.once('close', close)
    use(opened)
  } catch (failure) {
    ended.removeEventListener('abort', end)
    if (failure instanceof Fault) return socket.close(CLOSE_UNAVAILABLE, failure.message)
    log.warn({ err: failure }, failed.logMessage)
    socket.close(CLOSE_FAILED, failed.reason)
  }
}

/**
 * Streams a session to a socket: the metadata as text whenever it changes, then each frame. Messages from the
 * socket are input if its URL allows control; other messages are ignored.
 */
export function showSession(
  socket: WebSocket,
  { browser, touch }: LiveSession,
  { isControlled, log }: { isControlled: boolean; log: Log },
): Promise<void> {
  return connect(socket, browser, () => browser.watch(createFrameSender(socket)), {
    use(view) {
      if (isControlled) forwardInput(socket, view, { touch, log })
    },
    log,
    failed: {
      logMessage: 'a session could not be shown',
      reason: 'The session cannot be shown. Reload the page to try again.',
    },
  })
}

/** A slow watcher gets the newest frame once it can: a page that does not change sends no other. */
function createFrameSender(socket: WebSocket): (frame: Frame) => void {
  let lastText = ''
  let skipped: Frame | undefined
  return function show(frame) {
    if (socket.readyState !== socket.OPEN) return
    skipped = socket.bufferedAmount > MAX_WAITING_FRAME_BYTES ? frame : undefined
    if (skipped) return
    const { bytes, ...metadata } = frame
    const text = JSON.stringify(metadata)
    if (text !== lastText) socket.send(text)
    lastText = text
    socket.send(bytes, () => {
      if (skipped) show(skipped)
    })
  }
}

function forwardInput(socket: WebSocket, view: View, { touch, log }: { touch(): void; log: Log }): void {
  let pending = 0
  socket.on('message', (message) => {
    const event = pending < MAX_INPUTS ? parseInput(String(message)) : undefined
    if (!event) return
    touch()
    pending += 1
    view
      .input(event)
      // Input on a page that is navigating may come too late.
      .catch((failure: unknown) => log.debug({ err: failure }, 'an input came too late'))
      .finally(() => (pending -= 1))
  })
}

function parseInput(message: string): LiveInput | undefined {
  const isTooLarge = exceededJsonLimit(message, MESSAGE_LIMITS) !== undefined
  return isTooLarge ? undefined : LiveInput.safeParse(tryParseJson(message)).data
}

/** Connects a client to the DevTools protocol of a session's browser, as far as its rules allow. */
async function bridgeDevTools(socket: WebSocket, { browser, touch }: LiveSession, log: Log): Promise<void> {
  // Messages sent before the channel is open wait at the client.
  socket.pause()
  const onMessage = (message: string) => {
    if (socket.readyState !== socket.OPEN) return
    const isTooMuch = socket.bufferedAmount + message.length > MAX_WAITING_BYTES
    if (isTooMuch) socket.close(CLOSE_TOO_MUCH, 'Too many unread responses. Read them faster.')
    else socket.send(message)
  }
  await connect(socket, browser, () => browser.openChannel(onMessage), {
    use(channel) {
      channel.closed.addEventListener('abort', () => {
        if (!browser.ended.aborted) socket.close(CLOSE_TOO_MUCH, (channel.closed.reason as Error).message)
      })
      socket.on('message', (message) => {
        touch()
        channel.send(String(message))
      })
    },
    log,
    failed: {
      logMessage: 'a client could not be connected to a session',
      reason: 'The browser cannot be reached. Open a new session.',
    },
  })
  socket.resume()
}
