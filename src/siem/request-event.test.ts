import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ThreatProtection } from '../contract/threat-protection.ts'
import { Fault } from '../fault.ts'
import { requestEvent } from './request-event.ts'
import type { AuditedCaller, ObservedRequest } from './request-event.ts'

const caller: AuditedCaller = {
  organizationId: 'org',
  teamId: 'team',
  keyId: 'key',
  zeroDataRetention: false,
  threatProtection: ThreatProtection.parse({}),
}
const screened = { ...caller, threatProtection: ThreatProtection.parse({ enabled: true }) }

const seen: ObservedRequest = {
  requestId: 'request',
  clientAddress: '192.0.2.7',
  userAgent: 'x'.repeat(1000),
  method: 'POST',
  route: '/v2/scrape',
  params: {},
  status: 200,
  durationMs: 12.3,
  credits: 1,
  requestBody: { url: 'https://example.com/', auditMetadata: { username: 'ann' } },
  responseBody: { success: true, data: { markdown: 'PAGE', metadata: { scrapeId: 'scrape-1' } } },
  failure: undefined,
}

describe('the event of a request', () => {
  it('tells who, what, how it went and what it cost', () => {
    const { id, at, what, ...event } = requestEvent(caller, seen)
    assert.match(id, /^[0-9a-f-]{36}$/)
    assert.ok(Date.parse(at) > 0)
    assert.deepEqual(event, {
      organizationId: 'org',
      teamId: 'team',
      keyId: 'key',
      username: 'ann',
      targets: ['https://example.com/'],
      targetCount: 1,
      verdict: { state: 'none' },
      outcome: 'success',
      durationMs: 12,
      credits: 1,
    })
    assert.deepEqual(what, {
      kind: 'request',
      requestId: 'request',
      clientAddress: '192.0.2.7',
      userAgent: 'x'.repeat(256),
      method: 'POST',
      route: '/v2/scrape',
      status: 200,
      scrapeId: 'scrape-1',
    })
  })

  it('holds nothing of the page', () => {
    assert.doesNotMatch(JSON.stringify(requestEvent(caller, seen)), /PAGE/)
  })

  it('fails with the code of the fault, also where the status is 200', () => {
    const failure = new Fault('SCRAPE_DNS_RESOLUTION_ERROR', 'No such host.')
    const { outcome, code } = requestEvent(caller, { ...seen, failure, responseBody: undefined })
    assert.deepEqual({ outcome, code }, { outcome: 'failure', code: 'SCRAPE_DNS_RESOLUTION_ERROR' })
  })

  it('names the job that was started, or asked about', () => {
    const started = requestEvent(caller, { ...seen, route: '/v2/crawl', responseBody: { id: 'job-1' } })
    assert.equal(started.what.jobId, 'job-1')
    const asked = { ...seen, route: '/v2/crawl/:id', params: { id: 'job-2' }, answered: '{"success":true}' }
    assert.equal(requestEvent(caller, asked).what.jobId, 'job-2')
    const scrape = { ...seen, route: '/v2/scrape/:id', params: { id: 'scrape-2' }, answered: undefined }
    assert.deepEqual(
      [requestEvent(caller, scrape).what.scrapeId, requestEvent(caller, scrape).what.jobId],
      ['scrape-2', undefined],
    )
  })

  it('takes the id of a key for that of no job', () => {
    const made = requestEvent(caller, { ...seen, route: '/v2/team/api-keys', responseBody: { id: 'key-2' } })
    assert.deepEqual([made.what.jobId, made.what.scrapeId], [undefined, undefined])
  })

  it('says allowed where addresses are screened and the page was had', () => {
    assert.deepEqual(requestEvent(screened, seen).verdict, { state: 'allowed' })
    const asked = { ...(seen.requestBody as object), threatProtection: { mode: 'off' } }
    assert.deepEqual(requestEvent(screened, { ...seen, requestBody: asked }).verdict, { state: 'none' })
    const within = { ...(seen.requestBody as object), scrapeOptions: { threatProtection: { mode: 'off' } } }
    assert.deepEqual(requestEvent(screened, { ...seen, requestBody: within }).verdict, { state: 'none' })
    const traceless = { ...(seen.requestBody as object), zeroDataRetention: true }
    assert.deepEqual(requestEvent(screened, { ...seen, requestBody: traceless }).verdict, {
      state: 'allowed',
    })
    assert.deepEqual(requestEvent(screened, { ...seen, requestBody: {} }).verdict, { state: 'none' })
    const failure = new Fault('PAYMENT_REQUIRED', 'No credits.')
    assert.deepEqual(requestEvent(screened, { ...seen, failure }).verdict, { state: 'none' })
  })

  it('says blocked with the reason, and not the address under zero data retention', () => {
    const details = { reason: 'blacklist', url: 'https://evil.example/' }
    const failure = new Fault('unsafe_domain_blocked', 'Blocked https://evil.example/', { details })
    const asked = { url: 'https://evil.example/', zeroDataRetention: true }
    const event = requestEvent(screened, {
      ...seen,
      failure,
      requestBody: asked,
      status: 403,
      responseBody: undefined,
    })
    assert.deepEqual(event.verdict, { state: 'blocked', reason: 'blacklist' })
    assert.doesNotMatch(JSON.stringify(event), /evil/)
  })

  it('works for a caller without a key', () => {
    assert.equal(requestEvent({ ...caller, keyId: null }, seen).keyId, null)
  })
})
