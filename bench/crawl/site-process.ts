import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { sitePages } from './site-pages.ts'

/** The site that is crawled, in a process of its own so that its cost counts for nobody. Ends with its standard input. */
const [count = '1000', delayMs = '0', host = '127.0.0.1'] = process.argv.slice(2)
const pages = sitePages(Number(count))
const server = createServer(async (request, response) => {
  const page = pages.get(request.url ?? '')
  if (Number(delayMs) > 0) await delay(Number(delayMs))
  response.writeHead(page ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' })
  response.end(page ?? '<!doctype html><title>Not found</title><p>Nothing is here.</p>')
})
server.listen(0, host)
await once(server, 'listening')
process.stdout.write(`http://${host}:${(server.address() as AddressInfo).port}\n`)
process.stdin.on('end', () => {
  server.close()
  server.closeAllConnections()
})
process.stdin.resume()
