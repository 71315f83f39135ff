import assert from 'node:assert/strict'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { createServer as createListener } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { after, before, describe, it } from 'node:test'
import { tidy } from '../../src/store/housekeeping/housekeeping.ts'
import { startTestApp } from '../support/app.ts'
import { loopbackCertificate } from '../support/loopback-certificate.ts'
import { authorizeUrl, newPkce, openBrowser, postJson, redeem, register } from '../support/oauth-browser.ts'
import { giveConsent, newTokens, useOAuthApp } from '../support/oauth-flow.ts'
import { startOAuthServer } from '../support/oauth-server.ts'

const app = useOAuthApp()

describe('metadata', () => {
  it('prm-path: names the resource and who gives out tokens for it, to everybody', async () => {
    for (const path of ['', '/v2/mcp-oauth']) {
      const answer = await app().call(`/.well-known/oauth-protected-resource${path}`, {
        key: null,
        headers: { origin: 'https://client.test' },
      })
      assert.equal(answer.status, 200)
      assert.equal(answer.body.resource, `${app().url}/v2/mcp-oauth`)
      assert.deepEqual(answer.body.authorization_servers, [app().url])
      assert.deepEqual(answer.body.scopes_supported, ['winnow:tools'])
      assert.equal(answer.headers.get('access-control-allow-origin'), '*')
    }
  })

  it('as-metadata: offers codes with S256 and nothing weaker', async () => {
    const { status, body, headers } = await app().call('/.well-known/oauth-authorization-server', {
      key: null,
      headers: { origin: 'https://client.test' },
    })
    assert.equal(status, 200)
    assert.equal(headers.get('access-control-allow-origin'), '*')
    assert.equal(body.issuer, app().url)
    assert.deepEqual(body.code_challenge_methods_supported, ['S256'])
    assert.deepEqual(body.response_types_supported, ['code'])
    assert.equal(body.authorization_response_iss_parameter_supported, true)
    assert.equal(body.client_id_metadata_document_supported, true)
    assert.deepEqual(body.grant_types_supported, ['authorization_code', 'refresh_token'])
    assert.equal(body.authorization_endpoint, `${app().url}/oauth/authorize`)
    assert.equal(body.token_endpoint, `${app().url}/oauth/token`)
    assert.equal(body.registration_endpoint, `${app().url}/oauth/register`)
    assert.equal(body.revocation_endpoint, `${app().url}/oauth/revoke`)
    assert.ok(body.token_endpoint_auth_methods_supported.includes('none'))
    assert.ok(body.scopes_supported.includes('winnow:tools'))
  })

  it('is of each name of this machine by itself, and of no other', async () => {
    const { port } = new URL(app().url)
    const local = await fetchAs('/.well-known/oauth-authorization-server', `localhost:${port}`)
    assert.equal(((await local.json()) as { issuer: string }).issuer, `http://localhost:${port}`)
    for (const path of [
      '/.well-known/oauth-authorization-server',
      '/.well-known/oauth-protected-resource',
      '/oauth/authorize',
      '/v2/mcp-oauth',
    ]) {
      const foreign = await fetchAs(path, 'winnow.example.com')
      assert.equal(foreign.status, 503, path)
      assert.match(await foreign.text(), /PUBLIC_URL/)
    }
  })
})

/** `fetch` does not let the Host be chosen. */
async function fetchAs(path: string, host: string): Promise<Response> {
  const { request } = await import('node:http')
  return new Promise((resolve, reject) => {
    const call = request(app().url + path, { headers: { host } }, async (answer) => {
      const chunks: Buffer[] = []
      for await (const chunk of answer) chunks.push(chunk as Buffer)
      resolve(new Response(Buffer.concat(chunks), { status: answer.statusCode! }))
    })
    call.on('error', reject).end()
  })
}

async function tryRegister(metadata: object) {
  const response = await postJson(`${app().url}/oauth/register`, metadata)
  // oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
  return { status: response.status, body: (await response.json()) as any, headers: response.headers }
}

describe('registration', () => {
  it('dcr-loopback: takes programs that listen on the machine they run on', async () => {
    for (const uri of ['http://127.0.0.1:4711/cb', 'http://localhost:4711/cb', 'http://[::1]:4711/cb']) {
      const { status, body, headers } = await tryRegister({ redirect_uris: [uri] })
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal(headers.get('access-control-allow-origin'), '*')
      assert.equal(body.application_type, 'native')
      assert.equal(body.token_endpoint_auth_method, 'none')
      assert.equal(body.client_secret, undefined)
      assert.deepEqual(body.grant_types, ['authorization_code', 'refresh_token'])
      assert.ok(!('winnow_policy' in body))
    }
  })

  it('dcr-custom-scheme: takes schemes of programs without being told that they are native', async () => {
    for (const uri of [
      'cursor://anysphere.cursor-retrieval/oauth/cb',
      'com.example.app:/cb',
      'vscode://x/cb',
      'claude://x/cb',
    ]) {
      const { status, body } = await tryRegister({ redirect_uris: [uri, 'https://client.test/cb'] })
      assert.equal(status, 201, JSON.stringify(body))
      assert.equal(body.application_type, 'native')
    }
  })

  it('dcr-http-remote: refuses to send anybody back over plain http', async () => {
    for (const uri of [
      'http://evil.test/cb',
      'http://127.0.0.1.evil.test/cb',
      'http://10.0.0.1/cb',
      'http://localhost.evil.test/',
    ]) {
      for (const type of [{}, { application_type: 'web' }, { application_type: 'native' }]) {
        const { status, body } = await tryRegister({ redirect_uris: [uri], ...type })
        assert.equal(status, 400)
        assert.equal(body.error, 'invalid_redirect_uri', uri)
      }
    }
  })

  it('dcr-js: refuses schemes that a browser acts on itself', async () => {
    for (const uri of [
      'javascript:alert(1)',
      'data:text/html,x',
      'file:///etc/passwd',
      'JavaScript:alert(1)',
      'blob:https://x/y',
      'vbscript:x',
      'intent://x#Intent;scheme=https;end',
      'microsoft-edge:https://x.test/',
      'ms-settings:privacy',
      'ms-msdt:/id',
      'x-apple.systempreferences:privacy',
      'search-ms:query=x',
      'unheard-of://x/cb',
      'view-source:https://x.test/',
      'https://x.test/#y',
      'https://a:b@x.test/',
      'no uri',
    ]) {
      const { status, body } = await tryRegister({ redirect_uris: ['http://127.0.0.1/cb', uri] })
      assert.equal(status, 400, uri)
      assert.equal(body.error, 'invalid_redirect_uri', uri)
    }
  })

  it('leaves out what is not offered instead of refusing it, and fetches nothing', async () => {
    const { status, body } = await tryRegister({
      redirect_uris: ['https://client.test/cb'],
      grant_types: ['authorization_code', 'refresh_token', 'client_credentials'],
      response_types: ['code'],
      scope: 'openid profile email',
      jwks_uri: 'https://127.0.0.1:1/keys',
      sector_identifier_uri: 'https://127.0.0.1:1/sector',
      logo_uri: 'https://client.test/logo.png',
    })
    assert.equal(status, 201, JSON.stringify(body))
    assert.deepEqual(body.grant_types, ['authorization_code', 'refresh_token'])
    assert.equal(body.jwks_uri, undefined)
  })

  it('gives a program that asks for it a secret, which it then must show', async () => {
    const { body } = await tryRegister({
      redirect_uris: ['https://client.test/cb'],
      token_endpoint_auth_method: 'client_secret_post',
    })
    const client = { clientId: body.client_id, redirectUri: 'https://client.test/cb' }
    const { verifier, challenge } = newPkce()
    const location = await giveConsent(app(), authorizeUrl(app().url, client, challenge))
    const code = location.searchParams.get('code')!
    assert.equal((await redeem(app().url, client, code, verifier)).status, 401)
    const shown = await redeem(app().url, client, code, verifier, { client_secret: body.client_secret })
    assert.equal(shown.status, 200, JSON.stringify(shown.body))
  })

  it('dcr-flood: refuses too many from one address, and forgets those that nobody used', async () => {
    const { db } = app().database
    const used = (await newTokens(app())).client
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => tryRegister({ redirect_uris: ['https://client.test/cb'] })),
    )
    const refused = answers.filter(({ status }) => status === 429)
    assert.ok(refused.length >= 30, `${refused.length}`)
    assert.ok(Number(refused[0]!.headers.get('retry-after')) >= 1)
    await db.rows(`update oauth_clients set created_at = created_at - interval '25 hours'`)
    await tidy(db)
    const [left] = await db.rows<{ count: number }>(
      `select count(*) from oauth_clients where used_at is null`,
    )
    assert.equal(left!.count, 0)
    const page = await openBrowser(app().url).open(authorizeUrl(app().url, used, newPkce().challenge))
    assert.equal(page.status, 200)
  })

  it('dcr-flood: keeps a bounded number of programs that nobody used', async () => {
    const { db } = app().database
    await db.rows(
      `insert into oauth_clients (id, sealed, created_at)
       select sha256(('old ' || n)::bytea), '', now() - n * interval '1 ms' from generate_series(1, 10050) n`,
    )
    await register(app().url)
    await register(app().url)
    const [left] = await db.rows<{ count: number }>(
      `select count(*) from oauth_clients where used_at is null`,
    )
    assert.ok(left!.count <= 10_002, `${left!.count}`)
    await db.rows(`delete from oauth_clients where used_at is null`)
  })
})

describe('a client that is known by the address of its document', () => {
  let documents: ReturnType<typeof createServer>
  let base: string
  let server: Awaited<ReturnType<typeof startOAuthServer>>
  const before24 = getCACertificates('default')
  const pages = new Map<string, { status?: number; headers?: Record<string, string>; body: string }>()
  before(async () => {
    setDefaultCACertificates([...before24, loopbackCertificate.cert])
    documents = createServer(loopbackCertificate, (request, response) => {
      const { status = 200, headers = {}, body } = pages.get(request.url!) ?? { status: 404, body: '' }
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body)
    })
    await new Promise<void>((listening) => documents.listen(0, '127.0.0.1', listening))
    base = `https://127.0.0.1:${(documents.address() as AddressInfo).port}`
    server = await startOAuthServer(app())
  })
  after(async () => {
    await server[Symbol.asyncDispose]()
    setDefaultCACertificates(before24)
    documents.closeAllConnections()
    documents.close()
  })

  function put(
    path: string,
    document: object,
    more: { status?: number; headers?: Record<string, string> } = {},
  ) {
    pages.set(path, { body: JSON.stringify(document), ...more })
    return { clientId: `${base}${path}`, redirectUri: 'https://client.test/cb' }
  }

  it('cimd-ok: needs no registration', async () => {
    const client = put('/client.json', {
      client_id: `${base}/client.json`,
      client_name: 'Known by its address',
      redirect_uris: ['https://client.test/cb'],
      token_endpoint_auth_method: 'none',
    })
    const { verifier, challenge } = newPkce()
    const location = await giveConsent(
      { ...app(), url: server.url },
      authorizeUrl(server.url, client, challenge),
    )
    const { status, body } = await redeem(server.url, client, location.searchParams.get('code')!, verifier)
    assert.equal(status, 200, JSON.stringify(body))
    assert.ok(body.refresh_token)
  })

  it('cimd-mismatch: is refused when the document is of another, or sends people elsewhere', async () => {
    const other = put('/other.json', {
      client_id: `${base}/client.json`,
      redirect_uris: ['https://client.test/cb'],
    })
    const plain = put('/plain.json', {
      client_id: `${base}/plain.json`,
      redirect_uris: ['http://client.test/cb'],
    })
    for (const client of [other, { ...plain, redirectUri: 'http://client.test/cb' }])
      await refusedAt(server.url, client)
  })

  it('cimd-ssrf: is refused when the document moved, is too large, or is not there', async () => {
    const moved = put('/moved.json', {}, { status: 302, headers: { location: `${base}/client.json` } })
    const large = put('/large.json', {
      client_id: `${base}/large.json`,
      redirect_uris: ['https://client.test/cb'],
      filler: 'x'.repeat(10 * 1024 * 1024),
    })
    for (const client of [moved, large, { ...moved, clientId: `${base}/missing.json` }])
      await refusedAt(server.url, client)
  })

  it('cimd-ssrf: reaches no private address, not even one that the operator opened for pages', async () => {
    let connections = 0
    const listener = createListener((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((listening) => listener.listen(0, '127.0.0.1', listening))
    const { port } = listener.address() as AddressInfo
    await using closed = await startTestApp({ WINNOW_ALLOWED_TARGETS: '127.0.0.0/8,localhost,::1' })
    for (const clientId of [
      'https://169.254.169.254/x',
      `https://localhost:${port}/x`,
      `https://127.0.0.1:${port}/x`,
      `https://127.1:${port}/x`,
      `https://[::ffff:127.0.0.1]:${port}/x`,
    ])
      await refusedAt(closed.url, { clientId, redirectUri: 'https://client.test/cb' })
    listener.close()
    assert.equal(connections, 0)
  })

  async function refusedAt(root: string, client: { clientId: string; redirectUri: string }) {
    const page = await openBrowser(root).visit(authorizeUrl(root, client, newPkce().challenge))
    assert.equal(page.headers.get('location'), null)
    assert.ok(page.status >= 400 && page.status < 500, `${page.status} ${client.clientId}`)
    assert.doesNotMatch(page.text, /169\.254|ECONN/)
  }
})
