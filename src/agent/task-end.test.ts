import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Outcome } from './agent-strategy.ts'
import type { FieldEvidence, Step } from './step.ts'
import { TaskCounters } from './task-counters.ts'
import type { TaskPlan } from './task.ts'
import { taskEndOf } from './task-end.ts'

const SCHEMA = {
  type: 'object',
  properties: {
    shop: { type: 'string' },
    products: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' } },
        required: ['name', 'price'],
      },
    },
  },
  required: ['shop'],
}

describe('what becomes of a task', () => {
  it('is completed when its data is as the schema wants it', () => {
    const end = judge({ data: { shop: 'Corner' }, evidence: [evidence('/shop', 'https://a.test/')] })
    assert.equal(end.state, 'completed')
    assert.deepEqual(end.result, { data: { shop: 'Corner' }, sources: { '/shop': ['https://a.test/'] } })
    assert.ok(end.isBilled)
  })

  it('leaves out records that lack something, keeps them as partial and says how many', () => {
    const data = { shop: 'Corner', products: [{ name: 'A' }, { name: 'B', price: 2 }, { price: 3 }] }
    const sources = [
      evidence('/products/0/name', 'https://a.test/a'),
      evidence('/products/1/name', 'https://a.test/b'),
    ]
    const end = judge({ data, evidence: sources, missing: ['/products/0/price', '/products/1/size'] })
    assert.equal(end.state, 'completed')
    assert.deepEqual(end.result, {
      data: { shop: 'Corner', products: [{ name: 'B', price: 2 }] },
      sources: { '/products/0/name': ['https://a.test/b'] },
      missing: ['/products/0/size'],
      partial: data,
      partialSchemaValid: false,
    })
    assert.match(end.warning!, /^2 records lacked/)
  })

  it('leaves out what holds a record when it is wrong without it', () => {
    const schema = {
      type: 'array',
      items: { type: 'object', properties: { parts: { ...SCHEMA.properties.products, minItems: 1 } } },
    }
    const data = [{ parts: [{ name: 'A' }] }, { parts: [{ name: 'B', price: 1 }] }]
    assert.deepEqual(judge({ data }, { schema }).result.data, [{ parts: [{ name: 'B', price: 1 }] }])
  })

  it('fails when the whole lacks something, and says what and after how many pages', () => {
    const data = { products: [{ name: 'B', price: 2 }] }
    const end = judge({ data }, { steps: [visit(), visit('The page did not come.')] })
    assert.equal(end.state, 'failed')
    assert.match(
      end.error!,
      /shop.* 2 pages were visited, 1 of them in vain; the last failure: The page did not come\./,
    )
    assert.deepEqual([end.result.partial, end.result.partialSchemaValid], [data, false])
    assert.ok(end.isBilled)
  })

  it('takes a single value or a list for the whole where the schema asks for it', () => {
    const wanted: [schema: TaskPlan['schema'], data: unknown, at: string][] = [
      [{ type: 'string' }, 'Corner', ''],
      [{ type: 'number' }, 0, ''],
      [{ type: 'boolean' }, false, ''],
      [{ type: 'array', items: { type: 'string' } }, ['A', 'B'], '/0'],
    ]
    for (const [schema, data, at] of wanted) {
      const end = judge({ data, evidence: [evidence(at, 'https://a.test/')] }, schema && { schema })
      assert.equal(end.state, 'completed')
      assert.deepEqual(end.result, { data, sources: { [at]: ['https://a.test/'] } })
    }
    assert.match(judge({ data: 'many' }, { schema: { type: 'number' } }).error!, /the whole: /)
  })

  it('fails when nothing was found, whatever the shape of nothing is', () => {
    for (const data of [undefined, null, {}, { shop: '' }, { products: [] }, [{ a: null }]]) {
      const end = judge({ data }, { schema: { type: 'object' } })
      assert.match(end.error!, /^Nothing that was asked for was found\./)
      assert.ok(!('partial' in end.result))
    }
  })

  it('says which answer an address gave instead of its page, and does not count what was not asked for', () => {
    const gone = visit()
    const steps = [
      { ...gone, seen: { ...gone.seen, status: 404 } },
      { ...visit('Outside.'), seen: { kind: 'failure', code: 'OUTSIDE_BOUNDS', message: 'Outside.' } },
    ] as Step[]
    assert.match(
      judge({}, { steps }).error!,
      /One page was visited, in vain; the last failure: https:\/\/a\.test\/ answered with status 404\.$/,
    )
  })

  it('says that it was cut short, and what there is to know, also when it fails', () => {
    const end = judge({ warnings: ['The model did not answer.'] }, { stop: 'timeout' })
    assert.match(end.error!, /^Nothing that was asked for was found\. .*'timeout' was over\. 0 pages/)
    assert.equal(end.warning, 'The model did not answer.')
  })

  it('fails without data and without a charge at its limit of credits', () => {
    const end = judge({ data: { shop: 'Corner' } }, { stop: 'credit_limit_reached' })
    assert.deepEqual([end.state, end.isBilled, end.stopReason], ['failed', false, 'credit_limit_reached'])
    assert.ok(!('data' in end.result))
    assert.deepEqual([end.result.partial, end.result.partialSchemaValid], [{ shop: 'Corner' }, true])
    assert.match(end.error!, /under 'partial'/)
    assert.doesNotMatch(judge({}, { stop: 'credit_limit_reached' }).error!, /partial/)
  })

  it('says why a search found nothing', () => {
    const move = { kind: 'search', query: 'x', why: 'Nothing is known yet.' } as const
    const seen = { kind: 'failure', code: 'SEARCH_FAILED', message: 'The provider is down.' } as const
    const { error } = judge({}, { steps: [{ move, seen, credits: 0 }] })
    assert.match(error!, /0 pages were visited\. The search failed: The provider is down\.$/)
  })

  it('takes an answer in words for a chat', () => {
    const end = judge({ data: undefined, message: 'It is blue.' }, { mode: 'chat', schema: undefined })
    assert.deepEqual([end.state, end.result], ['completed', { message: 'It is blue.' }])
  })
})

function judge(
  outcome: Partial<Outcome>,
  {
    steps = [],
    stop = 'finished',
    ...plan
  }: Partial<TaskPlan> & { steps?: Step[]; stop?: Parameters<typeof taskEndOf>[0] } = {},
) {
  const whole: TaskPlan = {
    prompt: 'Products',
    schema: SCHEMA,
    urls: [],
    reach: 'anywhere',
    searches: true,
    mode: 'extract',
    model: 'spark-1-mini',
    maxCredits: 100,
    origin: 'api',
    ...plan,
  }
  const all = { data: undefined, evidence: [], missing: [], isComplete: false, warnings: [], ...outcome }
  const tally = new TaskCounters()
  for (const step of steps) tally.add(step)
  return taskEndOf(stop, all, { plan: whole, counters: tally, engine: 'embedded' })
}

function evidence(field: string, url: string): FieldEvidence {
  return { field, url, text: 'x', source: 'text', confidence: 1 }
}

function visit(failure?: string): Step {
  const move = { kind: 'visit', url: 'https://a.test/', wish: {}, why: 'It is given.' } as const
  if (failure !== undefined) {
    return { move, credits: 0, seen: { kind: 'failure', code: 'SCRAPE_TIMEOUT', message: failure } }
  }
  const seen = {
    kind: 'visit',
    url: move.url,
    status: 200,
    headings: [],
    leads: [],
    evidence: [],
    missing: [],
    records: [],
    engine: 'embedded',
  } as const
  return {
    move,
    credits: 2,
    seen: { ...seen, headings: [], leads: [], evidence: [], missing: [], records: [] },
  }
}
