import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult, ClientOptions, ProgressCallback } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The program as it is linked into a checkout. */
export const WINNOW_MCP = fileURLToPath(new URL('../../node_modules/.bin/winnow-mcp', import.meta.url))

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
type Said = any

/** A client of this protocol that is connected to a server. */
export interface ToolUser extends AsyncDisposable {
  client: Client
  /** What a tool answers; fails when it answers with an error. */
  use(name: string, given?: Record<string, unknown>, options?: Wishes): Promise<Said>
  /** What a tool says when it fails; fails when it does not. */
  refusal(name: string, given?: Record<string, unknown>): Promise<Said>
}

/** More than the client has by itself, for machines that are busy. */
const PATIENCE_MS = 150_000

interface Wishes {
  onprogress?: ProgressCallback
  signal?: AbortSignal
}

/** Starts the program with an environment of its own and speaks with it over its standard streams. */
export async function connectStdio(
  environment: Record<string, string>,
  options: ClientOptions = {},
): Promise<ToolUser> {
  const client = new Client({ name: 'a test', version: '1' }, options)
  const { PATH = '' } = process.env
  await client.connect(
    new StdioClientTransport({ command: WINNOW_MCP, env: { PATH, ...environment }, stderr: 'inherit' }),
  )
  return userOf(client)
}

/** Speaks with a server that is there already. */
export async function connectHttp(
  url: string,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<ToolUser> {
  const client = new Client({ name: 'a test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return userOf(client)
}

function userOf(client: Client): ToolUser {
  const call = async (name: string, given: Record<string, unknown>, options?: Wishes) =>
    (await client.callTool(
      { name, arguments: given },
      { timeout: PATIENCE_MS, ...options },
    )) as CallToolResult
  return {
    client,
    async use(name, given = {}, options) {
      const { isError, structuredContent, content } = await call(name, given, options)
      assert.notEqual(isError, true, JSON.stringify(content))
      assert.deepEqual(JSON.parse((content[0] as { text: string }).text), structuredContent)
      return structuredContent
    },
    async refusal(name, given = {}) {
      const { isError, content } = await call(name, given)
      assert.equal(isError, true, JSON.stringify(content))
      return JSON.parse((content[0] as { text: string }).text)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
