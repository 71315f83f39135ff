import { request } from 'node:http'
import type { IncomingHttpHeaders, RequestOptions } from 'node:http'
import type { Socket } from 'node:net'
import type { BrowserProxy, ProxyCredential } from '../../src/egress/egress.ts'

type Credentials = Pick<ProxyCredential, 'username' | 'password'>

export interface ProxyResponse {
  status: number
  headers: IncomingHttpHeaders
  text: string
}

/** Asks the gate for a plain HTTP URL, as a browser would. */
export function requestThroughProxy(
  proxy: BrowserProxy,
  credential: Credentials | undefined,
  url: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<ProxyResponse> {
  return new Promise((resolve, reject) => {
    const asking = request({ ...toProxyOptions(proxy, credential, options), path: url }, async (response) => {
      try {
        const chunks: Buffer[] = []
        for await (const chunk of response) chunks.push(chunk)
        const text = Buffer.concat(chunks).toString()
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      } catch (error) {
        reject(error)
      }
    })
    asking.on('error', reject).end(body)
  })
}

/** Asks the gate for a tunnel; the socket carries on to the target when the status is 200. */
export function openProxyTunnel(
  proxy: BrowserProxy,
  credential: Credentials | undefined,
  authority: string,
): Promise<ProxyResponse & { socket: Socket }> {
  return new Promise((resolve, reject) => {
    request({ ...toProxyOptions(proxy, credential, { method: 'CONNECT' }), path: authority })
      .on('connect', ({ statusCode = 0, headers }, socket, head) =>
        resolve({
          status: statusCode,
          headers,
          text: head.toString(),
          socket: (socket as Socket).on('error', () => {}),
        }),
      )
      .on('error', reject)
      .end()
  })
}

function toProxyOptions(
  proxy: BrowserProxy,
  credential: Credentials | undefined,
  options: RequestOptions,
): RequestOptions {
  const { hostname, port } = new URL(proxy.server)
  const credentials =
    credential && Buffer.from(`${credential.username}:${credential.password}`).toString('base64')
  return {
    agent: false,
    hostname,
    port,
    ...options,
    headers: { ...(credentials && { 'proxy-authorization': `Basic ${credentials}` }), ...options.headers },
  }
}
