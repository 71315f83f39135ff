import assert from 'node:assert/strict'
import { setImmediate as turn } from 'node:timers/promises'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { createMeter, noKeyLimits } from '../../access/access.ts'
import { ThreatProtection } from '../../contract/threat-protection.ts'
import { createLog } from '../../log.ts'
import type { SiemEvent } from '../../siem/siem.ts'
import { createMetrics } from './health.ts'
import { route } from './route.ts'
import { createServer } from './server.ts'

/** A server with one route whose caller is audited or not; the test decides when events are written. */
async function serve(isAudited: boolean, write: () => Promise<void>) {
  const events: SiemEvent[] = []
  const ledger = {
    hold: async () => ({ held: true as const }),
    settle: async () => true,
    release: async () => true,
  }
  const meter = createMeter()
  const { settle } = meter.wrap(ledger)
  const thing = route('POST /thing', 'Something that costs', {
    access: 'team',
    scope: null,
    tag: 'Test',
    body: z.object({ url: z.string() }),
    response: z.unknown(),
    async handle() {
      await settle('a', 3)
      return { success: true }
    },
  })
  const threatProtection = ThreatProtection.parse({})
  const caller = {
    organizationId: 'o',
    teamId: 't',
    keyId: 'k',
    keyLimits: noKeyLimits,
    threatProtection,
    isAudited,
  }
  const server = await createServer({
    routes: [thing],
    authenticators: { team: async () => caller } as never,
    limitRate: async () => {},
    recordEvent(event) {
      events.push(event)
      return write()
    },
    meter,
    publicUrl: () => '',
    metrics: createMetrics([]),
    log: createLog('silent', false),
    trustedProxies: [],
    shutdown: new AbortController().signal,
  })
  const ask = (payload: object) => server.inject({ method: 'POST', url: '/thing', payload })
  return { events, ask }
}

const A_FEW_TURNS = 50

describe('the audit event of a request', () => {
  it('is written before the response is sent, with the parsed request', async () => {
    const written = Promise.withResolvers<void>()
    const { events, ask } = await serve(true, () => written.promise)
    let isAnswered = false
    const answer = ask({ url: 'https://example.com/' }).then((response) => {
      isAnswered = true
      return response
    })
    while (events.length === 0) await turn()
    for (let turns = 0; turns < A_FEW_TURNS; turns++) await turn()
    assert.equal(isAnswered, false)
    written.resolve()
    assert.equal((await answer).statusCode, 200)
    assert.deepEqual([events.length, events[0]!.credits, events[0]!.outcome], [1, 3, 'success'])
  })

  it('does not fail the request when it cannot be written', async () => {
    const { events, ask } = await serve(true, () => Promise.reject(new Error('no disk')))
    assert.equal((await ask({ url: 'https://example.com/' })).statusCode, 200)
    assert.equal((await ask({ url: 7 })).statusCode, 400)
    assert.deepEqual(
      events.map(({ code }) => code),
      [undefined, 'BAD_REQUEST'],
    )
  })

  it('is not written for callers without audit', async () => {
    const { events, ask } = await serve(false, async () => {})
    assert.equal((await ask({ url: 'https://example.com/' })).statusCode, 200)
    assert.equal(events.length, 0)
  })
})
