import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertPermitted } from '../../access/access.ts'
import type { AdmitKeyless, Caller, LimitRate } from '../../access/access.ts'
import { MAX_FILE_BYTES } from '../../contract/parse.ts'
import { validate, validateTolerantly } from '../../contract/validate.ts'
import { Fault, badRequest } from '../../fault.ts'
import { placeOf } from '../../log.ts'
import type { Log } from '../../log.ts'
import { wantsNoRetention } from '../../siem/siem.ts'
import { addAudit, observed, recordRequest } from './audit.ts'
import type { AuditNeeds } from './audit.ts'
import { envelope, toFault, MOST_MESSAGE_BYTES, jsonRpcFailure, notFound } from './failure.ts'
import { insiderOf } from '../mcp/call-inside.ts'
import type { Metrics } from './health.ts'
import { addJsonParser } from './read-json-body.ts'
import { callerOf } from './route.ts'
import type { Access, Route, Who } from './route.ts'
import { endSlowReaders } from './slow-readers.ts'
import type { ReadPatience } from './slow-readers.ts'
import { takesWarning, withWarning } from './warned.ts'

/** How each kind of access is checked, from the Authorization header alone. */
type Gate = {
  [Kind in Exclude<Access, 'mcp'>]: (authorization: string | undefined) => Promise<Who[Kind]>
}

export interface ServerNeeds extends AuditNeeds {
  routes: readonly Route[]
  gate: Gate
  /** Who a caller without a key is; absent where every caller needs one. */
  admitKeyless?: AdmitKeyless | undefined
  limitRate: LimitRate
  publicUrl: (hostHeader: string | undefined, protocol: string) => string
  metrics: Metrics
  log: Log
  trustedProxies: readonly string[]
  /** Aborts when the service has waited long enough for what is still running. */
  shutdown: AbortSignal
  /** 30 s unless given. */
  readPatience?: ReadPatience
}

const JSON_LIMIT_BYTES = 10 * 1024 * 1024
/** How long a WebSocket may take to answer that it is closed when the service stops. */
const GOODBYE_MS = 2_000
/** What answers a handshake that became a WebSocket. */
const SWITCHED = { statusCode: 101, elapsedTime: 0 }

/**
 * The HTTP server: one line for every route. Who is calling and how often is decided from the headers, before a body
 * is read; then the parts are parsed, the handler runs, and whatever it throws becomes the one error envelope.
 */
export async function createServer(needs: ServerNeeds): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT_BYTES,
    trustProxy: needs.trustedProxies.length > 0 ? [...needs.trustedProxies] : false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Requests that still come while the service stops get our own answer.
    return503OnClosing: false,
    // A caller that opens a connection and sends nothing must not keep it.
    requestTimeout: 300_000,
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: (failure, request, reply) => void answerFailure(failure, request, reply, needs),
    clientErrorHandler: answerMalformed,
  })
  app.decorateRequest('who', undefined)
  app.decorateRequest('failure', undefined)
  await app.register(cors, {
    origin: '*',
    exposedHeaders: ['x-request-id', 'retry-after', 'www-authenticate'],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    strictPreflight: false,
    maxAge: 86_400,
  })
  await app.register(multipart, {
    limits: {
      fileSize: MAX_FILE_BYTES,
      files: 2,
      fields: 20,
      fieldSize: JSON_LIMIT_BYTES,
      headerPairs: 100,
    },
  })
  // Clients give up on a handshake that does not repeat the subprotocol they asked for.
  await app.register(websocket, {
    options: {
      // What a client of a live browser says may be as long as any other body.
      maxPayload: JSON_LIMIT_BYTES,
      handleProtocols: (protocols: Set<string>) => [...protocols][0] ?? false,
    },
  })
  app.addHook('preClose', (done) => {
    setTimeout(() => app.websocketServer.clients.forEach((client) => client.terminate()), GOODBYE_MS).unref()
    done()
  })
  endSlowReaders(app.server, needs)
  addJsonParser(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
  })
  addAudit(app, needs)
  app.addHook('onResponse', async (request, reply) => record(request, reply, needs))
  app.setErrorHandler((failure, request, reply) => answerFailure(failure, request, reply, needs))
  for (const one of needs.routes) mount(app, one, needs)
  app.setNotFoundHandler((request, reply) =>
    answerFailure(notFound(request, reply, needs.routes), request, reply, needs),
  )
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, whatever its type. */
    takesBytes?: boolean
    /** Messages come and go: the body stays text, and failures are told as JSON-RPC tells them. */
    isJsonRpc?: boolean
  }
  interface FastifyRequest {
    who: unknown
    failure: Fault | undefined
  }
}

function mount(app: FastifyInstance, one: Route, needs: ServerNeeds): void {
  const { limitRate, publicUrl } = needs
  app.route({
    method: one.method,
    url: one.path,
    config: { takesBytes: one.upload !== undefined && one.access !== 'mcp', isJsonRpc: one.access === 'mcp' },
    ...(one.access === 'mcp' && { bodyLimit: MOST_MESSAGE_BYTES }),
    async onRequest(request, reply) {
      if (request.ws && !one.watch) throw badRequest('this cannot be opened as a WebSocket.')
      request.who = await identify(one, { request, reply }, needs)
      const caller = callerOf(request.who)
      // After `who` is set, so that the audit event of a refusal names the key.
      if (caller) assertPermitted(caller.keyLimits, { address: request.ip, scope: one.scope ?? null })
      if (one.access === 'team' && one.bucket) await limitRate(request.who as Caller, one.bucket)
      // What is wrong with a handshake is said before it becomes a WebSocket.
      if (request.ws) one.admit?.(addressed(one, request))
    },
    ...(one.watch && {
      wsHandler(socket, request) {
        void recordRequest(request, SWITCHED, needs)
        one.watch!(socket, {
          ...addressed(one, request),
          publicUrl: () => rootFor(request, publicUrl),
        })
      },
    }),
    async handler(request, reply) {
      if (request.isMultipart() && (!one.upload || one.access === 'mcp'))
        throw new Fault('UNSUPPORTED_MEDIA_TYPE', 'This endpoint takes application/json.')
      const { value: body, warning } = readBody(one, request.body)
      const call = {
        ...addressed(one, request),
        body,
        warning,
        signal: insiderOf(request)?.signal ?? callSignal(reply, needs.shutdown),
        publicUrl: () => rootFor(request, publicUrl),
        request,
        reply,
      }
      const answer = await observed(request, body, needs, () => one.handle(call))
      return withWarning(one.answer, answer, warning)
    },
  })
}

/** Unknown fields inside the body are ignored only where the answer can say so. */
function readBody(
  { body, answer }: Route,
  sent: unknown = {},
): { value: unknown; warning?: string | undefined } {
  if (!body) return { value: undefined }
  return takesWarning(answer) ? validateTolerantly(body, sent) : { value: validate(body, sent) }
}

/** Only who brings no credential at all goes without one: a wrong or malformed one is refused, wherever it is sent. */
function identify(
  one: Route,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { gate, admitKeyless, publicUrl }: ServerNeeds,
): Promise<unknown> {
  if (one.access === 'mcp')
    return one.identify!({
      request,
      reply,
      publicUrl: () => rootFor(request, publicUrl),
    })
  const insider = insiderOf(request)
  if (insider?.caller && one.access === 'team') return insider.caller()
  const given = credential(request)
  if (given === undefined && one.keyless && admitKeyless) return admitKeyless(request.ip)
  return gate[one.access](given)
}

/** The root for the links of an answer; a request of our own has that of the one that led to it. */
function rootFor(request: FastifyRequest, publicUrl: ServerNeeds['publicUrl']): string {
  return insiderOf(request)?.publicUrl ?? publicUrl(request.headers.host, request.protocol)
}

/** Who calls, and what the address itself says. */
function addressed(one: Route, request: FastifyRequest) {
  return {
    who: request.who as never,
    params: one.params && validate(one.params, request.params),
    query: one.query && validate(one.query, request.query),
  }
}

/** A browser cannot set headers on a WebSocket, so clients send the key as the only subprotocol. */
function credential({ headers, ws }: FastifyRequest): string | undefined {
  if (headers.authorization !== undefined || !ws) return headers.authorization
  const protocol = headers['sec-websocket-protocol']
  return protocol === undefined ? undefined : `Bearer ${protocol}`
}

/** Aborts when the connection closes before the answer is complete, and when the service stops. */
function callSignal(reply: FastifyReply, shutdown: AbortSignal): AbortSignal {
  const gone = new AbortController()
  const stop = () => gone.abort(shutdown.reason)
  shutdown.addEventListener('abort', stop, { once: true })
  reply.raw.once('close', () => {
    shutdown.removeEventListener('abort', stop)
    if (!reply.raw.writableFinished)
      gone.abort(new Fault('SCRAPE_JOB_CANCELLED', 'The caller closed the connection.'))
  })
  return gone.signal
}

/** An id of the caller's is taken over when it is harmless in a log and a header. */
function givenRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{8,128}$/.test(header) ? header : undefined
}

function answerFailure(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: ServerNeeds,
): FastifyReply {
  const fault = toFault(failure, request.id)
  request.failure = fault
  if (fault.code === 'UNKNOWN_ERROR') {
    needs.metrics.countDefect()
    const err = isUnkept(request) ? placeOf(fault.cause) : fault.cause
    needs.log.error({ requestId: request.id, err }, 'defect')
  }
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds))
  // A route that knows more about how to get in has said so already.
  if (fault.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const tell = request.routeOptions.config?.isJsonRpc ? jsonRpcFailure : envelope
  return reply
    .status(fault.status)
    .type('application/json; charset=utf-8')
    .send({
      ...tell(fault, request.id),
      ...(readsHints(request) && { agent_hints: [fault.message] }),
    })
}

/** A client of models that says so passes hints on to them, where it drops the words of a failure in half of its calls. */
function readsHints({ headers }: FastifyRequest): boolean {
  return headers['x-firecrawl-agent-hints'] === 'true'
}

/** Whether no word about the request may reach the log. What a message of an MCP client asks for is not known here. */
function isUnkept({ who, body, asked = body, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config?.isJsonRpc || callerOf(who)?.zeroDataRetention === true || wantsNoRetention(asked)
  )
}

/** What the HTTP parser itself refuses never reaches a route; it still gets the envelope. */
function answerMalformed(failure: Error & { code?: string }, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const tooLarge = failure.code === 'HPE_HEADER_OVERFLOW'
  const late = failure.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = tooLarge
    ? '431 Request Header Fields Too Large'
    : late
      ? '408 Request Timeout'
      : '400 Bad Request'
  const error = tooLarge
    ? 'The request headers are too large.'
    : late
      ? 'The request did not arrive in time.'
      : 'Bad Request: this is not a well-formed HTTP request.'
  const body = JSON.stringify({ success: false, code: late ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST', error })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** One wide event per request. */
function record(request: FastifyRequest, reply: FastifyReply, { log, metrics }: ServerNeeds): void {
  const route = request.routeOptions.url ?? 'unmatched'
  metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
  const who = callerOf(request.who)
  const event = {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(who && { teamId: who.teamId, keyId: who.keyId }),
    ...(request.failure && {
      code: request.failure.code,
      cause: causeText(request.failure, isUnkept(request)),
    }),
  }
  if (reply.statusCode >= 500 && request.failure?.code === 'UNKNOWN_ERROR') log.error(event, 'request')
  else log.info(event, 'request')
}

/** The parser's words about malformed JSON quote the body, which is not ours to keep. */
function causeText(fault: Fault, isUnspoken: boolean): string | undefined {
  if (fault.code === 'BAD_REQUEST_INVALID_JSON') return undefined
  // What the system says about a target names it, and under zero data retention no address may reach the log.
  if (fault.code.startsWith('SCRAPE_')) return (fault.cause as { code?: string } | undefined)?.code
  return fault.cause instanceof Error && !isUnspoken ? fault.cause.message : undefined
}
