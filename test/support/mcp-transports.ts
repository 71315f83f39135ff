import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { Transport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { inCheckout } from './run-node.ts'
import { waitUntil } from './wait-until.ts'

export const LOCAL_PROGRAM = 'packages/mcp/bin/winnow-mcp.mjs'

/** The tools of a service by HTTP, with a key or without one. */
export function hostedTransport(serviceUrl: string, key?: string): Transport {
  return new StreamableHTTPClientTransport(new URL(`${serviceUrl}/v2/mcp`), {
    requestInit: { headers: { ...(key !== undefined && { authorization: `Bearer ${key}` }) } },
  })
}

/** The same tools by a process of this machine that is started for one client. */
export function stdioTransport(serviceUrl: string, key: string): Transport {
  return new StdioClientTransport({
    command: process.execPath,
    args: [inCheckout(LOCAL_PROGRAM)],
    env: { PATH: process.env.PATH!, ...localSettings(serviceUrl, key) },
  })
}

/** What `winnow-mcp` is told by its environment. */
export function localSettings(serviceUrl: string, key: string): Record<string, string> {
  return { SERVICE_API_URL: serviceUrl, SERVICE_API_KEY: key }
}

export interface LocalHttp extends AsyncDisposable {
  url: string
  transport(): Transport
}

/** The same tools by a process of this machine that takes many clients. */
export async function startLocalHttp(serviceUrl: string, key: string): Promise<LocalHttp> {
  const child = spawn(process.execPath, [inCheckout(LOCAL_PROGRAM)], {
    env: {
      PATH: process.env.PATH!,
      ...localSettings(serviceUrl, key),
      HTTP_STREAMABLE_SERVER: 'true',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let said = ''
  child.stdout.on('data', (chunk: Buffer) => (said += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()))
  await waitUntil(() => /http:\S+\/mcp/.test(said) || child.exitCode !== null, 60_000)
  const url = /http:\S+\/mcp/.exec(said)?.[0]
  if (url === undefined) throw new Error(`winnow-mcp ended with ${child.exitCode}:\n${said}`)
  return {
    url,
    transport: () => new StreamableHTTPClientTransport(new URL(url)),
    async [Symbol.asyncDispose]() {
      if (child.exitCode !== null) return
      child.kill()
      await once(child, 'exit')
    },
  }
}
