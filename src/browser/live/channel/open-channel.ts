import { z } from 'zod'
import type { ProxyCredential } from '../../../egress/egress.ts'
import { DEVTOOLS_LIMITS, overJsonLimit } from '../../../contract/json-text.ts'
import { Fault } from '../../../fault.ts'
import { tryParseJson } from '../../../language/try-parse-json.ts'
import type { ChromiumProcess } from '../../chromium/process/launch.ts'
import type { ProtocolPipe } from '../../chromium/process/pipe.ts'
import { createProxyAuthenticator } from '../../page/tab/intercept.ts'
import { checkCdp } from './cdp-rules.ts'
import type { LiveBrowser } from '../live-browser.ts'

interface ChannelNeeds {
  chromium: ChromiumProcess
  pipe: ProtocolPipe
  credential: ProxyCredential
  /** The only context that clients get at. */
  browserContextId: string
}

// Each client has a session of its own on the pipe that Playwright speaks over, and the sessions it opens from there;
// neither hears anything of the other.
export function createOpenChannel(needs: ChannelNeeds): LiveBrowser['openChannel'] {
  let clients = 0
  return async (onMessage) => {
    if (clients >= MAX_CLIENTS) {
      throw new Fault('RATE_LIMITED', `${MAX_CLIENTS} clients speak to this session, which is the most.`)
    }
    await using opening = new AsyncDisposableStack()
    clients += 1
    opening.defer(() => void (clients -= 1))
    const session = await needs.chromium.browser.newBrowserCDPSession()
    opening.defer(() => session.detach().catch(() => {}))
    const { sessionId } = await session.send('Target.attachToBrowserTarget')
    // What the client had opened, held up or changed ends with its session.
    opening.defer(
      async () => void (await session.send('Target.detachFromTarget', { sessionId }).catch(() => {})),
    )
    const relay = relayMessages(needs, sessionId, onMessage)
    opening.defer(relay.end)
    const open = opening.move()
    return {
      send: relay.say,
      closed: AbortSignal.any([relay.cut, needs.chromium.ended]),
      [Symbol.asyncDispose]: () => open.disposeAsync(),
    }
  }
}

/** Each may have large answers wait for it. */
const MAX_CLIENTS = 8

const MAX_MESSAGE_CHARS = 16 * 1024 * 1024
const MAX_WAITING_BYTES = 64 * 1024 * 1024

/** `root` is the client's own session; messages that name none belong to it. */
function relayMessages(
  { pipe, credential, browserContextId }: ChannelNeeds,
  root: string,
  onMessage: (message: string) => void,
) {
  const sessions = new Set([root])
  const cutting = new AbortController()
  const secret = Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  const respondTo = createProxyAuthenticator(credential)
  const stop = pipe.listen(listen)

  function listen(message: Buffer, sessionId: string): void {
    if (!sessions.has(sessionId)) return
    const start = message.toString('latin1', 0, 60)
    if (start.startsWith(`{"id":${OWN_ID},`)) return
    const text = withoutSecret(message.toString('utf8'))
    // Only messages that concern the sessions themselves are looked into; the others may be large.
    if (OWN_EVENTS.test(start) && !noteEvent(text, sessionId)) return
    onMessage(sessionId === root ? `${text.slice(0, text.lastIndexOf(',"sessionId":'))}}` : text)
  }

  /** The pass at the gate is shown in the headers of requests over plain HTTP. */
  function withoutSecret(text: string): string {
    return text.includes(secret) ? text.replaceAll(secret, '') : text
  }

  function noteEvent(text: string, sessionId: string): boolean {
    const { method, params } = JSON.parse(text) as { method: string; params: EventParams }
    if (method === 'Target.attachedToTarget') sessions.add(params.sessionId)
    if (method === 'Target.detachedFromTarget') sessions.delete(params.sessionId)
    if (method !== 'Fetch.authRequired' || params.authChallenge.source !== 'Proxy') return true
    // The gate asks the browser and not the client.
    const { requestId, authChallenge } = params
    const answer = { requestId, authChallengeResponse: respondTo(requestId, authChallenge.source) }
    write({ id: OWN_ID, method: 'Fetch.continueWithAuth', params: answer, sessionId })
    return false
  }

  function send(text: string): void {
    if (sessions.size === 0) return
    if (text.length > MAX_MESSAGE_CHARS) return cut()
    const message = readMessage(text)
    if (message === undefined) return cut()
    const { id, method, params = {}, sessionId } = message
    const answer = (rest: object) =>
      onMessage(JSON.stringify({ id, ...rest, ...(sessionId && { sessionId }) }))
    if (sessionId !== undefined && !sessions.has(sessionId)) {
      return answer({ error: { code: -32_001, message: 'Session with given id not found.' } })
    }
    const checked = checkCdp({ method, params }, browserContextId)
    if (checked.verdict === 'answer') return answer({ result: checked.result })
    if (checked.verdict === 'refuse') return answer({ error: { code: -32_000, message: checked.why } })
    write({ id, method, params: checked.params, sessionId: sessionId ?? root })
  }

  function write(message: object): void {
    pipe.write(JSON.stringify(message))
    if (pipe.waitingBytes() > MAX_WAITING_BYTES) cut()
  }

  function cut(): void {
    end()
    cutting.abort(new Error('What was said is too much, or not a message of the protocol.'))
  }

  function end(): void {
    stop()
    sessions.clear()
  }

  return { say: send, end, cut: cutting.signal }
}

interface EventParams {
  sessionId: string
  requestId: string
  authChallenge: { source?: string }
}

const OWN_EVENTS = /^\{"method":"(Target\.(at|de)tached|Fetch\.authRequired)/
/** The number of what is said here in between; clients have smaller ones. */
const OWN_ID = 2 ** 31 - 1

const ClientMessage = z.object({
  id: z
    .int()
    .min(0)
    .max(OWN_ID - 1),
  method: z.string(),
  params: z.record(z.string(), z.unknown()).optional(),
  sessionId: z.string().optional(),
})

function readMessage(text: string): z.output<typeof ClientMessage> | undefined {
  const isTooLarge = overJsonLimit(text, DEVTOOLS_LIMITS) !== undefined
  return isTooLarge ? undefined : ClientMessage.safeParse(tryParseJson(text)).data
}
