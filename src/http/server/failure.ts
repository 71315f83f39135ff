import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, badRequest, fullDisk, isFullDisk } from '../../fault.ts'
import type { Route } from './route.ts'

/** Turns whatever was thrown into a fault: expected ones as they are, the framework's by their meaning, all else a defect. */
export function toFault(failure: unknown, requestId: string): Fault {
  if (failure instanceof Fault) return failure
  if (isFullDisk(failure)) return fullDisk(failure)
  const frameworkCode = failure instanceof Error ? (failure as FastifyError).code : ''
  if (frameworkCode === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Fault('UNSUPPORTED_MEDIA_TYPE', 'This endpoint takes application/json.', { cause: failure })
  const message = FRAMEWORK_MESSAGES[frameworkCode]
  if (message) return badRequest(message, { cause: failure })
  // A value that passed validation and that the database cannot take is the caller's all the same.
  if (/^22\w{3}$/.test((failure as { code?: string } | undefined)?.code ?? '')) {
    return badRequest('a value in the request cannot be stored.', { cause: failure })
  }
  const status = (failure as { statusCode?: unknown } | undefined)?.statusCode
  if (failure instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return badRequest(`${failure.message}`, { cause: failure })
  }
  return new Fault(
    'UNKNOWN_ERROR',
    `An unexpected error occurred on our side. It was logged with the id ${requestId}.`,
    { cause: failure },
  )
}

export function errorBody(fault: Fault, requestId: string): object {
  return {
    success: false,
    code: fault.code,
    error: fault.message,
    ...fault.fields,
    ...(fault.details !== undefined && { details: fault.details }),
    requestId,
  }
}

/** Messages for invalid requests that the framework rejects, by its error code. */
const FRAMEWORK_MESSAGES: Record<string, string> = {
  FST_REQ_FILE_TOO_LARGE: 'the file is larger than the 50 MB a request may carry.',
  FST_FILES_LIMIT: 'the form has more than one file.',
  FST_PARTS_LIMIT: 'the form has too many parts.',
  FST_FIELDS_LIMIT: 'the form has too many parts.',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'the multipart form has no boundary.',
}

export function notFound(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[]): Fault {
  const path = request.url.split('?')[0]!.replace(/(?<!\/)\/+$/, '') || '/'
  const methods = routes.filter((one) => matchesPath(one.path, path)).map((one) => one.method)
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '))
    return new Fault(
      'METHOD_NOT_ALLOWED',
      `${path.slice(0, 200)} takes ${methods.join(' or ')}, not ${request.method}.`,
    )
  }
  if (path === '/v1' || path.startsWith('/v1/')) return versionOneFault(request.method, path, routes)
  return new Fault(
    'NOT_FOUND',
    `There is no ${request.method} ${path.slice(0, 200)}. All endpoints are listed at /docs.`,
  )
}

/** The error for a request of version 1, with the route of version 2 that replaces it. */
function versionOneFault(method: string, path: string, routes: readonly Route[]): Fault {
  const shown = path.slice(0, 200)
  const newer = shown.replace('/v1', '/v2')
  const methods = routes.filter((one) => matchesPath(one.path, newer)).map((one) => one.method)
  const instead = methods.find((one) => one === method) ?? methods.join(' or ')
  return new Fault(
    'NOT_FOUND',
    methods.length > 0
      ? `${shown} is not served. Use ${instead} ${newer}.`
      : `${shown} is not served, and version 2 has no ${newer}. All endpoints are listed at /docs.`,
  )
}

function matchesPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((part, index) => part.startsWith(':') || part === given[index])
  )
}

/** How much a message may say; a document goes by an upload, never through a message. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** A failure before any message was understood, as those read it who speak JSON-RPC: there is no id to answer to. */
export function jsonRpcFailure(fault: Fault, requestId: string): object {
  return {
    jsonrpc: '2.0',
    id: null,
    error: { code: errorCode(fault), message: fault.message, data: { code: fault.code, requestId } },
  }
}

function errorCode({ code }: Fault): number {
  if (code === 'BAD_REQUEST_INVALID_JSON') return PARSE_ERROR
  return code === 'UNKNOWN_ERROR' ? INTERNAL_ERROR : SERVER_ERROR
}

const PARSE_ERROR = -32700
const INTERNAL_ERROR = -32603
const SERVER_ERROR = -32000
