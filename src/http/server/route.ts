import type { WebSocket } from '@fastify/websocket'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import type { Caller, RateBucket } from '../../access/access.ts'
import type { Scope } from '../../contract/api-keys.ts'
import { Fault } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/**
 * The kind of credential of a route: a team's key, the admin key, a partner key, a signed link, none, or an
 * MCP client.
 */
export type Access = 'team' | 'admin' | 'partner' | 'signed' | 'open' | 'mcp'

/**
 * The caller of a hosted MCP request: a team's caller, or a keyless one, whose IP address is counted when a
 * tool calls an endpoint. A tool may take minutes, so `refresh` checks the caller again and throws once the
 * key is invalid.
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

/** The team's caller of a request, for every kind of access. */
export function callerOf(identity: unknown): Caller | undefined {
  const { caller = identity } = (identity ?? {}) as { caller?: unknown }
  return (caller as Partial<Caller> | undefined)?.teamId === undefined ? undefined : (caller as Caller)
}

export interface Call<Kind extends Access, Params, Query, Body> {
  caller: CallerByAccess[Kind]
  params: Params
  query: Query
  body: Body
  /** The ignored fields of the body; the server adds them to the response. */
  warning: string | undefined
  signal: AbortSignal
  /** The root URL under which the caller reaches this service, without a trailing slash. */
  publicUrl(): string
  /** The raw request and reply, for uploads and headers. */
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
  /** Whether callers without a key are admitted, if the operator allows it. */
  keyless?: Kind extends 'team' | 'mcp' ? true : never
  /**
   * Identifies an MCP caller from the headers alone. The body reaches the handler as text, and errors are
   * JSON-RPC errors.
   */
  identify?: Kind extends 'mcp'
    ? (
        call: Pick<Call<Kind, unknown, unknown, unknown>, 'request' | 'reply' | 'publicUrl'>,
      ) => Promise<McpCaller>
    : never
  /** The scope that a key needs, if it has scopes; null for any key. */
  scope?: Kind extends 'team' ? Scope | null : never
  /** The per-minute window this request counts against. */
  bucket?: RateBucket
  tag: string
  description?: string
  params?: Params
  query?: Query
  body?: Body
  /** A body that the framework does not parse: the handler reads it. `json` is accepted instead of a form. */
  upload?: { contentType: string; schema: object; required: boolean; json?: z.ZodType }
  response: z.ZodType
  /** Other statuses with the same response body, and when they occur. */
  otherStatuses?: Readonly<Record<number, string>>
  /** Errors beyond the usual ones of this kind of route, by status, and when they occur. */
  errors?: Readonly<Record<number, string>>
  /** The content type of a response that is not the JSON envelope. */
  contentType?: string
  handle(call: Call<Kind, z.output<Params>, z.output<Query>, z.output<Body>>): Promise<unknown> | unknown
  /** Handles the same path as a WebSocket; without it the handshake is refused. */
  watch?(
    socket: WebSocket,
    call: Pick<
      Call<Kind, z.output<Params>, z.output<Query>, unknown>,
      'caller' | 'params' | 'query' | 'publicUrl'
    >,
  ): void
  /** Refuses a handshake, before the upgrade, by throwing. */
  admit?(
    call: Pick<Call<Kind, z.output<Params>, z.output<Query>, unknown>, 'caller' | 'params' | 'query'>,
  ): void
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** A route without its generic types, for the server and the API description. */
export interface Route extends Definition<Access, z.ZodType, z.ZodType, z.ZodType> {
  method: Method
  path: string
  summary: string
}

/** Declares one endpoint: its request, its access and its response. */
export function route<
  Kind extends Access,
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  endpoint: `${Method} ${string}`,
  summary: string,
  definition: Definition<Kind, Params, Query, Body> &
    // A team route cannot be declared without its scope.
    (Kind extends 'team' ? { scope: Scope | null } : unknown),
): Route {
  const [method, path] = endpoint.split(' ')
  return { ...definition, method, path, summary } as unknown as Route
}

type Shared = { tag: string; bucket?: RateBucket; response?: z.ZodType } & (
  | { access: 'team'; scope: Scope | null }
  | { access: Exclude<Access, 'team'> }
)

/** `route` for endpoints with shared settings. An endpoint may override the rate-limit bucket. */
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

/** A handler that always fails; the API description reads its code. */
type FailingHandler = (() => never) & { readonly always: FaultCode }

/** The handler of an endpoint whose feature this version does not have. */
export function notImplemented(capability: string): FailingHandler {
  return failingHandler(
    'NOT_IMPLEMENTED',
    `${capability} is not part of this version of the service. See /docs for the available endpoints.`,
  )
}

/** The handler of an endpoint for a thing that cannot exist in this version. */
export function alwaysNotFound(thing: string): FailingHandler {
  return failingHandler('NOT_FOUND', `There is no ${thing} with this id.`)
}

function failingHandler(code: FaultCode, message: string): FailingHandler {
  const fail = (): never => {
    throw new Fault(code, message)
  }
  return Object.assign(fail, { always: code })
}

/** The code of a route that always fails. */
export function constantFault({ handle }: Route): FaultCode | undefined {
  return (handle as Partial<FailingHandler>).always
}
