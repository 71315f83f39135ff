import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, it } from 'node:test'
import { MCP_HEADERS, legacyRequest } from '../support/mcp.ts'
import { newTokens, useOAuthApp } from '../support/oauth-flow.ts'

const app = useOAuthApp()

let arrived = Promise.withResolvers<ServerResponse>()
const site = createServer((request, response) => {
  if (request.url === '/held') arrived.resolve(response)
  else response.writeHead(404).end()
})
before(() => new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening)))
after(() => {
  site.closeAllConnections()
  site.close()
})

/** Crawls one page, and takes the right to do so away while the page is waited for. */
async function crawlUntil(path: string, credential: string, end: () => Promise<unknown>): Promise<string> {
  arrived = Promise.withResolvers()
  const url = `http://127.0.0.1:${(site.address() as AddressInfo).port}/held`
  const answer = app().call(path, {
    key: credential,
    json: legacyRequest('tools/call', { name: 'winnow_crawl', arguments: { url, limit: 1 } }),
    headers: MCP_HEADERS,
  })
  const page = await arrived.promise
  await end()
  page.setHeader('content-type', 'text/html').end('<h1>Grain</h1><p>Sorted from chaff.</p>')
  const { body } = await answer
  return typeof body === 'string' ? body : JSON.stringify(body)
}

it('ends what a tool does when its token is given back meanwhile', async () => {
  const { client, access } = await newTokens(app())
  const said = await crawlUntil('/v2/mcp-oauth', access, () =>
    fetch(`${app().url}/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.clientId, token: access }),
    }),
  )
  assert.match(said, /isError":true/)
  assert.match(said, /UNAUTHORIZED/)
  assert.doesNotMatch(said, /Grain/)
})

it('ends what a tool does when its key is removed meanwhile', async () => {
  const team = await app().team()
  const [{ id }] = (await app().admin(`/teams/${team.id}/api-keys`)).body.data
  const said = await crawlUntil('/v2/mcp', team.key, () =>
    app().admin(`/api-keys/${id}`, { method: 'DELETE' }),
  )
  assert.match(said, /isError":true/)
  assert.match(said, /UNAUTHORIZED/)
})
