import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { AgentTools, PageObservation, Step } from '../../src/agent/agent.ts'
import { ThreatPolicy } from '../../src/contract/threat-protection.ts'
import type { RateRisk } from '../../src/screening/screening.ts'
import { fakeTools, map, pageAt, runTask, search, visit, visits } from '../support/agent.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const BLOCKED = 'unsafe_domain_blocked'
const LISTS = ThreatPolicy.parse({ mode: 'off', blacklist: ['bad.test'] })
const CHECKED = ThreatPolicy.parse({ blacklist: ['bad.test'], whitelist: ['good.test'] })

/** Says that second pages are risky. */
const rateRisk: RateRisk = async (url) => ({ score: url.endsWith('/2') ? 90 : 0, categories: [] })

/** Hands that ask before they go anywhere, as those of the service do. */
const asking: Partial<AgentTools> = {
  async visit({ url }, { screen, signal }) {
    await screen?.admit(url, signal)
    return { seen: pageAt(url), surplusCredits: 0 }
  },
  async map({ url }, { screen, signal }) {
    await screen?.admit(url, signal)
    return { kind: 'map', links: [{ url: 'http://bad.test/' }, { url: 'http://a.test/1' }] }
  },
}

function outcomes(steps: readonly Step[]) {
  return steps.map(({ seen, credits }) => [seen.kind === 'failure' ? seen.code : seen.kind, credits])
}

describe('a task under threat protection', () => {
  it('never asks for what its own lists forbid: that step has failed and cost nothing', async () => {
    const moves = [visit('http://bad.test/'), map('http://bad.test/map'), visit('http://a.test/1')]
    const { hands, steps, task, ledger } = await runTask(database.db, { moves, plan: { screening: LISTS } })
    assert.deepEqual(hands.done, ['http://a.test/1'])
    assert.deepEqual(outcomes(steps), [
      [BLOCKED, 0],
      [BLOCKED, 0],
      ['visit', 2],
    ])
    assert.deepEqual([task.state, task.creditsUsed, ledger.used], ['completed', 2, 2])
    assert.match(task.warning!, /Threat protection blocked http:\/\/bad\.test\//)
  })

  it('shows its mind nothing that its own lists forbid', async () => {
    const lead = (url: string): PageObservation['leads'][number] => ({
      url,
      text: 'x',
      context: '',
      area: 'content',
      isNext: false,
      isUnfollowed: false,
    })
    const found = fakeTools({
      search: async () => ({
        kind: 'search',
        hits: [{ url: 'http://bad.test/' }, { url: 'http://a.test/' }],
      }),
      map: asking.map!,
      visit: async ({ url }) => {
        const leads = [lead('http://bad.test/x'), lead('http://a.test/x')]
        return { seen: { ...pageAt(url), leads }, surplusCredits: 0 }
      },
    })
    const moves = [search('x'), map('http://a.test/'), visit('http://a.test/1')]
    const { steps } = await runTask(database.db, { moves, tools: found, plan: { screening: LISTS } })
    const shown = steps.map(({ seen }) => {
      if (seen.kind === 'search') return seen.hits.map(({ url }) => url)
      if (seen.kind === 'map') return seen.links.map(({ url }) => url)
      return seen.kind === 'visit' ? seen.leads.map(({ url }) => url) : []
    })
    assert.deepEqual(shown, [['http://a.test/'], ['http://a.test/1'], ['http://a.test/x']])
  })

  it('pays for every check, also of what is blocked, and not for what its lists let through', async () => {
    const moves = [...visits(3), map('http://a.test/4'), visit('http://good.test/2')]
    const wish = { moves, hands: asking, rateRisk, plan: { screening: CHECKED } }
    const { steps, task, ledger } = await runTask(database.db, wish)
    assert.deepEqual(outcomes(steps), [
      ['visit', 4],
      [BLOCKED, 2],
      ['visit', 4],
      ['map', 3],
      ['visit', 2],
    ])
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [15, 15, 0])
  })

  it('does not spend more than maxCredits, checks included', async () => {
    const wish = { hands: asking, rateRisk, moves: [visit('http://a.test/1'), visit('http://a.test/3')] }
    const plan = { screening: CHECKED, maxCredits: 7 }
    const { hands, task, ledger } = await runTask(database.db, { ...wish, plan })
    assert.deepEqual([hands.done.length, task.stopReason, ledger.used], [1, 'credit_limit_reached', 0])
    const enough = await runTask(database.db, { ...wish, plan: { ...plan, maxCredits: 8 } })
    assert.deepEqual([enough.task.state, enough.ledger.used], ['completed', 8])
  })

  it('is charged with what was spent on it before it began', async () => {
    const wish = { hands: asking, rateRisk, moves: [visit('http://a.test/1')] }
    const plan = { screening: CHECKED, spentCredits: 2 }
    const { task, ledger } = await runTask(database.db, { ...wish, plan })
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [6, 6, 0])
    const least = await runTask(database.db, { ...wish, plan: { ...plan, maxCredits: 5 } })
    assert.equal(least.task.stopReason, 'credit_limit_reached')
  })

  it('fails and says so when everything was blocked', async () => {
    const moves = [visit('http://a.test/2'), visit('http://b.test/2')]
    const wish = { moves, hands: asking, rateRisk, plan: { screening: CHECKED } }
    const { task, ledger } = await runTask(database.db, wish)
    assert.deepEqual([task.state, ledger.used], ['failed', 4])
    assert.match(task.error!, /2 pages were not visited; the last: Threat protection blocked .*b\.test\/2/)
  })
})
