import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sitePages } from './site-pages.ts'

export interface Site extends AsyncDisposable {
  /** Base URL without a trailing slash. */
  url: string
  pages: number
}

/**
 * Starts a site with this many pages and the given delay per page. It runs in a separate process, so that its
 * cost is not measured.
 */
export async function startSite(pages: number, { delayMs = 0, host = '127.0.0.1' } = {}): Promise<Site> {
  const words = [fileURLToPath(import.meta.url), String(pages), String(delayMs), host]
  const child = spawn(process.execPath, words, { stdio: ['pipe', 'pipe', 'inherit'] })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    pages,
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}

/** Prints its URL; ends with its standard input. */
async function serve(count: number, delayMs: number, host: string): Promise<void> {
  const pages = sitePages(count)
  const server = createServer(async (request, response) => {
    const page = pages.get(request.url ?? '')
    if (delayMs > 0) await delay(delayMs)
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
}

if (import.meta.main) {
  const [count, delayMs, host] = process.argv.slice(2)
  await serve(Number(count), Number(delayMs), host!)
}
