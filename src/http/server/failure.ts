import type { FastifyError } from 'fastify'
import { Fault, fullDisk, isFullDisk } from '../../fault.ts'
import type { FaultCode } from '../../fault.ts'

/** Turns whatever was thrown into a fault: expected ones as they are, the framework's by their meaning, all else a defect. */
export function toFault(failure: unknown, requestId: string): Fault {
  if (failure instanceof Fault) return failure
  if (isFullDisk(failure)) return fullDisk(failure)
  const known = failure instanceof Error ? FRAMEWORK[(failure as FastifyError).code] : undefined
  if (known) return new Fault(known.code, known.message, { cause: failure })
  // A value that passed validation and that the database cannot take is the caller's all the same.
  if (/^22\w{3}$/.test((failure as { code?: string } | undefined)?.code ?? '')) {
    return new Fault('BAD_REQUEST', 'Bad Request: a value in the request cannot be stored.', {
      cause: failure,
    })
  }
  const status = (failure as { statusCode?: unknown } | undefined)?.statusCode
  if (failure instanceof Error && typeof status === 'number' && status >= 400 && status < 500) {
    return new Fault('BAD_REQUEST', `Bad Request: ${failure.message}`, { cause: failure })
  }
  return new Fault(
    'UNKNOWN_ERROR',
    `An unexpected error occurred on our side. It was logged with the id ${requestId}.`,
    { cause: failure },
  )
}

/** The one error envelope. */
export function envelope(fault: Fault, requestId: string): object {
  return {
    success: false,
    code: fault.code,
    error: fault.message,
    ...fault.fields,
    ...(fault.details !== undefined && { details: fault.details }),
    requestId,
  }
}

const FRAMEWORK: Record<string, { code: FaultCode; message: string }> = {
  FST_REQ_FILE_TOO_LARGE: {
    code: 'BAD_REQUEST',
    message: 'Bad Request: the file is larger than the 50 MB a request may carry.',
  },
  FST_FILES_LIMIT: { code: 'BAD_REQUEST', message: 'Bad Request: the form has more than one file.' },
  FST_PARTS_LIMIT: { code: 'BAD_REQUEST', message: 'Bad Request: the form has too many parts.' },
  FST_FIELDS_LIMIT: { code: 'BAD_REQUEST', message: 'Bad Request: the form has too many parts.' },
  FST_INVALID_MULTIPART_CONTENT_TYPE: {
    code: 'BAD_REQUEST',
    message: 'Bad Request: the multipart form has no boundary.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: {
    code: 'UNSUPPORTED_MEDIA_TYPE',
    message: 'This endpoint takes application/json.',
  },
}
