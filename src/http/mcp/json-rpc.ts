import type { Fault } from '../../fault.ts'

/** How much a message may say; a document goes by an upload, never through a message. */
export const MOST_MESSAGE_BYTES = 4 * 1024 * 1024

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
