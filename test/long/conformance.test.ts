import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { TestContext } from 'node:test'
import { ADMIN_KEY, API_KEY, startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startConformanceService } from '../support/conformance-service.ts'
import { freePort } from '../support/free-port.ts'
import { openBrowser } from '../support/oauth-browser.ts'
import { runConformance } from '../support/run-conformance.ts'
import { inCheckout } from '../support/run-node.ts'
import { startKeyProxy } from '../support/start-key-proxy.ts'

/** The published checks of the protocol, unchanged. Their summaries are printed with the results of the tests. */
let app: TestApp
let fixture: Awaited<ReturnType<typeof startConformanceService>>
let keyed: Awaited<ReturnType<typeof startKeyProxy>>
before(async () => {
  app = await startTestApp()
  fixture = await startConformanceService()
  keyed = await startKeyProxy(app.url, API_KEY)
})
after(async () => {
  await keyed[Symbol.asyncDispose]()
  await fixture[Symbol.asyncDispose]()
  await app[Symbol.asyncDispose]()
})

async function passes(context: TestContext, ...words: string[]): Promise<void> {
  const { code, summary, output } = await runConformance(words)
  context.diagnostic(summary)
  assert.equal(code, 0, output)
}

describe('the published conformance checks', { concurrency: 3 }, () => {
  for (const revision of ['2026-07-28', '2025-11-25']) {
    it(`find all that ${revision} requires in what the HTTP pipeline carries`, async (context) => {
      await passes(context, 'server', '--url', fixture.url, '--requirements', revision)
    })

    // What is left out asks for tools, resources and prompts of given names, or for prompts at all; a scenario that is
    // left out and passes is told too.
    it(`find the service's own tools as ${revision} wants them, as far as they need no fixture`, async (context) => {
      const fixtures = inCheckout(`test/long/needs-fixture-${revision}.yaml`)
      const url = `${keyed.url}/v2/mcp`
      const words = ['--suite', 'all', '--spec-version', revision, '--expected-failures', fixtures]
      await passes(context, 'server', '--url', url, ...words)
    })
  }

  it('find an authorization server as clients need it', async (context) => {
    const port = await freePort()
    const metadata = await app.call('/.well-known/oauth-authorization-server')
    const { issuer, registration_endpoint: registration } = metadata.body
    const client = await register(registration, `http://127.0.0.1:${port}/callback`)
    let allowed: Promise<unknown> | undefined
    const { code, summary, output } = await runConformance(
      ['authorization', '--url', issuer, '--client-id', client, '--port', String(port)],
      (out) => {
        const asked = /^http\S+[?&]code_challenge_method=S256\S*$/m.exec(out)?.[0]
        if (asked !== undefined) allowed ??= allow(asked)
      },
    )
    context.diagnostic(summary)
    await allowed
    assert.equal(code, 0, output)
    assert.match(summary, /Total: 3 passed, 0 failed/)
  })
})

/** The operator signs in and allows it; then the browser is sent to the client. */
async function allow(authorizationUrl: string): Promise<void> {
  const browser = openBrowser(app.url)
  const signIn = await browser.open(authorizationUrl)
  const consent = await browser.submit(signIn, { step: 'operator', key: ADMIN_KEY })
  const { headers } = await browser.submit(consent, { step: 'allow' })
  await fetch(headers.get('location')!)
}

async function register(endpoint: string, redirect: string): Promise<string> {
  const answer = await fetch(endpoint, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      client_name: 'conformance',
      redirect_uris: [redirect],
      token_endpoint_auth_method: 'none',
    }),
  })
  const { client_id: id } = (await answer.json()) as { client_id: string }
  assert.equal(answer.status, 201)
  return id
}
