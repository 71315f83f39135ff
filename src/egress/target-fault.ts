import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'

/** What went wrong on the way to a target, as the failure its caller sees; what is no such failure stays what it is. */
export function targetFault(error: unknown, signal: AbortSignal): unknown {
  if (signal.aborted) return abortFault(signal.reason)
  if (error instanceof Fault) return error
  const code = codeOf(error)
  const row = FAILURES.find(({ pattern }) => pattern.test(code))
  return row ? new Fault(row.fault, row.message, { cause: withoutContent(error) }) : error
}

/** Time that ran out and a caller that left are told apart by the reason the signal carries. */
function abortFault(reason: unknown): Fault {
  if (reason instanceof Fault) return reason
  if (reason instanceof Error && reason.name === 'TimeoutError') {
    return new Fault('SCRAPE_TIMEOUT', 'The target did not answer within the time of the request.', {
      cause: reason,
    })
  }
  return new Fault('SCRAPE_JOB_CANCELLED', 'The request was cancelled.', { cause: reason })
}

const FAILURES: { pattern: RegExp; fault: FaultCode; message: string }[] = [
  {
    pattern: /^(ENOTFOUND|ENODATA|ESERVFAIL|ENOTIMP|EREFUSED|EBADNAME|EBADRESP|EAI_\w+)$/,
    fault: 'SCRAPE_DNS_RESOLUTION_ERROR',
    message: 'The host name of the target could not be resolved. Check its spelling.',
  },
  {
    pattern: /^(UND_ERR_(CONNECT|HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/,
    fault: 'SCRAPE_TIMEOUT',
    message: 'The target did not answer in time.',
  },
  {
    pattern:
      /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|.*SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|EPROTO)/,
    fault: 'SCRAPE_SSL_ERROR',
    message:
      'No trustworthy TLS connection to the target could be made. ' +
      'Set skipTlsVerification to accept its certificate unseen.',
  },
  {
    pattern: /^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH)$/,
    fault: 'BAD_REQUEST',
    message: 'The request cannot be sent: a header has a name or value that HTTP does not allow.',
  },
  {
    pattern:
      /^(UND_ERR_(SOCKET|HEADERS_OVERFLOW|RES_\w+|INFO|NOT_SUPPORTED)|HPE_\w+|HTTPParserError|ECONN\w+|EPIPE|EHOST\w+|ENET\w+|EADDRNOTAVAIL|EAFNOSUPPORT|EACCES)$/,
    fault: 'SCRAPE_SITE_ERROR',
    message: 'The target refused the connection, broke it off or answered with something that is not HTTP.',
  },
]

/** The parser's errors often come without a code, but with a name of their own. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return ''
  return 'code' in error && error.code !== undefined ? String(error.code) : error.name
}

/** A cause goes to the log, and the parser's errors carry the bytes they stumbled over. */
function withoutContent(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? new Error(`${error.name}: ${error.message}`) : error
}
