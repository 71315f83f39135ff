import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { ConfigError, loadConfig } from './config.ts'

describe('loadConfig', () => {
  it('fills every default from an empty environment', () => {
    const config = loadConfig({})
    assert.equal(config.PORT, 3002)
    assert.equal(config.HOST, '0.0.0.0')
    assert.equal(config.WINNOW_ROLE, 'all')
    assert.equal(config.DATABASE_URL, undefined)
    assert.deepEqual(config.WINNOW_ALLOWED_TARGETS, { names: new Set(), ranges: [] })
    assert.ok(Object.isFrozen(config))
  })

  const accepted: [string, string, unknown][] = [
    ['PORT', '0', 0],
    ['PUBLIC_URL', 'https://data.example.com/', 'https://data.example.com'],
    ['PUBLIC_URL', 'https://Data.example.com/winnow/', 'https://data.example.com/winnow'],
    ['WINNOW_ALLOWED_TARGETS', 'intranet.example', { names: new Set(['intranet.example']), ranges: [] }],
    ['WINNOW_TRUSTED_PROXIES', '10.0.0.0/8,::1', ['10.0.0.0/8', '::1']],
    ['WINNOW_TRUSTED_PROXIES', '10.0.0.0/1, ::/1', ['10.0.0.0/1', '::/1']],
    ['WINNOW_ADMIN_KEY', `!~${'k'.repeat(510)}`, `!~${'k'.repeat(510)}`],
    ['WINNOW_SECRET', 'a secret with ümlauts', 'a secret with ümlauts'],
    ['WINNOW_CODE_LANGUAGES', 'node,python', ['node', 'python']],
    ['WINNOW_API_KEY', `fc-${'0f'.repeat(16)}`, `fc-${'0f'.repeat(16)}`],
    ['DATABASE_URL', 'postgres://u:p@/db?host=/run/pg', 'postgres://u:p@/db?host=/run/pg'],
    ['PORT', '', 3002],
    ['WINNOW_LLM_CONTEXT', '200000', 200_000],
    ['WINNOW_LLM_PRICES', '3/15', { input: 3, output: 15, cached: 3 }],
    ['WINNOW_LLM_PRICES', '3/15/0.3', { input: 3, output: 15, cached: 0.3 }],
  ]
  for (const [name, text, value] of accepted) {
    it(`reads ${name}=${text}`, () => {
      assert.deepEqual(
        loadConfig({ WINNOW_SECRET: 'x'.repeat(16), [name]: text })[
          name as keyof ReturnType<typeof loadConfig>
        ],
        value,
      )
    })
  }

  const refused: [Record<string, string>, RegExp][] = [
    [{ PORT: 'http' }, /^PORT: must be a whole number from 0 to 65535, not 'http'/],
    [{ PORT: '70000' }, /^PORT: must be/],
    [{ WINNOW_LLM_PRICES: '3' }, /^WINNOW_LLM_PRICES: must be input\/output/],
    [{ WINNOW_LLM_PRICES: '3/15/free' }, /^WINNOW_LLM_PRICES: must be input\/output/],
    [{ PORT: '-1' }, /^PORT: must be/],
    [{ WINNOW_ROLE: 'both' }, /^WINNOW_ROLE: must be one of all, api, worker, not 'both'/],
    [{ PUBLIC_URL: 'data.example.com' }, /^PUBLIC_URL: must be a URL/],
    [{ PUBLIC_URL: 'https://a.test/?x=1' }, /^PUBLIC_URL: must be a URL without credentials, query/],
    [{ PUBLIC_URL: 'https://me:pw@a.test' }, /^PUBLIC_URL: must be a URL without credentials, query/],
    [{ DATABASE_URL: 'mysql://x/y', WINNOW_SECRET: 'x'.repeat(16) }, /^DATABASE_URL: must be a URL/],
    [{ DATABASE_URL: 'postgres://x/y' }, /^WINNOW_SECRET: required with DATABASE_URL/],
    [{ WINNOW_SECRET: 'short' }, /^WINNOW_SECRET: must have at least 16 characters/],
    [{ WINNOW_API_KEY: 'secret' }, /^WINNOW_API_KEY: must be fc-/],
    [{ WINNOW_TRUSTED_PROXIES: 'proxy.local' }, /^WINNOW_TRUSTED_PROXIES: must be IP addresses/],
    [{ WINNOW_TRUSTED_PROXIES: '10.0.0.1,0.0.0.0/0' }, /^WINNOW_TRUSTED_PROXIES: .*'0\.0\.0\.0\/0'/],
    [{ WINNOW_TRUSTED_PROXIES: '::/00' }, /^WINNOW_TRUSTED_PROXIES: .*every address/],
    [
      { WINNOW_ADMIN_KEY: 'fifteen-letters' },
      /^WINNOW_ADMIN_KEY: must be 16 to 512 visible ASCII characters/,
    ],
    [{ WINNOW_ADMIN_KEY: 'x'.repeat(513) }, /^WINNOW_ADMIN_KEY: must be 16 to 512/],
    [{ WINNOW_ADMIN_KEY: 'a key that has spaces' }, /^WINNOW_ADMIN_KEY: must be .* no spaces/],
    [{ WINNOW_PARTNER_KEY: 'ein-schlüssel-mit-umlaut' }, /^WINNOW_PARTNER_KEY: must be .* bearer header/],
    [{ WINNOW_ROLE: 'api' }, /^DATABASE_URL: required with WINNOW_ROLE=api, because .* share a database/],
    [{ WINNOW_ROLE: 'worker' }, /^DATABASE_URL: required with WINNOW_ROLE=worker/],
    [{ WINNOW_ALLOWED_TARGETS: '10.0.0.0/99' }, /^WINNOW_ALLOWED_TARGETS: /],
    [{ WINNOW_DATADIR: '/tmp' }, /^WINNOW_DATADIR: no such variable/],
    [{ WINNOW_SIEM_URL: 'udp://logs.example:514' }, /^WINNOW_SIEM_URL: must be a URL that begins with/],
    [
      { WINNOW_SIEM_URL: 'tcp://logs.example', WINNOW_SIEM_FILE: '/var/log/winnow.log' },
      /^WINNOW_SIEM_FILE: set either WINNOW_SIEM_URL or WINNOW_SIEM_FILE/,
    ],
    [{ PORT_FILE: '/nowhere' }, /^PORT: PORT_FILE is not supported/],
    [
      { WINNOW_SECRET_FILE: '/nowhere/at/all' },
      /^WINNOW_SECRET: cannot read the file given by WINNOW_SECRET_FILE/,
    ],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: must be one of/],
  ]
  for (const [environment, message] of refused) {
    it(`rejects ${JSON.stringify(environment)}`, () => {
      assert.throws(
        () => loadConfig(environment),
        (failure) => failure instanceof ConfigError && message.test(failure.message),
      )
    })
  }

  it('accepts a role together with a database', () => {
    const { WINNOW_ROLE } = loadConfig({
      WINNOW_ROLE: 'worker',
      DATABASE_URL: 'postgres://x/y',
      WINNOW_SECRET: 'x'.repeat(16),
    })
    assert.equal(WINNOW_ROLE, 'worker')
  })

  it('ignores the variables of our command line and client', () => {
    const config = loadConfig({
      WINNOW_API_URL: 'http://127.0.0.1:3002',
      WINNOW_CONFIG: '/home/me/winnow.json',
    })
    assert.deepEqual(config, loadConfig({}))
  })

  it('reports all invalid variables at once, without values of secrets', () => {
    const failure = problemsOf({ PORT: 'x', LOG_LEVEL: 'y', WINNOW_ADMIN_KEY: 'hunter2' })
    assert.match(failure, /PORT: /)
    assert.match(failure, /LOG_LEVEL: /)
    assert.match(failure, /WINNOW_ADMIN_KEY: /)
    assert.doesNotMatch(failure, /hunter2/)
  })

  it('reads a secret from the file given by NAME_FILE, and rejects both', (test) => {
    const folder = mkdtempSync(join(tmpdir(), 'config-'))
    test.after(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'secret')
    writeFileSync(file, 'a-secret-of-some-length\n')
    assert.equal(loadConfig({ WINNOW_SECRET_FILE: file }).WINNOW_SECRET, 'a-secret-of-some-length')
    assert.match(problemsOf({ WINNOW_SECRET_FILE: file, WINNOW_SECRET: 'another-long-secret' }), /not both/)
  })

  it('reports set variables that have no effect', () => {
    assert.deepEqual(loadConfig({ WINNOW_S3_URL: 'http://127.0.0.1/' }).setButUnused, ['WINNOW_S3_URL'])
  })
})

function problemsOf(environment: Record<string, string>): string {
  try {
    loadConfig(environment)
  } catch (failure) {
    return (failure as Error).message
  }
  return assert.fail('was accepted')
}
