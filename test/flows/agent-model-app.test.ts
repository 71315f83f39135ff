import assert from 'node:assert/strict'
import { after, before, it } from 'node:test'
import { LAMPS, LAMP_SCHEMA, startShop } from '../support/agent-site.ts'
import { waitForTask } from '../support/wait-for-task.ts'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { startModel } from '../support/model.ts'
import type { FakeModel } from '../support/model.ts'

const opened = new AsyncDisposableStack()
let shop: CrawlSite
let model: FakeModel
let app: TestApp

before(async () => {
  shop = opened.use(await startShop())
  model = opened.use(
    await startModel(({ body }) => {
      const { name } = body.response_format.json_schema
      return JSON.stringify(SAYS[name as keyof typeof SAYS](body.messages.at(-1).content))
    }),
  )
  const settings = {
    WINNOW_LLM_URL: model.url,
    WINNOW_LLM_MODEL: 'small-words',
    WINNOW_LLM_MODEL_PRO: 'large-words',
    WINNOW_LLM_PRICES: '1/2',
    WINNOW_LLM_MAX_TOKENS_PER_DAY: '10000000',
  }
  app = opened.use(await startTestApp({ ...settings, WINNOW_LLM_KEY: 'sk-none' }))
})
after(() => opened.disposeAsync())

/** What the model says to each kind of question. */
const SAYS = {
  /** Visits lamps one by one until there are none left. */
  next_step(shown: string) {
    const [, number] = /^(\d+)\. visit \S+\/lamps\/\d /m.exec(shown) ?? []
    return { why: 'a lamp', visit: number ? [number] : [], finish: number ? null : 'All are there.' }
  },
  /** Reads what stands there, and makes up what does not. */
  page_data(shown: string) {
    const lamps = LAMPS.filter(({ name }) => shown.includes(name)).map(({ name, price, weight }) => ({
      name,
      price,
      ...(shown.includes(weight) && { weight }),
    }))
    return lamps.length === 1 ? lamps[0] : { lamps }
  },
  /** Wants no lamp that stands on the floor. */
  choice(shown: string) {
    const [, number] = /^(\d+)\. [^\n]*Quay floor lamp/m.exec(shown)!
    return { leaveOut: [Number(number)], choose: [] }
  },
}

it('an agent with a model visits what it chooses, and gives the records that it means', async () => {
  const schema = { type: 'object', properties: { lamps: { type: 'array', items: LAMP_SCHEMA } } }
  const request = {
    prompt: 'All lamps but those for the floor',
    urls: [`${shop.url}/lamps`],
    schema,
    model: 'spark-1-pro',
  }
  const { body: started } = await app.call('/v2/agent', { json: request })
  const body = await waitForTask(app, started.id)
  assert.equal(body.status, 'completed', JSON.stringify(body))
  assert.deepEqual(
    body.data.lamps.map(({ name }: { name: string }) => name),
    LAMPS.map(({ name }) => name).filter((name) => name !== 'Quay floor lamp'),
  )
  assert.deepEqual(body.sources['/lamps/1/weight'], [`${shop.url}/lamps/2`])
  assert.ok(
    body.tokensUsed > 1000 && body.modelCost > body.tokensUsed / 1e6,
    `${body.tokensUsed} ${body.modelCost}`,
  )
  assert.deepEqual(new Set(model.requests.map((asked) => asked.body.model)), new Set(['large-words']))
})
