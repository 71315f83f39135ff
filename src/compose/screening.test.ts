import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { startProvider } from '../../test/support/search-provider.ts'
import { loadConfig } from '../config/config.ts'
import { ThreatPolicy } from '../contract/threat-protection.ts'
import { createLog } from '../log.ts'
import { openScreening } from './ground.ts'

const log = createLog('silent', false)
const { signal } = new AbortController()

/** Opens a screen with these settings, asks it about an address and tells what that cost. */
async function creditsOf(environment: Record<string, string>): Promise<number> {
  await using open = new AsyncDisposableStack()
  const openScreen = await openScreening(loadConfig(environment), log, open)
  const screen = openScreen(ThreatPolicy.parse({}))
  await screen.admit('https://a.example/', signal)
  return screen.credits()
}

describe('screening as it is configured', () => {
  it("asks the operator's checker at a private address", async () => {
    await using checker = await startProvider(() => ({ score: 10 }))
    const credits = await creditsOf({
      WINNOW_URL_RISK_PROVIDER: 'http',
      WINNOW_URL_RISK_URL: `${checker.url}/check`,
      WINNOW_URL_RISK_KEY: 'a-key',
    })
    assert.deepEqual([credits, checker.requests.length], [2, 1])
    assert.equal(checker.requests[0]!.headers.authorization, 'Bearer a-key')
  })

  it('has nobody to ask when nobody is configured', async () => {
    await assert.rejects(creditsOf({}), { code: 'unsafe_domain_blocked' })
  })

  it('does not open without what its checker needs', async () => {
    await assert.rejects(creditsOf({ WINNOW_URL_RISK_PROVIDER: 'urlhaus' }), /^Fault: WINNOW_URL_RISK_KEY: /)
    await assert.rejects(
      creditsOf({ WINNOW_URL_RISK_PROVIDER: 'list', WINNOW_URL_RISK_URL: '/nowhere/at/all' }),
      /^Fault: WINNOW_URL_RISK_URL: the list \/nowhere\/at\/all cannot be read/,
    )
  })
})
