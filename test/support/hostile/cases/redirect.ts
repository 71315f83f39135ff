import assert from 'node:assert/strict'
import { selfSigned } from '../authority.ts'
import { fails, gives } from '../hostile-case.ts'
import type { Area, HostileCase } from '../hostile-case.ts'
import { startTrap } from '../trap.ts'
import { html, startWebSite } from '../web-site.ts'
import type { Visit, WebRoute } from '../web-site.ts'

type World = Awaited<ReturnType<typeof open>>

async function open() {
  await using opening = new AsyncDisposableStack()
  const trap = opening.use(await startTrap())
  const site = opening.use(await startWebSite(routes(trap.url)))
  const secure = opening.use(await startWebSite({ '/': to(`${site.url}/page`) }, selfSigned('127.0.0.1')))
  const started = opening.move()
  return { trap, site, secure, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

function routes(internal: string): Record<string, WebRoute> {
  return {
    '/page': html('<p>The end of the road.</p>'),
    '/loop-self': to('/loop-self'),
    '/loop-two': to('/loop-back'),
    '/loop-back': to('/loop-two'),
    '/infinite-unique': (visit) =>
      to(`/infinite-unique/${Number(visit.url.pathname.split('/')[2] ?? 0) + 1}`)(visit),
    '/to-private': to(`${internal}/`),
    '/to-private-name': to(`http://localhost:${new URL(internal).port}/`),
    '/to-metadata': to('http://169.254.169.254/latest/meta-data/'),
    '/to-file': to('file:///etc/passwd'),
    '/to-data': to('data:text/html,<p>inline</p>'),
    '/to-script': to('javascript:alert(1)'),
    '/to-giant-url': to(`/page?${'a'.repeat(1024 * 1024)}`),
    '/bad-location': to('http://['),
    '/no-location': ({ response }) =>
      void response.writeHead(302, { 'content-type': 'text/html' }).end('<p>Stay.</p>'),
  }
}

function to(location: string): WebRoute {
  return ({ response }: Visit) => void response.writeHead(302, { location }).end('moved')
}

/** A case whose path has the name of its id. */
function on(id: string, rest: Omit<HostileCase<World>, 'id' | 'url'>): HostileCase<World> {
  return { id, url: ({ site }) => site.url + id.replace('redirect', ''), isQuick: true, ...rest }
}

const untouched = ({ trap }: World) => assert.equal(trap.contacts, 0)

/** Twenty redirects are twenty-one requests. */
function hops(...paths: string[]) {
  return ({ site }: World) => {
    const count = paths.reduce((sum, path) => sum + site.requests(path).length, 0)
    assert.ok(count > 1 && count <= 21, `there were ${count} requests`)
  }
}

/** Redirects that lead nowhere, in circles, or where nobody may go. */
export const REDIRECT: Area<World> = {
  name: 'redirect',
  open,
  cases: [
    on('redirect/loop-self', { outcome: fails('SCRAPE_SITE_ERROR'), afterwards: hops('/loop-self') }),
    on('redirect/loop-two', {
      outcome: fails('SCRAPE_SITE_ERROR'),
      afterwards: hops('/loop-two', '/loop-back'),
    }),
    on('redirect/infinite-unique', {
      outcome: fails('SCRAPE_SITE_ERROR'),
      afterwards: hops('/infinite-unique'),
    }),
    on('redirect/to-private', { outcome: fails('FORBIDDEN'), afterwards: untouched }),
    on('redirect/to-private-name', { outcome: fails('FORBIDDEN'), afterwards: untouched }),
    on('redirect/to-metadata', { outcome: fails('FORBIDDEN') }),
    on('redirect/to-file', { outcome: fails('FORBIDDEN') }),
    on('redirect/to-data', { outcome: fails('FORBIDDEN') }),
    on('redirect/to-script', { outcome: fails('FORBIDDEN') }),
    on('redirect/to-giant-url', { outcome: fails('SCRAPE_SITE_ERROR') }),
    on('redirect/bad-location', { outcome: fails('SCRAPE_SITE_ERROR') }),
    on('redirect/no-location', { outcome: gives({ markdown: /Stay/, statusCode: 302 }) }),
    {
      id: 'redirect/https-to-http',
      url: ({ secure }) => secure.url,
      outcome: gives({ markdown: /The end of the road/, warning: /from https to http/ }),
      isQuick: true,
      afterwards({ site }, { body }) {
        assert.equal(body.data.metadata.url, `${site.url}/page`, 'where it ended is told')
      },
    },
  ],
}
