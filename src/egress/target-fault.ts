import { abortFault } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { codeOf, CONNECT_MS, CONNECT_TIMEOUT, isExhausted } from './connect.ts'

/**
 * Maps an error of the target to a Fault and returns any other error unchanged. Before a response, a broken
 * connection is safe to retry.
 */
export function targetFault(error: unknown, signal: AbortSignal, { answered } = { answered: true }): unknown {
  if (signal.aborted) return abortFault(signal)
  if (error instanceof Fault) return error
  const code = codeOf(error)
  const row = FAILURES.find(({ pattern }) => pattern.test(code))
  if (row === undefined) return error
  const { fault: faultCode, message } = row
  const fault = new Fault(faultCode, typeof message === 'string' ? message : message(code), {
    cause: withoutContent(error),
  })
  const canRetry = !answered && isConnectionError(code, error) && !isExhausted(error)
  return canRetry ? markConnectionFailure(fault) : fault
}

const FAILURES: { pattern: RegExp; fault: FaultCode; message: string | ((code: string) => string) }[] = [
  {
    pattern: /^(ENOTFOUND|ENODATA|E?SERVFAIL|ENOTIMP|EREFUSED|EBADNAME|EBADRESP|EAI_\w+)$/,
    fault: 'SCRAPE_DNS_RESOLUTION_ERROR',
    message: 'The host name of the target could not be resolved. Check its spelling.',
  },
  {
    pattern: new RegExp(`^${CONNECT_TIMEOUT}$`),
    fault: 'SCRAPE_TIMEOUT',
    message: `The target did not accept a connection within ${CONNECT_MS / 1000} seconds.`,
  },
  {
    pattern: /^(UND_ERR_(HEADERS|BODY)_TIMEOUT|ETIMEDOUT)$/,
    fault: 'SCRAPE_TIMEOUT',
    message: 'The target did not respond in time.',
  },
  {
    pattern:
      /^(ERR_TLS_|ERR_SSL_|CERT_|CRL_|UNABLE_TO_|ERROR_IN_C|.*SELF_SIGNED|HOSTNAME_MISMATCH|INVALID_(CA|PURPOSE)|PATH_LENGTH_EXCEEDED|EPROTO)/,
    fault: 'SCRAPE_SSL_ERROR',
    message: tlsMessage,
  },
  {
    pattern: /^UND_ERR_(INVALID_ARG|REQ_CONTENT_LENGTH_MISMATCH)$/,
    fault: 'BAD_REQUEST',
    message:
      'The request cannot be sent: a header has a name or value that HTTP does not allow. Check `headers`.',
  },
  {
    pattern:
      /^(UND_ERR_(SOCKET|HEADERS_OVERFLOW|RES_\w+|INFO|NOT_SUPPORTED)|HPE_\w+|HTTPParserError|ERR_HTTP2_\w+|ECONN\w+|EPIPE|EHOST\w+|ENET\w+|EADDRNOTAVAIL|EAFNOSUPPORT|EACCES)$/,
    fault: 'SCRAPE_SITE_ERROR',
    message: 'The target refused the connection, closed it early, or sent a response that is not HTTP.',
  },
]

const CONNECTION_ERROR =
  /^(UND_ERR_SOCKET|ERR_HTTP2_SESSION_ERROR|ETIMEDOUT|ECONN\w+|EPIPE|EHOST\w+|ENET\w+|EADDRNOTAVAIL)$/

/**
 * Only the message tells that an HTTP/2 server did not process the request; the code is also used for other
 * errors.
 */
function isConnectionError(code: string, error: unknown): boolean {
  return (
    CONNECTION_ERROR.test(code) || (error instanceof Error && /GOAWAY|REFUSED_STREAM/.test(error.message))
  )
}

/** Causes are logged, and errors of the HTTP parser contain bytes of the response. */
function withoutContent(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? new Error(`${error.name}: ${error.message}`) : error
}

const failures = new WeakSet<Fault>()

/** True when no response had begun, so that the request is safe to retry. Not visible to callers. */
export function isConnectionFailure(fault: unknown): boolean {
  return failures.has(fault as Fault)
}

export function markConnectionFailure(fault: Fault): Fault {
  failures.add(fault)
  return fault
}

function tlsMessage(code: string): string {
  const row = TLS_ERRORS.find(({ pattern }) => pattern.test(code))
  if (row === undefined) return `${LEAD}. ${ADVICE}`
  return row.helpsToSkip ? `${LEAD}: ${row.reason}. ${ADVICE}` : `${LEAD}: ${row.reason}.`
}

const LEAD = 'No trusted TLS connection to the target could be established'
const ADVICE = 'Set skipTlsVerification to accept its certificate unseen.'

const TLS_ERRORS: { pattern: RegExp; reason: string; helpsToSkip: boolean }[] = [
  { pattern: /^CERT_HAS_EXPIRED$/, reason: 'its certificate has expired', helpsToSkip: true },
  { pattern: /^CERT_NOT_YET_VALID$/, reason: 'its certificate is not valid yet', helpsToSkip: true },
  { pattern: /^DEPTH_ZERO_SELF_SIGNED_CERT$/, reason: 'its certificate is self-signed', helpsToSkip: true },
  {
    pattern: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT)$/,
    reason: 'its certificate is from an unknown authority',
    helpsToSkip: true,
  },
  {
    pattern: /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    reason:
      'its certificate is from an unknown authority, or the site does not send the intermediate certificate',
    helpsToSkip: true,
  },
  { pattern: /^CERT_REVOKED$/, reason: 'its certificate was revoked', helpsToSkip: true },
  {
    pattern: /^(ERR_TLS_CERT_ALTNAME_INVALID|HOSTNAME_MISMATCH)$/,
    reason: 'its certificate is for another host name',
    helpsToSkip: true,
  },
  {
    pattern: /(PROTOCOL_VERSION|UNSUPPORTED_PROTOCOL|VERSION_TOO_LOW)$/,
    reason: 'it supports only TLS versions before 1.2, which are not secure',
    helpsToSkip: false,
  },
  {
    pattern: /(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    reason: 'the server on that port does not use TLS',
    helpsToSkip: false,
  },
  {
    pattern: /(APPLICATION_PROTOCOL|BAD_EXTENSION)$/,
    reason: 'no common HTTP version was found',
    helpsToSkip: false,
  },
  {
    pattern: /(HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|NO_SHARED_CIPHER)$/,
    reason: 'the site ended the handshake',
    helpsToSkip: false,
  },
]
