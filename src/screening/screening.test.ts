import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { ThreatPolicy } from '../contract/threat-protection.ts'
import { Fault } from '../fault.ts'
import type { RateRisk, Rating } from './send-request.ts'
import { createScreening } from './screening.ts'

const { signal } = new AbortController()

/** Somebody who rates as told, and remembers what about. */
function rater(rate: (url: string) => Rating | Error = () => ({ score: 0, categories: [] })) {
  const asked: string[] = []
  const rateRisk: RateRisk = async (url) => {
    asked.push(url)
    const said = rate(url)
    if (said instanceof Error) throw said
    return said
  }
  return { asked, rateRisk }
}

const scoring = (score: number) => rater(() => ({ score, categories: [] }))
const failing = () => rater(() => new Error('nobody there'))

function screenOf(policy: Partial<ThreatPolicy>, rateRisk?: RateRisk) {
  return createScreening(rateRisk)(ThreatPolicy.parse(policy))
}

/** Why an address is blocked; undefined when it may be visited. */
async function reasonOf(admitted: Promise<void>): Promise<string | undefined> {
  try {
    await admitted
    return undefined
  } catch (failure) {
    if (!(failure instanceof Fault) || failure.code !== 'unsafe_domain_blocked') throw failure
    return (failure.details as { reason: string }).reason
  }
}

describe('the order of the rules', () => {
  const lists = {
    whitelist: ['good.example', 'good.zip'],
    blacklist: ['bad.example', 'good.example', 'own.good.example', '*.cdn.example'],
    blockedTlds: ['zip'],
  }
  const cases: [string, string | undefined, boolean][] = [
    ['https://good.example/', undefined, false],
    ['https://good.zip/', undefined, false],
    ['https://own.good.example/', undefined, false],
    ['https://bad.example/', 'blacklist', false],
    ['https://www.bad.example/', 'blacklist', false],
    ['https://a.b.cdn.example/', 'blacklist', false],
    ['https://other.zip/', 'blocked_tld', false],
    ['https://cdn.example/', 'risk_score', true],
    ['https://elsewhere.example/', 'risk_score', true],
  ]
  for (const [url, reason, isAsked] of cases) {
    it(`${url} is ${reason ?? 'allowed'} ${isAsked ? 'after' : 'without'} asking`, async () => {
      const { asked, rateRisk } = scoring(100)
      const screen = screenOf(lists, rateRisk)
      assert.equal(await reasonOf(screen.admit(url, signal)), reason)
      assert.equal(asked.length, isAsked ? 1 : 0)
      assert.equal(screen.credits(), isAsked ? 2 : 0)
      assert.equal(screen.leastCredits(url), isAsked ? 2 : 0)
    })
  }

  it('ends with the lists in the mode off', async () => {
    const { asked, rateRisk } = scoring(100)
    const screen = screenOf({ ...lists, mode: 'off' }, rateRisk)
    assert.equal(await reasonOf(screen.admit('https://elsewhere.example/', signal)), undefined)
    assert.equal(await reasonOf(screen.admit('https://bad.example/', signal)), 'blacklist')
    assert.deepEqual([asked.length, screen.credits(), screen.leastCredits('https://x.example/')], [0, 0, 0])
  })

  it('asks nobody about what is not fetched over the network', async () => {
    const { asked, rateRisk } = scoring(100)
    const screen = screenOf({}, rateRisk)
    for (const url of ['about:blank', 'data:text/html,x', 'blob:https://x.example/1', 'javascript:void 0']) {
      assert.equal(await reasonOf(screen.admit(url, signal)), undefined)
      assert.equal(screen.leastCredits(url), 0)
      assert.equal(screen.refusal(url), undefined)
    }
    assert.deepEqual(asked, [])
  })
})

describe('a host', () => {
  const policy = { blacklist: ['bad.example', 'xn--bcher-kva.example', '192.0.2.9'], blockedTlds: ['zip'] }
  for (const [url, reason] of [
    ['https://bad.example./', 'blacklist'],
    ['https://WWW.Bad.example./', 'blacklist'],
    ['https://www.bücher.example/', 'blacklist'],
    ['https://evil-bad.example/', undefined],
    ['https://BAD.Example/', 'blacklist'],
    ['https://bad.example:8443/', 'blacklist'],
    ['https://someone:secret@bad.example/', 'blacklist'],
    ['https://bücher.example/', 'blacklist'],
    ['https://192.0.2.9:81/', 'blacklist'],
    ['https://3221225993/', 'blacklist'],
    ['https://[::ffff:192.0.2.9]/', 'blacklist'],
    ['https://thing.ZIP./', 'blocked_tld'],
    ['wss://bad.example/socket', 'blacklist'],
    ['https://[2001:db8::1]/', undefined],
    ['https://example.test/?u=https://bad.example/', undefined],
  ] as const) {
    it(`of ${url} is ${reason ?? 'unlisted'}`, async () => {
      const screen = screenOf(policy, scoring(0).rateRisk)
      assert.equal(await reasonOf(screen.admit(url, signal)), reason)
      const details = screen.refusal(url)?.details as { reason: string } | undefined
      assert.equal(details?.reason, reason)
    })
  }
})

describe('a risk score', () => {
  for (const [score, threshold, reason] of [
    [74, 75, undefined],
    [75, 75, 'risk_score'],
    [76, 75, 'risk_score'],
    [0, 0, 'risk_score'],
    [99, 100, undefined],
    [100, 100, 'risk_score'],
  ] as const) {
    it(`of ${score} with a threshold of ${threshold} ${reason ? 'blocks' : 'does not block'}`, async () => {
      const screen = screenOf({ riskScoreThreshold: threshold }, scoring(score).rateRisk)
      assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), reason)
      assert.equal(screen.credits(), 2)
    })
  }

  it('is told with the threshold and the categories', async () => {
    const { rateRisk } = rater(() => ({ score: 91, categories: ['MALWARE'] }))
    await assert.rejects(
      screenOf({}, rateRisk).admit('https://u:p@a.example/x#y', signal),
      (failure: Fault) => {
        assert.equal(failure.status, 403)
        assert.match(failure.message, /blocked https:\/\/a\.example\/x: its risk score of 91 reaches .* 75\./)
        assert.deepEqual(failure.details, {
          reason: 'risk_score',
          url: 'https://a.example/x',
          riskScore: 91,
          threshold: 75,
          categories: ['MALWARE'],
        })
        return true
      },
    )
  })
})

describe('a checker that fails', () => {
  it('blocks where the policy is closed, and costs nothing', async () => {
    const screen = screenOf({}, failing().rateRisk)
    assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), 'checker_unavailable')
    assert.equal(screen.credits(), 0)
  })

  it('is told from one that nobody configured', async () => {
    const whyOf = (rateRisk: RateRisk | undefined) =>
      screenOf({}, rateRisk)
        .admit('https://a.example/', signal)
        .catch(({ message }: Fault) => message)
    assert.match(String(await whyOf(failing().rateRisk)), /no URL-risk checker could be asked/)
    assert.match(String(await whyOf(undefined)), /no URL-risk checker is configured/)
  })

  it('lets through where the policy is open, and costs nothing', async () => {
    const screen = screenOf({ failurePolicy: 'open' }, failing().rateRisk)
    assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), undefined)
    assert.equal(screen.credits(), 0)
  })

  it('is asked again about the same address, and costs once it answers', async () => {
    let isThere = false
    const { asked, rateRisk } = rater(() => (isThere ? { score: 1, categories: [] } : new Error('away')))
    const screen = screenOf({}, rateRisk)
    assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), 'checker_unavailable')
    isThere = true
    assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), undefined)
    assert.deepEqual([asked.length, screen.credits()], [2, 2])
  })

  it('that was never configured is one that fails', async () => {
    const closed = screenOf({})
    assert.equal(await reasonOf(closed.admit('https://a.example/', signal)), 'checker_unavailable')
    const open = screenOf({ failurePolicy: 'open' })
    assert.equal(await reasonOf(open.admit('https://a.example/', signal)), undefined)
    assert.deepEqual(
      [closed, open].map((screen) => screen.leastCredits('https://a.example/')),
      [0, 0],
    )
    assert.deepEqual(
      [closed, open].map((screen) => screen.credits()),
      [0, 0],
    )
  })

  it('is not blamed when the caller gave up', async () => {
    const leaving = new AbortController()
    const screen = screenOf({ failurePolicy: 'open' }, async () => {
      leaving.abort(new Fault('SCRAPE_TIMEOUT', 'too late'))
      throw new Error('aborted')
    })
    await assert.rejects(screen.admit('https://a.example/', leaving.signal), { code: 'SCRAPE_TIMEOUT' })
    assert.equal(screen.credits(), 0)
  })
})

describe('an address', () => {
  it('is asked about and paid once, however often and at once it is visited', async () => {
    const { asked, rateRisk } = scoring(10)
    const screen = screenOf({}, rateRisk)
    await Promise.all([1, 2, 3].map(() => screen.admit('https://a.example/x', signal)))
    await screen.admit('https://a.example/x#there', signal)
    await screen.admit('https://user:pass@A.example:443/x', signal)
    assert.deepEqual([asked, screen.credits()], [['https://a.example/x'], 2])
    await screen.admit('https://a.example/y', signal)
    assert.equal(screen.credits(), 4)
  })

  it('stays blocked without being asked about again', async () => {
    const { asked, rateRisk } = scoring(90)
    const screen = screenOf({}, rateRisk)
    for (const _ of [1, 2]) {
      assert.equal(await reasonOf(screen.admit('https://a.example/', signal)), 'risk_score')
    }
    assert.deepEqual([asked.length, screen.credits()], [1, 2])
  })

  it('is asked about without its credentials and its fragment', async () => {
    const { asked, rateRisk } = scoring(10)
    await screenOf({}, rateRisk).admit('https://user:pass@a.example/x?q=1#fragment', signal)
    assert.deepEqual(asked, ['https://a.example/x?q=1'])
  })

  it('shows no credentials when own lists refuse it', () => {
    const fault = screenOf({ blacklist: ['bad.example'] }).refusal('https://user:pass@bad.example/#x')
    assert.doesNotMatch(fault!.message + JSON.stringify(fault!.details), /pass|#x/)
  })

  it('is rated for who still waits when another who asked about it gave up', async () => {
    const leaving = new AbortController()
    const answer = Promise.withResolvers<Rating>()
    const screen = screenOf({}, (_, asked) =>
      asked === leaving.signal
        ? new Promise((_resolve, reject) => asked.addEventListener('abort', () => reject(new Error('left'))))
        : answer.promise,
    )
    const first = screen.admit('https://a.example/', leaving.signal)
    const second = screen.admit('https://a.example/', signal)
    leaving.abort(new Fault('SCRAPE_JOB_CANCELLED', 'gone'))
    await assert.rejects(first, { code: 'SCRAPE_JOB_CANCELLED' })
    answer.resolve({ score: 5, categories: [] })
    await second
    assert.equal(screen.credits(), 2)
  })
})

describe('the key of a screen', () => {
  it('tells policies apart', () => {
    const keys = [{}, {}, { riskScoreThreshold: 10 }, { whitelist: ['a.example'] }].map(
      (policy) => screenOf(policy).key,
    )
    assert.equal(keys[0], keys[1])
    assert.equal(new Set(keys).size, 3)
  })
})
