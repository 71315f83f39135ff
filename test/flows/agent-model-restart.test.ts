import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { after, before, it } from 'node:test'
import type { AgentTools, PageObservation, TaskPlan } from '../../src/agent/agent.ts'
import { createStrategyFactory } from '../../src/agent/agent.ts'
import { stepOn } from '../support/fake-site.ts'
import { fakeTools, planOf, startWorker, tasksOf } from '../support/agent.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { startModel, useModels } from '../support/model.ts'
import { makeTeam } from '../support/team.ts'
import { waitUntil } from '../support/wait-until.ts'

const models = useModels()
let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const ROOT = 'https://firm.example/'
const SITE = {
  pages: {
    [ROOT]: { title: 'Firm', links: { About: '/about', Contact: '/contact' } },
    [`${ROOT}about`]: { title: 'About Firm', value: { founded: '1987' } },
    [`${ROOT}contact`]: { title: 'Contact', value: { phone: '+46 18 123' } },
  },
}
const PLAN = planOf({
  prompt: 'When was Firm founded, and what is its phone number?',
  schema: { type: 'object', properties: { founded: { type: 'string' }, phone: { type: 'string' } } },
  urls: [ROOT],
  reach: 'sites',
})

it('a task with a model goes on after its process died, and asks nothing twice', async () => {
  await using model = await startModel(() =>
    JSON.stringify({ why: 'both', visit: [`${ROOT}about`, `${ROOT}contact`], finish: null }),
  )
  const one = models.at(model.url).model
  const makeMind = createStrategyFactory({ mini: one, pro: undefined }, {})
  const mind = (plan: TaskPlan, urls: readonly string[]) => makeMind(plan, urls).strategy
  const { db } = database
  const team = await makeTeam(db, { credits: 1000 })
  const task = { kind: 'agent', teamId: team.id, keyId: randomUUID(), plan: PLAN } as const
  const { id } = await tasksOf(db).start({ ...task, threadId: undefined, webhook: undefined })
  const visits: string[] = []
  const visit: AgentTools['visit'] = async (move) => {
    visits.push(move.url)
    return { seen: stepOn(SITE, move).seen as PageObservation, surplusCredits: 0 }
  }
  const stuck: AgentTools['visit'] = async (move, errand) => {
    if (move.url.endsWith('/contact')) await once(errand.signal, 'abort')
    errand.signal.throwIfAborted()
    return await visit(move, errand)
  }
  {
    await using worker = await startWorker(db, { strategy: mind, tools: fakeTools({ visit: stuck }) })
    // The given page, the thought, and one of the two pages that were chosen.
    await waitUntil(async () => (await tasksOf(db).traceSteps(id, 0)).length === 3)
    await worker.crash()
  }
  visits.length = 0
  await using _heir = await startWorker(db, { strategy: mind, tools: fakeTools({ visit }) })
  await waitUntil(async () => (await tasksOf(db).find(id, team.id, 'agent'))?.state === 'completed')
  const { result } = (await tasksOf(db).find(id, team.id, 'agent'))!
  assert.deepEqual(result.data, { founded: '1987', phone: '+46 18 123' })
  assert.deepEqual(visits, [`${ROOT}contact`])
  assert.equal(model.requests.length, 1)
})
