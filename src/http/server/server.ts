import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import cors from '@fastify/cors'
import multipart from '@fastify/multipart'
import websocket from '@fastify/websocket'
import Fastify from 'fastify'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { assertKeyAllows } from '../../access/access.ts'
import type { AdmitKeyless, Caller, LimitRate } from '../../access/access.ts'
import { MAX_FILE_BYTES } from '../../contract/parse.ts'
import { validate, validateTolerantly } from '../../contract/validate.ts'
import { Fault, badRequest } from '../../fault.ts'
import { errorWithoutMessage } from '../../log.ts'
import type { Log } from '../../log.ts'
import { wantsNoRetention } from '../../siem/siem.ts'
import { addAudit, runAudited, recordRequest } from './audit.ts'
import type { AuditNeeds } from './audit.ts'
import { errorBody, toFault, MAX_MESSAGE_BYTES, jsonRpcFailure, notFound } from './failure.ts'
import { internalCallOf } from '../mcp/internal-fetch.ts'
import type { Metrics } from './health.ts'
import { addJsonParser } from './read-json-body.ts'
import { callerOf } from './route.ts'
import type { Access, Route, CallerByAccess } from './route.ts'
import { disconnectSlowReaders } from './slow-readers.ts'
import type { SlowReaderLimits } from './slow-readers.ts'
import { hasWarningField, addWarning } from './warnings.ts'

/** Authenticates each kind of access from the Authorization header alone. */
type Authenticators = {
  [Kind in Exclude<Access, 'mcp'>]: (authorization: string | undefined) => Promise<CallerByAccess[Kind]>
}

export interface ServerNeeds extends AuditNeeds {
  routes: readonly Route[]
  authenticators: Authenticators
  /** Admits a caller without a key; absent where every caller needs one. */
  admitKeyless?: AdmitKeyless | undefined
  limitRate: LimitRate
  publicUrl: (hostHeader: string | undefined, protocol: string) => string
  metrics: Metrics
  log: Log
  trustedProxies: readonly string[]
  /** Aborts when a stop has waited long enough for running requests. */
  shutdown: AbortSignal
  /** Default: 30 s. */
  slowReaderLimits?: SlowReaderLimits
}

const JSON_LIMIT_BYTES = 10 * 1024 * 1024
/** How long a stop waits for a WebSocket client to confirm the close. */
const SOCKET_CLOSE_MS = 2_000
/** The response to a handshake that became a WebSocket. */
const SWITCHING_PROTOCOLS = { statusCode: 101, elapsedTime: 0 }

/**
 * The HTTP server: one path for every route. Caller and rate limit are checked from the headers, before the
 * body is read. Then the body is parsed, the handler runs, and any thrown value becomes the one error
 * envelope.
 */
export async function createServer(needs: ServerNeeds): Promise<FastifyInstance> {
  const app = Fastify({
    logger: false,
    bodyLimit: JSON_LIMIT_BYTES,
    trustProxy: needs.trustedProxies.length > 0 ? [...needs.trustedProxies] : false,
    routerOptions: { maxParamLength: 512, ignoreTrailingSlash: true },
    forceCloseConnections: 'idle',
    // Requests that arrive during a stop get our own response.
    return503OnClosing: false,
    // Limits connections that send nothing.
    requestTimeout: 300_000,
    genReqId: (request) => givenRequestId(request.headers['x-request-id']) ?? randomUUID(),
    frameworkErrors: (failure, request, reply) => void sendFailure(failure, request, reply, needs),
    clientErrorHandler: sendMalformedRequest,
  })
  app.decorateRequest('identity', undefined)
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
  // Clients abort a handshake whose response does not repeat their subprotocol.
  await app.register(websocket, {
    options: {
      // A message to a live browser may be as long as any other body.
      maxPayload: JSON_LIMIT_BYTES,
      handleProtocols: (protocols: Set<string>) => [...protocols][0] ?? false,
    },
  })
  app.addHook('preClose', (done) => {
    setTimeout(
      () => app.websocketServer.clients.forEach((client) => client.terminate()),
      SOCKET_CLOSE_MS,
    ).unref()
    done()
  })
  disconnectSlowReaders(app.server, needs)
  addJsonParser(app)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id)
    reply.header('x-content-type-options', 'nosniff')
  })
  addAudit(app, needs)
  app.addHook('onResponse', async (request, reply) => recordRequestEvent(request, reply, needs))
  app.setErrorHandler((failure, request, reply) => sendFailure(failure, request, reply, needs))
  for (const one of needs.routes) mountRoute(app, one, needs)
  app.setNotFoundHandler((request, reply) =>
    sendFailure(notFound(request, reply, needs.routes), request, reply, needs),
  )
  return app
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The handler reads the body itself, of any type. */
    takesBytes?: boolean
    /** For MCP: the body stays text, and errors are JSON-RPC errors. */
    isJsonRpc?: boolean
  }
  interface FastifyRequest {
    identity: unknown
    failure: Fault | undefined
  }
}

function mountRoute(app: FastifyInstance, one: Route, needs: ServerNeeds): void {
  const { limitRate, publicUrl } = needs
  app.route({
    method: one.method,
    url: one.path,
    config: { takesBytes: one.upload !== undefined && one.access !== 'mcp', isJsonRpc: one.access === 'mcp' },
    ...(one.access === 'mcp' && { bodyLimit: MAX_MESSAGE_BYTES }),
    async onRequest(request, reply) {
      if (request.ws && !one.watch) throw badRequest('this endpoint is not a WebSocket. Use HTTP.')
      request.identity = await authenticate(one, { request, reply }, needs)
      const caller = callerOf(request.identity)
      // After `who` is set, so that the audit event of a refusal has the key's id.
      if (caller) assertKeyAllows(caller.keyLimits, { address: request.ip, scope: one.scope ?? null })
      if (one.access === 'team' && one.bucket) await limitRate(request.identity as Caller, one.bucket)
      // Errors of a handshake are sent before the upgrade.
      if (request.ws) one.admit?.(parseUrlParts(one, request))
    },
    ...(one.watch && {
      wsHandler(socket, request) {
        void recordRequest(request, SWITCHING_PROTOCOLS, needs)
        one.watch!(socket, {
          ...parseUrlParts(one, request),
          publicUrl: () => publicRootOf(request, publicUrl),
        })
      },
    }),
    async handler(request, reply) {
      if (request.isMultipart() && (!one.upload || one.access === 'mcp'))
        throw new Fault(
          'UNSUPPORTED_MEDIA_TYPE',
          'This endpoint accepts only application/json. Set the Content-Type header.',
        )
      const { value: body, warning } = parseBody(one, request.body)
      const call = {
        ...parseUrlParts(one, request),
        body,
        warning,
        signal: internalCallOf(request)?.signal ?? callSignal(reply, needs.shutdown),
        publicUrl: () => publicRootOf(request, publicUrl),
        request,
        reply,
      }
      const response = await runAudited(request, body, needs, () => one.handle(call))
      return addWarning(one.response, response, warning)
    },
  })
}

/** Unknown fields inside the body are ignored only if the response can carry the warning. */
function parseBody(
  { body, response }: Route,
  input: unknown = {},
): { value: unknown; warning?: string | undefined } {
  if (!body) return { value: undefined }
  return hasWarningField(response) ? validateTolerantly(body, input) : { value: validate(body, input) }
}

/**
 * Only requests without any credential count as keyless: a wrong or malformed credential is refused
 * everywhere.
 */
function authenticate(
  one: Route,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  { authenticators, admitKeyless, publicUrl }: ServerNeeds,
): Promise<unknown> {
  if (one.access === 'mcp')
    return one.identify!({
      request,
      reply,
      publicUrl: () => publicRootOf(request, publicUrl),
    })
  const internalCall = internalCallOf(request)
  if (internalCall?.caller && one.access === 'team') return internalCall.caller()
  const given = credential(request)
  if (given === undefined && one.keyless && admitKeyless) return admitKeyless(request.ip)
  return authenticators[one.access](given)
}

/** The root for links in the response; an internal request uses that of the original one. */
function publicRootOf(request: FastifyRequest, publicUrl: ServerNeeds['publicUrl']): string {
  return internalCallOf(request)?.publicUrl ?? publicUrl(request.headers.host, request.protocol)
}

/** Parses the path and query. */
function parseUrlParts(one: Route, request: FastifyRequest) {
  return {
    caller: request.identity as never,
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

/** Aborts when the connection closes before the response is complete, and when the service stops. */
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

/** Takes the caller's request id if it is safe in a log and a header. */
function givenRequestId(header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && /^[\w.-]{8,128}$/.test(header) ? header : undefined
}

function sendFailure(
  failure: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
  needs: ServerNeeds,
): FastifyReply {
  const fault = toFault(failure, request.id)
  request.failure = fault
  if (fault.code === 'UNKNOWN_ERROR') {
    needs.metrics.countDefect()
    const err = isZeroRetention(request) ? errorWithoutMessage(fault.cause) : fault.cause
    needs.log.error({ requestId: request.id, err }, 'defect')
  }
  if (fault.retryAfterSeconds !== undefined) reply.header('retry-after', String(fault.retryAfterSeconds))
  // A route with its own authentication scheme has already set the header.
  if (fault.status === 401 && !reply.hasHeader('www-authenticate')) reply.header('www-authenticate', 'Bearer')
  const formatError = request.routeOptions.config?.isJsonRpc ? jsonRpcFailure : errorBody
  return reply
    .status(fault.status)
    .type('application/json; charset=utf-8')
    .send({
      ...formatError(fault, request.id),
      ...(wantsAgentHints(request) && { agent_hints: [fault.message] }),
    })
}

/** MCP clients ask for hints this way; they show `agent_hints` where they often drop the error text. */
function wantsAgentHints({ headers }: FastifyRequest): boolean {
  return headers['x-firecrawl-agent-hints'] === 'true'
}

/**
 * Whether the log must not contain any text of the request. Options inside an MCP message are not known here.
 */
function isZeroRetention({ identity, body, auditedInput = body, routeOptions }: FastifyRequest): boolean {
  return (
    routeOptions.config?.isJsonRpc ||
    callerOf(identity)?.zeroDataRetention === true ||
    wantsNoRetention(auditedInput)
  )
}

/** Errors of the HTTP parser never reach a route, but still get the envelope. */
function sendMalformedRequest(failure: Error & { code?: string }, socket: Socket): void {
  if (failure.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const tooLarge = failure.code === 'HPE_HEADER_OVERFLOW'
  const late = failure.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const status = tooLarge
    ? '431 Request Header Fields Too Large'
    : late
      ? '408 Request Timeout'
      : '400 Bad Request'
  const error = tooLarge
    ? 'The request headers are too large. Send fewer or shorter ones.'
    : late
      ? 'The request did not arrive in time. Send it again.'
      : 'Bad Request: this is not a well-formed HTTP request.'
  const body = JSON.stringify({ success: false, code: late ? 'REQUEST_TIMEOUT' : 'BAD_REQUEST', error })
  socket.end(
    `HTTP/1.1 ${status}\r\nContent-Type: application/json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  )
}

/** Logs one wide event per request. */
function recordRequestEvent(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: ServerNeeds,
): void {
  const route = request.routeOptions.url ?? 'unmatched'
  metrics.observe(request.method, route, reply.statusCode, reply.elapsedTime / 1000)
  const caller = callerOf(request.identity)
  const event = {
    requestId: request.id,
    method: request.method,
    route,
    status: reply.statusCode,
    ms: Math.round(reply.elapsedTime),
    ...(caller && { teamId: caller.teamId, keyId: caller.keyId }),
    ...(request.failure && {
      code: request.failure.code,
      cause: causeText(request.failure, isZeroRetention(request)),
    }),
  }
  if (reply.statusCode >= 500 && request.failure?.code === 'UNKNOWN_ERROR') log.error(event, 'request')
  else log.info(event, 'request')
}

/** The parser's message about malformed JSON quotes the body, which must not be logged. */
function causeText(fault: Fault, isHidden: boolean): string | undefined {
  if (fault.code === 'BAD_REQUEST_INVALID_JSON') return undefined
  // System errors about a target contain its URL, which must not be logged under zero data retention.
  if (fault.code.startsWith('SCRAPE_')) return (fault.cause as { code?: string } | undefined)?.code
  return fault.cause instanceof Error && !isHidden ? fault.cause.message : undefined
}
