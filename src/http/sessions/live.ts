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
import { MESSAGE_LIMITS, overJsonLimit } from '../../contract/json-text.ts'
import { LiveInput } from '../../contract/live-input.ts'

export interface LiveNeeds {
  sessions: Pick<Sessions, 'live'>
  sessionLinks: SessionLinks
  log: Log
}

/** Watching a session, acting in it by hand, and speaking to its browser: each for whoever has the address. */
export function liveRoutes(needs: LiveNeeds) {
  return [viewRoute(needs, 'live'), viewRoute(needs, 'control'), cdpRoute(needs)]
}

const common = {
  access: 'signed',
  tag: 'Browser',
  params: IdParams,
  query: SignedQuery,
  alsoFails: { 403: 'The link is not one of ours, or has expired.', 410: 'The session has ended.' },
} as const

/** What a page of ours may load here: itself, and frames that arrive over its socket. */
const CONTENT_POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src blob:; connect-src 'self'; frame-ancestors *; base-uri 'none'; form-action 'none'"

const PAGE = readFileSync(new URL('../console/assets/live.html', import.meta.url), 'utf8')

function viewRoute({ sessions, sessionLinks, log }: LiveNeeds, door: 'live' | 'control') {
  const isControlled = door === 'control'
  const admit = ({ params, query }: { params: { id: string }; query: SignedQuery }) => {
    sessionLinks.assertValid(params.id, door, query)
    find(sessions, params.id, 'watched')
  }
  const summary = isControlled ? 'Watch a session and act in it' : 'Watch a session'
  return route(`GET /v2/browser/:id/${door}`, summary, {
    ...common,
    description: 'A page that shows the session live. Its address comes with the session and ends with it.',
    answer: z.unknown().meta({ type: 'string' }),
    answerType: 'text/html',
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
      void showSession(socket, find(sessions, params.id, 'watched'), { isControlled, log })
    },
  })
}

function cdpRoute({ sessions, sessionLinks, log }: LiveNeeds) {
  return route('GET /v2/browser/:id/cdp', 'Speak to the browser of a session', {
    ...common,
    description:
      'A WebSocket that speaks the DevTools protocol, for Playwright’s `connectOverCDP` and its like. Files, downloads, pages of the browser itself and facts about the machine are refused.',
    answer: z.unknown(),
    handle({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      throw badRequest('this address is to be opened as a WebSocket.')
    },
    admit({ params, query }) {
      sessionLinks.assertValid(params.id, 'cdp', query)
      find(sessions, params.id, 'used')
    },
    watch(socket, { params }) {
      void bridgeDevTools(socket, find(sessions, params.id, 'used'), log)
    },
  })
}

function find(sessions: LiveNeeds['sessions'], id: string, use: 'watched' | 'used'): LiveSession {
  const live = sessions.live(id)
  if (!live) throw new Fault('GONE', 'This browser session has ended.')
  if (use === 'watched' && !live.streamWebView) {
    throw new Fault('FORBIDDEN', 'This session was opened with streamWebView set to false.')
  }
  return live
}

/** The close codes: the session has ended; what was said or waits is too much; something of ours failed; not now. */
const ENDED = 1000
const TOO_MUCH = 1008
const FAILED = 1011
const NOT_NOW = 1013
/** A watcher that is slower than the frames gets fewer of them. */
const MOST_WAITING_FRAME_BYTES = 512 * 1024
/** A client that does not read what it asked for is let go. */
const MOST_WAITING_BYTES = 64 * 1024 * 1024
/** What is done faster than a page takes it is not kept for later. */
const MOST_INPUTS = 100

type Frame = Parameters<Parameters<LiveSession['browser']['watch']>[0]>[0]
type View = Awaited<ReturnType<LiveSession['browser']['watch']>>

/** Ties what is opened of a browser to a socket: when one of them ends, so does the other. */
async function connect<Opened extends AsyncDisposable>(
  socket: WebSocket,
  { ended }: Pick<LiveSession['browser'], 'ended'>,
  open: () => Promise<Opened>,
  { use, log, failed }: { use: (opened: Opened) => void; log: Log; failed: { logged: string; told: string } },
): Promise<void> {
  const end = () => socket.close(ENDED, 'The session has ended.')
  ended.addEventListener('abort', end)
  socket.on('error', () => socket.terminate())
  try {
    const opened = await open()
    const leave = () => {
      ended.removeEventListener('abort', end)
      void opened[Symbol.asyncDispose]()
    }
    if (socket.readyState !== socket.OPEN) return leave()
    socket.once('close', leave)
    use(opened)
  } catch (failure) {
    ended.removeEventListener('abort', end)
    if (failure instanceof Fault) return socket.close(NOT_NOW, failure.message)
    log.warn({ err: failure }, failed.logged)
    socket.close(FAILED, failed.told)
  }
}

/**
 * Streams a session to a socket: what the frame is of as text whenever that changes, then the frame itself. What the
 * socket says is input, when its address allows acting; anything else is ignored.
 */
export function showSession(
  socket: WebSocket,
  { browser, touch }: LiveSession,
  { isControlled, log }: { isControlled: boolean; log: Log },
): Promise<void> {
  return connect(socket, browser, () => browser.watch(framesTo(socket)), {
    use(view) {
      if (isControlled) takeInput(socket, view, { touch, log })
    },
    log,
    failed: { logged: 'a session could not be shown', told: 'The session cannot be shown.' },
  })
}

/** Of the frames that a slow watcher misses, the newest is sent once it can take it: a page that rests sends no other. */
function framesTo(socket: WebSocket): (frame: Frame) => void {
  let told = ''
  let missed: Frame | undefined
  return function show(frame) {
    if (socket.readyState !== socket.OPEN) return
    missed = socket.bufferedAmount > MOST_WAITING_FRAME_BYTES ? frame : undefined
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
  const isTooLarge = overJsonLimit(message, MESSAGE_LIMITS) !== undefined
  return isTooLarge ? undefined : LiveInput.safeParse(tryParseJson(message)).data
}

/** Lets a client speak the DevTools protocol with the browser of a session, as far as its rules allow. */
async function bridgeDevTools(socket: WebSocket, { browser, touch }: LiveSession, log: Log): Promise<void> {
  // What is said before there is a channel waits at the client.
  socket.pause()
  const hear = (message: string) => {
    if (socket.readyState !== socket.OPEN) return
    const isTooMuch = socket.bufferedAmount + message.length > MOST_WAITING_BYTES
    if (isTooMuch) socket.close(TOO_MUCH, 'Too much waits to be read.')
    else socket.send(message)
  }
  await connect(socket, browser, () => browser.openChannel(hear), {
    use(channel) {
      channel.closed.addEventListener('abort', () => {
        if (!browser.ended.aborted) socket.close(TOO_MUCH, (channel.closed.reason as Error).message)
      })
      socket.on('message', (message) => {
        touch()
        channel.send(String(message))
      })
    },
    log,
    failed: {
      logged: 'a client could not be connected to a session',
      told: 'The browser cannot be reached.',
    },
  })
  socket.resume()
}
