import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { freePort } from './free-port.ts'
import { waitUntil } from './wait-until.ts'

const SERVER = fileURLToPath(import.meta.resolve('firecrawl-mcp/dist/index.js'))

/** The response of a tool: its text, the parsed JSON, and the error flag. */
export interface ToolAnswer {
  failed: boolean
  text: string
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  data: any
}

/** The unmodified MCP server from npm, as a separate process, and a client connected to it. */
export interface PublishedMcp extends AsyncDisposable {
  client: Client
  call(tool: string, given: Record<string, unknown>): Promise<ToolAnswer>
}

/** Uses standard input and output, as a desktop client does. */
export async function startOverStdio(env: Record<string, string>): Promise<PublishedMcp> {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [SERVER],
    env,
    stderr: 'ignore',
  })
  const client = new Client({ name: 'winnow-tests', version: '1.0.0' })
  await client.connect(transport)
  return { client, call: callsOf(client), [Symbol.asyncDispose]: () => client.close() }
}

/** Uses HTTP on a loopback port, for any number of clients. */
export async function startOverHttp(
  env: Record<string, string>,
): Promise<
  AsyncDisposable & { url: string; connect(headers?: Record<string, string>): Promise<PublishedMcp> }
> {
  const port = await freePort()
  const server = spawn(process.execPath, [SERVER], {
    env: { HTTP_STREAMABLE_SERVER: 'true', HOST: '127.0.0.1', PORT: `${port}`, ...env },
    stdio: 'ignore',
  })
  const url = `http://127.0.0.1:${port}`
  await waitUntil(() => answers(`${url}/health`), START_MS)
  return {
    url,
    async connect(headers = {}) {
      const client = new Client({ name: 'winnow-tests', version: '1.0.0' })
      const requestInit = { headers }
      await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit }))
      return { client, call: callsOf(client), [Symbol.asyncDispose]: () => client.close() }
    },
    async [Symbol.asyncDispose]() {
      const ended = once(server, 'exit')
      server.kill()
      await ended
    },
  }
}

/** Loading may take this long on a busy machine. */
const START_MS = 30_000

function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}

function callsOf(client: Client): PublishedMcp['call'] {
  return async (name, given) => {
    const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: given })
    const text = (content as { type: string; text?: string }[]).map((part) => part.text ?? '').join('\n')
    return { failed: isError, text, data: structuredContent }
  }
}
