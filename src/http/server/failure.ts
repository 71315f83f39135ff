import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { Fault, badRequest, fullDisk, isFullDisk } from '../../fault.ts'
import type { Route } from './route.ts'

/**
 * Converts any thrown value to a fault: faults unchanged, framework errors by meaning, everything else as a
 * defect.
 */
export function toFault(failure: unknown, requestId: string): Fault {
  if (failure instanceof Fault) return failure
  if (isFullDisk(failure)) return fullDisk(failure)
  const frameworkCode = failure instanceof Error ? (failure as FastifyError).code : ''
  if (frameworkCode === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new Fault(
      'UNSUPPORTED_MEDIA_TYPE',
      'This endpoint accepts only application/json. Set the Content-Type header.',
      { cause: failure },
    )
  const message = FRAMEWORK_MESSAGES[frameworkCode]
  if (message) return badRequest(message, { cause: failure })
  // The value passed validation but PostgreSQL rejected it, so it is the caller's error.
  if (/^22\w{3}$/.test((failure as { code?: string } | undefined)?.code ?? '')) {
    return badRequest('a value in the request cannot be stored, for example a NUL character. Remove it.', {
      cause: failure,
    })
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
  FST_REQ_FILE_TOO_LARGE: 'the file is larger than 50 MB. Send a smaller one.',
  FST_FILES_LIMIT: 'the form has more than one file. Send one request per file.',
  FST_PARTS_LIMIT: "the form has too many parts. Send 'file' and 'options' only.",
  FST_FIELDS_LIMIT: "the form has too many parts. Send 'file' and 'options' only.",
  FST_INVALID_MULTIPART_CONTENT_TYPE:
    'the multipart form has no boundary. Let the HTTP client set the Content-Type header.',
}

export function notFound(request: FastifyRequest, reply: FastifyReply, routes: readonly Route[]): Fault {
  const path = request.url.split('?')[0]!.replace(/(?<!\/)\/+$/, '') || '/'
  const methods = routes.filter((one) => matchesPath(one.path, path)).map((one) => one.method)
  if (methods.length > 0) {
    reply.header('allow', methods.join(', '))
    return new Fault(
      'METHOD_NOT_ALLOWED',
      `${path.slice(0, 200)} does not support ${request.method}. Use ${methods.join(' or ')}.`,
    )
  }
  if (path === '/v1' || path.startsWith('/v1/')) return versionOneFault(request.method, path, routes)
  return new Fault(
    'NOT_FOUND',
    `No endpoint ${request.method} ${path.slice(0, 200)}. See /docs for the list.`,
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
      ? `${shown} is not available. Use ${instead} ${newer}.`
      : `${shown} is not available, and version 2 has no ${newer}. See /docs for the list.`,
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

/** The size limit of an MCP message; documents are uploaded, never sent in a message. */
export const MAX_MESSAGE_BYTES = 4 * 1024 * 1024

/** The JSON-RPC form of a failure before the message was parsed: there is no id to respond to. */
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
