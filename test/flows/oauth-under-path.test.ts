import assert from 'node:assert/strict'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { MCP_HEADERS, legacyRequest } from '../support/mcp.ts'
import { refresh } from '../support/oauth-browser.ts'
import { newTokens, useTools } from '../support/oauth-flow.ts'
import { startSite } from '../support/site.ts'
import type { Site } from '../support/site.ts'

/** As an operator's proxy does it: what is under the path goes on without it, what clients look for at the root as it is. */
const proxy = createServer((incoming, outgoing) => {
  const path = incoming.url!
  const onward = path.startsWith('/winnow/') ? path.slice('/winnow'.length) : path
  if (onward === path && !path.startsWith('/.well-known/oauth-')) return void outgoing.writeHead(404).end()
  const sent = request(
    { port: servicePort, path: onward, method: incoming.method, headers: incoming.headers },
    (answer) => {
      outgoing.writeHead(answer.statusCode!, answer.headers)
      answer.pipe(outgoing)
    },
  )
  incoming.pipe(sent)
})
let servicePort: number
let app: TestApp
let site: Site
before(async () => {
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  const free = createServer()
  await new Promise<void>((listening) => free.listen(0, '127.0.0.1', listening))
  servicePort = (free.address() as AddressInfo).port
  await new Promise<void>((closed) => free.close(() => closed()))
  const root = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/winnow`
  app = await startTestApp({ PUBLIC_URL: root, PORT: String(servicePort) })
  assert.equal(app.url, root)
  site = await startSite()
})
after(async () => {
  await site[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
  proxy.closeAllConnections()
  proxy.close()
})

it('is found from the challenge alone, as clients look for it', async () => {
  const { origin } = new URL(app.url)
  const challenge = (await useTools(app, undefined)).headers.get('www-authenticate')!
  const [, address] = /resource_metadata="([^"]+)"/.exec(challenge)!
  assert.equal(address, `${origin}/.well-known/oauth-protected-resource/winnow/v2/mcp-oauth`)
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  const read = async (url: string): Promise<any> => (await fetch(url)).json()
  const resource = await read(address!)
  assert.equal(resource.resource, `${app.url}/v2/mcp-oauth`)
  assert.deepEqual(resource.authorization_servers, [app.url])
  for (const url of [
    `${origin}/.well-known/oauth-authorization-server/winnow`,
    `${app.url}/.well-known/oauth-authorization-server`,
  ]) {
    const server = await read(url)
    assert.equal(server.issuer, app.url)
    assert.equal(server.token_endpoint, `${app.url}/oauth/token`)
    assert.equal(server.authorization_endpoint, `${app.url}/oauth/authorize`)
  }
  for (const path of ['oauth-authorization-server/other', 'oauth-protected-resource/other/v2/mcp-oauth'])
    assert.equal((await fetch(`${origin}/.well-known/${path}`)).status, 404, path)
})

it('leads through all pages to tools that work, and their pages that are continued', async () => {
  const { access, client, refreshToken } = await newTokens(app)
  const call = async (name: string, given: object) => {
    const { status, body } = await app.call('/v2/mcp-oauth', {
      key: access,
      json: legacyRequest('tools/call', { name, arguments: given }),
      headers: MCP_HEADERS,
    })
    assert.equal(status, 200)
    return typeof body === 'string' ? body : JSON.stringify(body)
  }
  const said = await call('winnow_scrape', { url: `${site.url}/article` })
  assert.doesNotMatch(said, /isError":true/)
  const upload = await call('winnow_parse', { filePath: '/tmp/a.pdf' })
  assert.ok(upload.includes(`${app.url}/v2/`), upload)
  assert.equal((await refresh(app.url, client, refreshToken)).status, 200)
})
