import { abortFault } from '../concurrency/abort.ts'
import { Fault } from '../fault.ts'
import type { FaultCode } from '../fault.ts'
import { codeOf, CONNECT_MS, CONNECT_TIMEOUT, isExhausted } from './connect.ts'

/** An error that is no failure of the target stays what it is. Before an answer, a broken connection is safe to try again. */
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
    message: 'The target did not answer in time.',
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
    message: 'The request cannot be sent: a header has a name or value that HTTP does not allow.',
  },
  {
    pattern:
      /^(UND_ERR_(SOCKET|HEADERS_OVERFLOW|RES_\w+|INFO|NOT_SUPPORTED)|HPE_\w+|HTTPParserError|ERR_HTTP2_\w+|ECONN\w+|EPIPE|EHOST\w+|ENET\w+|EADDRNOTAVAIL|EAFNOSUPPORT|EACCES)$/,
    fault: 'SCRAPE_SITE_ERROR',
    message: 'The target refused the connection, broke it off or answered with something that is not HTTP.',
  },
]

const CONNECTION_ERROR =
  /^(UND_ERR_SOCKET|ERR_HTTP2_SESSION_ERROR|ETIMEDOUT|ECONN\w+|EPIPE|EHOST\w+|ENET\w+|EADDRNOTAVAIL)$/

/** That HTTP/2 did not begin with a request stands in the text of errors whose code also stands for anything else. */
function isConnectionError(code: string, error: unknown): boolean {
  return (
    CONNECTION_ERROR.test(code) || (error instanceof Error && /GOAWAY|REFUSED_STREAM/.test(error.message))
  )
}

/** A cause goes to the log, and the parser's errors carry the bytes they stumbled over. */
function withoutContent(error: unknown): unknown {
  return error instanceof Error && 'data' in error ? new Error(`${error.name}: ${error.message}`) : error
}

const failures = new WeakSet<Fault>()

/** Whether no answer had begun, so that the request is safe to send again. It shows in nothing that a caller sees. */
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

const LEAD = 'No trustworthy TLS connection to the target could be made'
const ADVICE = 'Set skipTlsVerification to accept its certificate unseen.'

const TLS_ERRORS: { pattern: RegExp; reason: string; helpsToSkip: boolean }[] = [
  { pattern: /^CERT_HAS_EXPIRED$/, reason: 'its certificate has expired', helpsToSkip: true },
  { pattern: /^CERT_NOT_YET_VALID$/, reason: 'its certificate is not valid yet', helpsToSkip: true },
  { pattern: /^DEPTH_ZERO_SELF_SIGNED_CERT$/, reason: 'its certificate is self-signed', helpsToSkip: true },
  {
    pattern: /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_GET_ISSUER_CERT)$/,
    reason: 'its certificate comes from an authority that is not known',
    helpsToSkip: true,
  },
  {
    pattern: /^(UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT_LOCALLY)$/,
    reason:
      'its certificate comes from an authority that is not known, or the site does not send the certificate in between',
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
    reason: 'it speaks only versions of TLS that are no longer safe (before 1.2)',
    helpsToSkip: false,
  },
  {
    pattern: /(WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST)$/,
    reason: 'what answers on that port does not speak TLS',
    helpsToSkip: false,
  },
  {
    pattern: /(APPLICATION_PROTOCOL|BAD_EXTENSION)$/,
    reason: 'no version of HTTP could be agreed on',
    helpsToSkip: false,
  },
  {
    pattern: /(HANDSHAKE_FAILURE|UNRECOGNIZED_NAME|NO_SHARED_CIPHER)$/,
    reason: 'the site broke off the handshake',
    helpsToSkip: false,
  },
]
