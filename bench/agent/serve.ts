import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ELSEWHERE } from './site.ts'
import type { Reply, Site } from './site.ts'

/** A site on a port of its own, and what was asked of it. */
interface Served extends AsyncDisposable {
  /** Without a final slash. */
  url: string
  asked: Asked[]
}

export interface Asked {
  path: string
  status: number
}

export interface ServedSite extends AsyncDisposable {
  site: Served
  /** Everything that the pages link to outside of the site. */
  elsewhere: Served
  /** Addresses as the site writes them → as they are served, and back. */
  toServed(text: string): string
  toOwn(text: string): string
}

/** Serves a site for one task, so that no copy of a page is left from another one. */
export async function serveSite(site: Site): Promise<ServedSite> {
  await using opened = new AsyncDisposableStack()
  const elsewhere = opened.use(await serve(() => ELSEWHERE_PAGE))
  const own: { url: string } = { url: '' }
  const toServed = (text: string) =>
    text.replaceAll(site.origin, own.url).replaceAll(ELSEWHERE, elsewhere.url)
  const served = opened.use(
    await serve((path) => {
      const { status, headers, body } = site.respond(path)
      return { status, headers: mapped(headers, toServed), body: toServed(body) }
    }),
  )
  own.url = served.url
  const open = opened.move()
  return {
    site: served,
    elsewhere,
    toServed,
    toOwn: (text) => text.replaceAll(served.url, site.origin).replaceAll(elsewhere.url, ELSEWHERE),
    [Symbol.asyncDispose]: () => open.disposeAsync(),
  }
}

const ELSEWHERE_PAGE: Reply = {
  status: 200,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: '<!doctype html><title>Elsewhere</title><h1>Another site</h1><p>Price: 1.00. Phone: 000 000 0000.</p>',
}

function mapped(headers: Record<string, string>, change: (text: string) => string): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, change(value)]))
}

async function serve(respond: (path: string) => Reply): Promise<Served> {
  const asked: Asked[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    const { status, headers, body } = respond(path)
    asked.push({ path, status })
    response.writeHead(status, headers).end(request.method === 'HEAD' ? undefined : body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
