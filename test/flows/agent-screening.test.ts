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

/** Rates second pages as risky. */
const rateRisk: RateRisk = async (url) => ({ score: url.endsWith('/2') ? 90 : 0, categories: [] })

/** Agent tools that check URLs before each visit, as in the service. */
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
  it('never screens URLs that its own lists block: that step fails and costs nothing', async () => {
    const moves = [visit('http://bad.test/'), map('http://bad.test/map'), visit('http://a.test/1')]
    const { tools, steps, task, ledger } = await runTask(database.db, { moves, plan: { screening: LISTS } })
    assert.deepEqual(tools.done, ['http://a.test/1'])
    assert.deepEqual(outcomes(steps), [
      [BLOCKED, 0],
      [BLOCKED, 0],
      ['visit', 2],
    ])
    assert.deepEqual([task.state, task.creditsUsed, ledger.used], ['completed', 2, 2])
    assert.match(task.warning!, /Threat protection blocked http:\/\/bad\.test\//)
  })

  it('shows its strategy no URL that its own lists block', async () => {
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

  it('pays for every check, also of blocked pages, but not for URLs that its lists allow', async () => {
    const moves = [...visits(3), map('http://a.test/4'), visit('http://good.test/2')]
    const options = { moves, tools: asking, rateRisk, plan: { screening: CHECKED } }
    const { steps, task, ledger } = await runTask(database.db, options)
    assert.deepEqual(outcomes(steps), [
      ['visit', 4],
      [BLOCKED, 2],
      ['visit', 4],
      ['map', 3],
      ['visit', 2],
    ])
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [15, 15, 0])
  })

  it('does not spend more than maxCredits, including checks', async () => {
    const options = { tools: asking, rateRisk, moves: [visit('http://a.test/1'), visit('http://a.test/3')] }
    const plan = { screening: CHECKED, maxCredits: 7 }
    const { tools, task, ledger } = await runTask(database.db, { ...options, plan })
    assert.deepEqual([tools.done.length, task.stopReason, ledger.used], [1, 'credit_limit_reached', 0])
    const enough = await runTask(database.db, { ...options, plan: { ...plan, maxCredits: 8 } })
    assert.deepEqual([enough.task.state, enough.ledger.used], ['completed', 8])
  })

  it('is charged for the checks before its start', async () => {
    const options = { tools: asking, rateRisk, moves: [visit('http://a.test/1')] }
    const plan = { screening: CHECKED, spentCredits: 2 }
    const { task, ledger } = await runTask(database.db, { ...options, plan })
    assert.deepEqual([task.creditsUsed, ledger.used, ledger.held], [6, 6, 0])
    const least = await runTask(database.db, { ...options, plan: { ...plan, maxCredits: 5 } })
    assert.equal(least.task.stopReason, 'credit_limit_reached')
  })

  it('fails with the reason when everything was blocked', async () => {
    const moves = [visit('http://a.test/2'), visit('http://b.test/2')]
    const options = { moves, tools: asking, rateRisk, plan: { screening: CHECKED } }
    const { task, ledger } = await runTask(database.db, options)
    assert.deepEqual([task.state, ledger.used], ['failed', 4])
    assert.match(task.error!, /2 pages were not visited; the last: Threat protection blocked .*b\.test\/2/)
  })
})
