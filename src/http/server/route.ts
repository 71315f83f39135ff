import type { WebSocket } from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller, RateBucket } from '../../access/access.ts'
import type { Scope } from '../../contract/api-keys.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** Who may call a route: a team with its key, the operator, a partner, whoever holds a signed link, anyone, or an MCP client. */
export type Access = 'team' | 'admin' | 'partner' | 'signed' | 'open' | 'mcp'

/**
 * Who a hosted MCP request is from: a team's caller, or somebody without a key, who is counted by address when a tool calls an
 * endpoint. A tool may take minutes, so who calls can be asked for again, and is refused as soon as he would be.
 */
export type McpCaller = { caller: Caller; refresh: () => Promise<Caller> } | { keylessAddress: string }

export interface CallerByAccess {
  team: Caller
  admin: undefined
  partner: { partnerId: string }
  signed: undefined
  open: undefined
  mcp: McpCaller
}

/** The team's caller behind a request, whatever way it came in. */
export function callerOf(identity: unknown): Caller | undefined {
  const { caller = identity } = (identity ?? {}) as { caller?: unknown }
  return (caller as Partial<Caller> | undefined)?.teamId === undefined ? undefined : (caller as Caller)
}

export interface Call<Kind extends Access, Params, Query, Body> {
  caller: CallerByAccess[Kind]
  params: Params
  query: Query
  body: Body
  /** What was ignored of the body; the server adds it to the answer. */
  warning: string | undefined
  signal: AbortSignal
  /** The root under which the caller can reach this service, without a slash at its end. */
  publicUrl(): string
  /** The bare request and reply, for uploads and headers. */
  request: FastifyRequest
  reply: FastifyReply
}

interface Definition<
  Kind extends Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
> {
  access: Kind
  /** Whether it answers callers without a key too, while the operator lets it. */
  keyless?: Kind extends 'team' | 'mcp' ? true : never
  /** Who calls an MCP route, from the headers alone. Its body reaches the handler as text, and it fails as JSON-RPC does. */
  identify?: Kind extends 'mcp'
    ? (
        call: Pick<Call<Kind, unknown, unknown, unknown>, 'request' | 'reply' | 'publicUrl'>,
      ) => Promise<McpCaller>
    : never
  /** The family of endpoints that a key with scopes must have one of; null where every key may call. */
  scope?: Kind extends 'team' ? Scope | null : never
  /** The per-minute window this request counts against. */
  bucket?: RateBucket
  tag: string
  description?: string
  params?: Params
  query?: Query
  body?: Body
  /** A body the framework does not parse: the handler reads it itself. `json` is what it takes instead of a form. */
  upload?: { contentType: string; schema: object; required: boolean; json?: z.ZodType }
  response: z.ZodType
  /** Statuses beside 200 that come with the same answer, and when. */
  otherStatuses?: Readonly<Record<number, string>>
  /** Failures beside those that every route of its kind may have, by status, and when. */
  errors?: Readonly<Record<number, string>>
  /** How the answer of a partner or plain-text route differs from the JSON envelope. */
  contentType?: string
  handle(call: Call<Kind, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<unknown> | unknown
  /** What happens when the same address is opened as a WebSocket; without it the handshake is refused. */
  watch?(
    socket: WebSocket,
    call: Pick<
      Call<Kind, z.output<Params>, z.output<Query>, unknown>,
      'caller' | 'params' | 'query' | 'publicUrl'
    >,
  ): void
  /** Refuses a handshake, before it becomes a WebSocket, by throwing. */
  admit?(
    call: Pick<Call<Kind, z.output<Params>, z.output<Query>, unknown>, 'caller' | 'params' | 'query'>,
  ): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route with its types rubbed off, as the server and the API description take it. */
export interface Route extends Definition<Access, z.ZodType, z.ZodType, z.ZodType> {
  method: Method
  path: string
  summary: string
}

/** Declares one endpoint: what it takes, who may call it, what it answers. */
export function route<
  Kind extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  endpoint: `${Method} ${string}`,
  summary: string,
  definition: Definition<Kind, Params, Query, Body> &
    // A route of a team cannot be declared without its scope.
    (Kind extends 'team' ? { scope: Scope | null } : unknown),
): Route {
  const [method, path] = endpoint.split(' ')
  return { ...definition, method, path, summary } as unknown as Route
}

type Shared = { tag: string; bucket?: RateBucket; response?: z.ZodType } & (
  | { access: 'team'; scope: Scope | null }
  | { access: Exclude<Access, 'team'> }
)

/** `route` for endpoints with shared settings. An endpoint may still have its own rate-limit bucket. */
export function routesWith<const Common extends Shared>(common: Common) {
  return <
    Params extends z.ZodType = z.ZodUndefined,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    endpoint: `${Method} ${string}`,
    summary: string,
    options: Omit<Definition<Common['access'], Params, Query, Body>, keyof Common> &
      Pick<Definition<Access, Params, Query, Body>, 'bucket'>,
  ): Route => {
    const [method, path] = endpoint.split(' ')
    return { ...common, ...options, method, path, summary } as unknown as Route
  }
}

/** A handler that can only fail; the API description reads from it how. */
type FailingHandler = (() => never) & { readonly always: FaultCode }

/** The handler of an endpoint whose capability this version does not have: it says so instead of pretending. */
export function notImplemented(capability: string): FailingHandler {
  return failingHandler('NOT_IMPLEMENTED', `${capability} is not part of this version of the service.`)
}

/** The handler of an endpoint that reads or ends something which, in this version, nothing can have started. */
export function alwaysNotFound(thing: string): FailingHandler {
  return failingHandler('NOT_FOUND', `There is no ${thing} with this id.`)
}

function failingHandler(code: FaultCode, message: string): FailingHandler {
  const fail = (): never => {
    throw new Fault(code, message)
  }
  return Object.assign(fail, { always: code })
}

/** How a route fails whatever it is asked, if it does. */
export function constantFault({ handle }: Route): FaultCode | undefined {
  return (handle as Partial<FailingHandler>).always
}
