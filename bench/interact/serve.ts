import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a page asks of its server. */
export interface Asked {
  method: string
  /** Without the query. */
  path: string
  query: URLSearchParams
  /** Fields of a form, or what JSON says; undefined where nothing was sent. */
  body: unknown
}

export interface Answer {
  status?: number
  type?: string
  headers?: Record<string, string>
  body: string | Buffer
}

export interface Served extends AsyncDisposable {
  /** Without a final slash. */
  url: string
}

/** A server on a loopback port of its own. */
export async function serve(answer: (asked: Asked) => Answer | Promise<Answer>): Promise<Served> {
  const server = createServer(async (request, response) => {
    const {
      status = 200,
      type = 'text/html; charset=utf-8',
      headers,
      body,
    } = await answer(await read(request))
    response.writeHead(status, { 'content-type': type, ...headers }).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

async function read(request: IncomingMessage): Promise<Asked> {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost')
  const sent = await text(request)
  return {
    method: request.method ?? 'GET',
    path: decodeURIComponent(pathname),
    query: searchParams,
    body: sent === '' ? undefined : parsed(sent, request.headers['content-type'] ?? ''),
  }
}

function parsed(sent: string, type: string): unknown {
  return type.includes('json') ? JSON.parse(sent) : Object.fromEntries(new URLSearchParams(sent))
}
