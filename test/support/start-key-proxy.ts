import { once } from 'node:events'
import { createServer, request as ask } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An address that passes everything on with a key, for clients that cannot be given one. */
export async function startKeyProxy(url: string, key: string): Promise<{ url: string } & AsyncDisposable> {
  const server = createServer((request, response) => {
    const { method, url: path, headers } = request
    const onward = ask(
      url + path,
      { method, headers: { ...headers, authorization: `Bearer ${key}` } },
      (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      },
    )
    onward.on('error', () => response.destroy())
    response.once('close', () => onward.destroy())
    request.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
