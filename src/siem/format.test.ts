import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { SiemEvent } from './event.ts'
import { FORMATS, lineOf } from './format.ts'
import { syslogFrame } from './collector.ts'

const PRODUCT = { name: 'Winnow', version: '1.2.3' }

const REQUEST: SiemEvent = {
  id: '0199c3a1-0000-7000-8000-000000000001',
  at: '2026-11-16T22:00:00.250Z',
  organizationId: 'org-1',
  teamId: 'team-1',
  keyId: 'key-1',
  username: 'ann@example.com',
  targets: ['https://example.com/a?b=c|d'],
  targetCount: 1,
  verdict: { state: 'blocked', reason: 'blacklist' },
  outcome: 'failure',
  code: 'unsafe_domain_blocked',
  durationMs: 12,
  credits: 2,
  what: {
    kind: 'request',
    requestId: 'request-1',
    clientAddress: '192.0.2.7',
    userAgent: 'curl/8',
    method: 'POST',
    route: '/v2/scrape',
    status: 403,
    scrapeId: 'scrape-1',
  },
}

const JOB: SiemEvent = {
  ...REQUEST,
  keyId: null,
  username: undefined as never,
  targets: [],
  targetCount: 0,
  verdict: { state: 'none' },
  outcome: 'success',
  code: undefined as never,
  what: { kind: 'job', jobId: 'job-1', type: 'crawl', state: 'completed' },
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape.
const written = (name: 'ocsf' | 'ecs', event: SiemEvent): any =>
  JSON.parse(lineOf(FORMATS[name](event, PRODUCT)))

describe('an event as OCSF', () => {
  it('is an API activity with a type derived from class and activity', () => {
    const { category_uid, class_uid, activity_id, type_uid, time } = written('ocsf', REQUEST)
    assert.deepEqual(
      { category_uid, class_uid, activity_id, type_uid, time },
      { category_uid: 6, class_uid: 6003, activity_id: 1, type_uid: 600301, time: 1_794_866_400_250 },
    )
  })

  it('has every field that the class requires, for requests and jobs', () => {
    for (const event of [REQUEST, JOB]) {
      const line = written('ocsf', event)
      for (const field of ['actor', 'api', 'src_endpoint', 'metadata', 'severity_id', 'time', 'type_uid'])
        assert.ok(line[field] !== undefined, field)
      assert.equal(line.metadata.uid, event.id)
      assert.equal(line.metadata.tenant_uid, 'org-1')
      assert.equal(line.metadata.product.version, '1.2.3')
      assert.ok(line.metadata.version)
    }
  })

  it('keeps the claimed name apart from the authenticated key', () => {
    const { actor, unmapped } = written('ocsf', REQUEST)
    assert.equal(actor.user.credential_uid, 'key-1')
    assert.equal(JSON.stringify(actor).includes('ann@'), false)
    assert.deepEqual(unmapped.claimed_user, { name: 'ann@example.com', is_verified: false })
  })

  it('has the verdict, status, target and credits', () => {
    const line = written('ocsf', REQUEST)
    assert.deepEqual([line.status_id, line.status_code, line.status_detail], [2, REQUEST.code, 'blacklist'])
    assert.deepEqual([line.action_id, line.disposition_id], [2, 2])
    assert.deepEqual(line.metadata.profiles, ['security_control'])
    assert.equal(line.api.response.code, 403)
    assert.equal(line.api.request.uid, 'request-1')
    assert.equal(line.resources[0].name, REQUEST.targets[0])
    assert.equal(line.unmapped.credits, 2)
  })

  it('has the type and outcome of an ended job', () => {
    const line = written('ocsf', JOB)
    assert.deepEqual([line.activity_id, line.type_uid, line.activity_name], [99, 600399, 'crawl.ended'])
    assert.equal(line.metadata.correlation_uid, 'job-1')
    assert.equal(line.unmapped.job_state, 'completed')
    assert.equal('action_id' in line, false)
  })
})

describe('an event as ECS', () => {
  it('uses the field names of version 8', () => {
    const line = written('ecs', REQUEST)
    assert.equal(line['@timestamp'], '2026-11-16T22:00:00.250Z')
    assert.equal(line.event.id, REQUEST.id)
    assert.equal(line.event.outcome, 'failure')
    assert.equal(line.event.duration, 12_000_000)
    assert.equal(line.organization.id, 'org-1')
    assert.equal(line.user.id, 'key-1')
    assert.equal(line.http.response.status_code, 403)
    assert.equal(line.source.ip, '192.0.2.7')
    assert.equal(line.url.full, REQUEST.targets[0])
    assert.equal(line.error.code, 'unsafe_domain_blocked')
  })

  it('keeps the claimed name apart from the authenticated key', () => {
    const line = written('ecs', REQUEST)
    assert.equal(JSON.stringify(line.user).includes('ann@'), false)
    assert.equal(line.winnow.claimed_user.name, 'ann@example.com')
  })
})

describe('an event as CEF', () => {
  it('has a header of seven fields and an extension', () => {
    const line = lineOf(FORMATS.cef(REQUEST, PRODUCT))
    assert.ok(
      line.startsWith(
        'CEF:0|Winnow|Winnow|1.2.3|POST /v2/scrape|POST /v2/scrape responded with 403|5|rt=1794866400250 ',
      ),
      line,
    )
  })

  it('escapes the characters of its syntax', () => {
    const line = lineOf(FORMATS.cef({ ...REQUEST, username: 'a=b\\c|d' }, PRODUCT))
    assert.ok(line.includes(String.raw`cs4=a\=b\\c|d cs5Label`), line)
    assert.ok(line.includes(String.raw`request=https://example.com/a?b\=c|d`), line)
    const header = { ...REQUEST, what: { ...REQUEST.what, method: 'A|B\\C\nD' } as never }
    assert.ok(lineOf(FORMATS.cef(header, PRODUCT)).includes(String.raw`|A\|B\\C D /v2/scrape|`))
  })
})

describe('a hostile user name', () => {
  const HOSTILE: Record<string, string> = {
    'line breaks that begin another event': 'ann\nCEF:0|x|y|z|1|forged|9|\r\nsuid=root',
    'control characters': 'a\u0001\u001b[31m\u007f\u0085\u2028b',
    'pipes, equal signs and quotes': 'a|b=c"d]e\\f',
    '1024 characters': '€'.repeat(1024),
    'half a surrogate pair': 'a\ud800b',
  }
  for (const [about, username] of Object.entries(HOSTILE)) {
    const event = { ...REQUEST, username }
    it(`with ${about} stays in its field in every format`, () => {
      for (const format of ['ocsf', 'ecs'] as const) {
        const line = lineOf(FORMATS[format](event, PRODUCT))
        assert.doesNotMatch(line, /[\r\n]/)
        const claimed = JSON.parse(line)
        assert.equal((claimed.unmapped ?? claimed.winnow).claimed_user.name, username)
      }
      const line = lineOf(FORMATS.cef(event, PRODUCT))
      assert.doesNotMatch(line, /[\p{Cc}\u2028\u2029]/u)
      assert.ok(line.isWellFormed())
      assert.equal(line.match(/\bsuid=/g)?.length, 1, line)
    })

    it(`with ${about} stays in its parameter of a syslog message`, () => {
      const frame = syslogFrame(event, 'MSG', { ...PRODUCT, host: 'a host' }).toString()
      const [length, rest] = [Number.parseInt(frame, 10), frame.slice(frame.indexOf(' ') + 1)]
      assert.equal(Buffer.byteLength(rest), length)
      assert.match(rest, /^<108>1 2026-11-16T22:00:00\.250Z ahost Winnow - request \[winnow@32473 /)
      assert.match(rest, /claimedUser="(?:[^"\\\]]|\\["\\\]])*"\] MSG$/)
      assert.doesNotMatch(rest, /\p{Cc}/u)
    })
  }
})
