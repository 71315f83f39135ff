import { once } from 'node:events'
import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Asked {
  method: string
  path: string
  authorization: string | undefined
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of requests.
  body: any
}

/** What the model says, or an answer of its endpoint; a promise keeps the question open. */
type Said = string | { status: number; body?: string; headers?: Record<string, string> }

/** A model behind an OpenAI-compatible endpoint on loopback. */
export interface FakeModel extends AsyncDisposable {
  /** Root of its API, without a final slash. */
  url: string
  /** Every question, in order. */
  asked: readonly Asked[]
}

export async function startModel(react: (asked: Asked) => Said | Promise<Said>): Promise<FakeModel> {
  const asked: Asked[] = []
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const raw = Buffer.concat(await request.toArray()).toString()
    const { method = '', url: path = '/', headers } = request
    const one = { method, path, authorization: headers.authorization, body: JSON.parse(raw) as unknown }
    asked.push(one)
    send(response, await react(one))
  }
  const server = createServer((request, response) => void take(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

function send(response: ServerResponse, said: Said): void {
  const completion = { choices: [{ index: 0, message: { role: 'assistant', content: said } }] }
  const {
    status,
    body = '',
    headers = {},
  } = typeof said === 'string' ? { status: 200, body: JSON.stringify(completion) } : said
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
}
