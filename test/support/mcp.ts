import { request } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'

/** One answer of an MCP endpoint as it came over the wire. */
export interface McpResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
  /** The message, or the last one of a stream; undefined when there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  message: any
}

/** Sends anything at all, with any headers, `Host` too, which `fetch` keeps to itself. */
export async function sendRaw(
  url: string,
  { method = 'POST', headers = {}, body }: { method?: string; headers?: object; body?: string | undefined },
): Promise<McpResponse> {
  const sent = request(url, { method, headers: { ...headers } })
  sent.end(body)
  // Who is refused in the middle of a long body may still be sending it.
  sent.on('error', () => undefined)
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    sent.once('response', resolve)
    sent.once('close', () => reject(new Error('The connection closed without an answer.')))
  })
  const text = Buffer.concat(await answer.toArray()).toString()
  return { status: answer.statusCode!, headers: answer.headers, text, message: lastMessage(text) }
}

function lastMessage(text: string): unknown {
  const events = [...text.matchAll(/^data: (.+)$/gm)]
  const json = events.at(-1)?.[1] ?? text
  try {
    return JSON.parse(json)
  } catch {
    return undefined
  }
}

/** What every client of the protocol sends. */
export const MCP_HEADERS = {
  'content-type': 'application/json',
  accept: 'application/json, text/event-stream',
}

/** A request of the revisions of 2025. */
export function legacyRequest(method: string, params: object = {}, id: number | string = 1): object {
  return { jsonrpc: '2.0', id, method, params }
}

export const INITIALIZE = legacyRequest('initialize', {
  protocolVersion: '2025-06-18',
  capabilities: {},
  clientInfo: { name: 'a test', version: '1' },
})

const MODERN = '2026-07-28'

/** A request of revision 2026-07-28: each says what it speaks and who asks. */
export function modernRequest(method: string, params: object = {}, id: number | string = 1): object {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': MODERN,
    'io.modelcontextprotocol/clientInfo': { name: 'a test', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  }
  return { jsonrpc: '2.0', id, method, params: { ...params, _meta } }
}

/** The headers that repeat what such a request says. */
export function modernHeaders(method: string, name?: string): Record<string, string> {
  return {
    ...MCP_HEADERS,
    'mcp-protocol-version': MODERN,
    'mcp-method': method,
    ...(name !== undefined && { 'mcp-name': name }),
  }
}
