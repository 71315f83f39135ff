import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { bodyOf } from './body-of.ts'

interface ProviderRequest {
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: string
}

/** A value is sent as JSON, a text as a page; a promise keeps the question open. */
export type ProviderResponse =
  | object
  | string
  | { status: number; body: unknown; headers?: Record<string, string> }

/** Somebody on loopback who answers as the test says. */
export interface FakeProvider extends AsyncDisposable {
  /** Without a final slash. */
  url: string
  /** Every question, in order. */
  requests: readonly ProviderRequest[]
}

export async function startProvider(
  react: (asked: ProviderRequest, index: number) => ProviderResponse | Promise<ProviderResponse>,
): Promise<FakeProvider> {
  const asked: ProviderRequest[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(request)
    if (body === undefined) return
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://provider.test')
    const one = {
      method: request.method ?? '',
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: request.headers,
      body: body.toString(),
    }
    asked.push(one)
    send(response, await react(one, asked.length - 1))
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests: asked,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, said: ProviderResponse): void {
  if (typeof said === 'string') response.writeHead(200, { 'content-type': 'text/html' }).end(said)
  else if ('status' in said && typeof said.status === 'number') {
    const { status, body, headers } = said as {
      status: number
      body: unknown
      headers?: Record<string, string>
    }
    const isReady = typeof body === 'string' || body instanceof Uint8Array
    response.writeHead(status, headers).end(isReady ? body : JSON.stringify(body))
  } else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(said))
}
