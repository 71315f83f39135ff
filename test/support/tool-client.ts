import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { CallToolResult, ClientOptions, ProgressCallback } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

/** The program as it is linked into a checkout. */
export const WINNOW_MCP = fileURLToPath(new URL('../../node_modules/.bin/winnow-mcp', import.meta.url))

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
type ToolResult = any

/** A client of this protocol that is connected to a server. */
export interface ToolClient extends AsyncDisposable {
  client: Client
  /** What a tool answers; fails when it answers with an error. */
  call(name: string, given?: Record<string, unknown>, options?: ToolCallOptions): Promise<ToolResult>
  /** What a tool says when it fails; fails when it does not. */
  callFailing(name: string, given?: Record<string, unknown>): Promise<ToolResult>
}

/** More than the client has by itself, for machines that are busy. */
const CALL_TIMEOUT_MS = 150_000

interface ToolCallOptions {
  onprogress?: ProgressCallback
  signal?: AbortSignal
}

/** Starts the program with an environment of its own and speaks with it over its standard streams. */
export async function connectStdio(
  environment: Record<string, string>,
  options: ClientOptions = {},
): Promise<ToolClient> {
  const client = new Client({ name: 'a test', version: '1' }, options)
  const { PATH = '' } = process.env
  await client.connect(
    new StdioClientTransport({ command: WINNOW_MCP, env: { PATH, ...environment }, stderr: 'inherit' }),
  )
  return toolClientOf(client)
}

/** Speaks with a server that is there already. */
export async function connectHttp(
  url: string,
  headers: Record<string, string> = {},
  options: ClientOptions = {},
): Promise<ToolClient> {
  const client = new Client({ name: 'a test', version: '1' }, options)
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }))
  return toolClientOf(client)
}

function toolClientOf(client: Client): ToolClient {
  const call = async (name: string, given: Record<string, unknown>, options?: ToolCallOptions) =>
    (await client.callTool(
      { name, arguments: given },
      { timeout: CALL_TIMEOUT_MS, ...options },
    )) as CallToolResult
  return {
    client,
    async call(name, given = {}, options) {
      const { isError, structuredContent, content } = await call(name, given, options)
      assert.notEqual(isError, true, JSON.stringify(content))
      assert.deepEqual(JSON.parse((content[0] as { text: string }).text), structuredContent)
      return structuredContent
    },
    async callFailing(name, given = {}) {
      const { isError, content } = await call(name, given)
      assert.equal(isError, true, JSON.stringify(content))
      return JSON.parse((content[0] as { text: string }).text)
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}
