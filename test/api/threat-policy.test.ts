import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { TeamThreatProtectionResponse } from '../../src/contract/threat-protection.ts'
import { useSharedApp } from '../support/app.ts'

const app = useSharedApp()
const PATH = '/v2/team/threat-protection'
const DEFAULTS = {
  mode: 'normal',
  blacklist: [],
  whitelist: [],
  blockedTlds: [],
  riskScoreThreshold: 75,
  failurePolicy: 'closed',
  allowRequestOverrides: true,
}

async function organization(threatProtection: object) {
  const { status, body } = await app().admin('/organizations', {
    json: { name: 'Screened', threatProtection },
  })
  assert.equal(status, 200, JSON.stringify(body))
  const { key } = await app().team({ organizationId: body.id })
  return {
    id: body.id as string,
    read: () => app().call(PATH, { key }),
    put: (json: object) => app().call(PATH, { key, method: 'PUT', json }),
    change: (changes: object) =>
      app().admin(`/organizations/${body.id}`, { method: 'PATCH', json: { threatProtection: changes } }),
  }
}

describe('the policy of an organization', () => {
  it('is the default until one is saved', async () => {
    const { read, change } = await organization({ enabled: true })
    await change({ allowOverrides: true })
    const { status, body } = await read()
    assert.equal(status, 200)
    TeamThreatProtectionResponse.parse(body)
    assert.deepEqual(body, { success: true, data: { ...DEFAULTS, configured: false, updatedAt: null } })
  })

  it('is replaced as a whole, with defaults for omitted fields', async () => {
    const { read, put } = await organization({ enabled: true })
    const first = await put({
      mode: 'off',
      blacklist: ['Bad.example', '*.bad.example'],
      whitelist: ['good.example'],
      blockedTlds: ['ZIP'],
      riskScoreThreshold: 40,
      failurePolicy: 'open',
      allowRequestOverrides: false,
    })
    assert.equal(first.status, 200)
    const { updatedAt, ...rest } = first.body.data
    assert.deepEqual(rest, {
      mode: 'off',
      blacklist: ['bad.example', '*.bad.example'],
      whitelist: ['good.example'],
      blockedTlds: ['zip'],
      riskScoreThreshold: 40,
      failurePolicy: 'open',
      allowRequestOverrides: false,
      configured: true,
    })
    assert.ok(Math.abs(Date.now() - Date.parse(updatedAt)) < 60_000)
    assert.deepEqual((await read()).body, first.body)

    const second = await put({ mode: 'normal', blockedTlds: ['mov'], origin: 'a-client' })
    const { updatedAt: later, ...now } = second.body.data
    assert.deepEqual(now, { ...DEFAULTS, blockedTlds: ['mov'], configured: true })
    assert.ok(later >= updatedAt)
  })

  it('holds for the next request of any team of the organization', async () => {
    const { id, put } = await organization({ enabled: true })
    const { key } = await app().team({ organizationId: id })
    await put({ mode: 'normal', allowRequestOverrides: false })
    const { status, body } = await app().call('/v2/agent', {
      key,
      json: { prompt: 'x', threatProtection: { mode: 'normal' } },
    })
    assert.equal(status, 403)
    assert.match(body.error, /does not allow overrides/)
  })

  it('counts as saved when the operator gives one', async () => {
    const made = await organization({ enabled: true, policy: { riskScoreThreshold: 5 } })
    assert.deepEqual(
      ((data) => [data.configured, data.riskScoreThreshold, typeof data.updatedAt])(
        (await made.read()).body.data,
      ),
      [true, 5, 'string'],
    )
    const changed = await organization({ enabled: true })
    const { body } = await changed.change({ policy: { riskScoreThreshold: 6 } })
    const { data } = (await changed.read()).body
    assert.deepEqual([data.configured, data.riskScoreThreshold], [true, 6])
    assert.equal(body.threatProtection.policyUpdatedAt, data.updatedAt)
  })

  it('keeps what the operator decides when a team replaces it', async () => {
    const { id, put } = await organization({ enabled: true, enforced: true })
    await put({ mode: 'normal' })
    const { threatProtection } = (await app().admin(`/organizations/${id}`)).body
    assert.deepEqual([threatProtection.enabled, threatProtection.enforced], [true, true])
  })

  it('is recorded with the key that changed it', async () => {
    const { id, put } = await organization({ enabled: true })
    await put({ mode: 'normal' })
    const { body } = await app().admin(`/audit?organizationId=${id}`)
    const change = body.data.find(({ action }: { action: string }) => action === 'organization.change')
    assert.match(change.actor, /^key [0-9a-f-]{36}$/)
    assert.deepEqual(change.details, { fields: ['threatProtection'] })
  })
})

describe('403', () => {
  it('is the answer when threat protection is not enabled', async () => {
    const { id, read, put } = await organization({ enabled: false })
    for (const { status, body } of [await read(), await put({ mode: 'normal' })]) {
      assert.deepEqual([status, body.success], [403, false])
      assert.match(body.error, /Threat protection is not enabled for this organization/)
    }
    const { body } = await app().admin(`/audit?organizationId=${id}`)
    assert.ok(body.data.every(({ action }: { action: string }) => action !== 'organization.change'))
  })

  it('is the answer to the mode off while threat protection is enforced', async () => {
    const { read, put } = await organization({ enabled: true, enforced: true })
    const { status, body } = await put({ mode: 'off' })
    assert.equal(status, 403)
    assert.match(body.error, /mode: 'off' is not allowed/)
    assert.equal((await read()).body.data.configured, false)
  })
})

describe('400', () => {
  const refused: [string, object][] = [
    ['no mode', {}],
    ['an unknown mode', { mode: 'zscaler' }],
    ['a URL instead of a domain', { mode: 'normal', blacklist: ['https://bad.example/'] }],
    ['a score above 100', { mode: 'normal', riskScoreThreshold: 101 }],
    ['an unknown field', { mode: 'normal', policyUpdatedAt: '2026-01-01T00:00:00Z' }],
  ]
  for (const [what, json] of refused) {
    it(`is the answer to ${what}`, async () => {
      const { put } = await organization({ enabled: true })
      assert.equal((await put(json)).status, 400)
    })
  }

  it('is the answer to a date that the operator makes up', async () => {
    const { status } = await app().admin('/organizations', {
      json: { name: 'x', threatProtection: { policyUpdatedAt: '2026-01-01T00:00:00Z' } },
    })
    assert.equal(status, 400)
  })
})
