import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isFault } from '../../../test/support/is-fault.ts'
import { startModel, useModels } from '../../../test/support/model.ts'
import { ScrapeRequest } from '../../contract/scrape.ts'
import { createAskModel } from './ask-model.ts'
import type { DerivedPage } from '../understand/derived-page.ts'

const { signal: NEVER } = new AbortController()
const LONG_MS = 60_000
const SHORT_MS = 20
const models = useModels()

const PAGE: DerivedPage = {
  state: 'understood',
  fields: { answer: 'In 1874.', json: { year: 1874 } },
  formatText: { question: 'In 1874.' },
  metadata: {},
  signs: { isShell: false, isChallenge: false } as unknown as DerivedPage['signs'],
  tracked: { value: { year: 1874 }, evidence: [], missing: [] },
  material: { url: 'https://site.test/', title: 'Rivers', language: 'en', markdown: 'Surveyed in 1874.' },
}

const SCHEMA = { type: 'object', properties: { year: { type: 'number' } } }
const QUESTION = { type: 'question', question: 'When was the survey made?' }

function formatsOf(...formats: (object | string)[]) {
  return ScrapeRequest.parse({ url: 'https://site.test/', formats }).formats
}

describe('requests that wait for the same answer of a model', () => {
  const QUESTIONS = formatsOf(QUESTION)
  const ANSWER = JSON.stringify({ answer: 'In the year 1874.', quotes: ['Surveyed in 1874.'] })

  /** A model that keeps its answer back, and requests that ask for it. */
  async function together(...timesMs: number[]) {
    const held = Promise.withResolvers<string>()
    const heard = Promise.withResolvers<void>()
    const fake = await startModel(() => {
      heard.resolve()
      return held.promise
    })
    const askModel = createAskModel(models.at(fake.url).model)
    const leaving = timesMs.map(() => new AbortController())
    const asked = timesMs.map((timeMs, at) =>
      askModel(PAGE, { formats: QUESTIONS, timeMs, shareKey: 'a copy' }, leaving[at]!.signal),
    )
    const answer = () => held.resolve(ANSWER)
    return { asked, answer, fake, leaving, heard: heard.promise }
  }

  it('ask it once', async () => {
    const { asked, answer, fake } = await together(LONG_MS, LONG_MS)
    await using _ = fake
    answer()
    const pages = await Promise.all(asked)
    assert.deepEqual(
      pages.map(({ fields }) => fields.answer),
      ['In the year 1874.', 'In the year 1874.'],
    )
    assert.equal(fake.requests.length, 1)
  })

  for (const [what, timesMs] of [
    ['the first', [SHORT_MS, LONG_MS]],
    ['the second', [LONG_MS, SHORT_MS]],
  ] as const) {
    it(`each have their own time, also when ${what} has little`, async () => {
      const { asked, answer, fake } = await together(...timesMs)
      await using _ = fake
      const short = await asked[timesMs.indexOf(SHORT_MS)]!
      assert.equal(short.fields.answer, 'In 1874.')
      assert.match(
        short.fields.warning!,
        /The model did not answer, so the embedded engine did\. It took too long/,
      )
      answer()
      const long = await asked[timesMs.indexOf(LONG_MS)]!
      assert.deepEqual([long.fields.answer, long.fields.warning], ['In the year 1874.', undefined])
      assert.deepEqual([short.isProvisional, long.isProvisional], [true, undefined])
      assert.equal(fake.requests.length, 1)
    })
  }

  it('leave it alone when the last one has left', async () => {
    const { asked, fake, leaving, heard } = await together(LONG_MS, LONG_MS)
    await using _ = fake
    await heard
    for (const one of leaving) one.abort()
    for (const one of asked) await assert.rejects(one, isFault('SCRAPE_JOB_CANCELLED'))
    await fake.requests[0]!.left
  })

  it('find it as long as it is kept for them', async () => {
    await using fake = await startModel(() => ANSWER)
    const askModel = createAskModel(models.at(fake.url).model)
    const ask = () => askModel(PAGE, { formats: QUESTIONS, timeMs: LONG_MS, shareKey: 'a copy' }, NEVER)
    {
      using _kept = askModel.retainAnswers('a copy')
      await ask()
      assert.equal((await ask()).fields.answer, 'In the year 1874.')
      assert.equal(fake.requests.length, 1)
    }
    await ask()
    assert.equal(fake.requests.length, 2)
  })

  it('are told apart by what they ask about', async () => {
    await using fake = await startModel(() => ANSWER)
    const askModel = createAskModel(models.at(fake.url).model)
    const ask = (sharedAs?: string) =>
      askModel(PAGE, { formats: QUESTIONS, timeMs: LONG_MS, shareKey: sharedAs }, NEVER)
    await Promise.all([ask('a copy'), ask('another'), ask(), ask()])
    assert.equal(fake.requests.length, 4)
  })
})

describe('json of nothing in particular', () => {
  it('is the main entity of the page to a model too', async () => {
    await using fake = await startModel(() => JSON.stringify({ year: 1874 }))
    const askModel = createAskModel(models.at(fake.url).model)
    await askModel(PAGE, { formats: formatsOf('json'), timeMs: LONG_MS }, NEVER)
    assert.match(JSON.stringify(fake.requests[0]!.body), /The main entity of the page/)
  })
})

describe('a question beside a query', () => {
  const QUERY = { type: 'query', prompt: 'Who made it?' }
  const both: DerivedPage = {
    ...PAGE,
    fields: { answer: 'In 1874.\n\nAnn Lee.' },
    formatText: { question: 'In 1874.', query: 'Ann Lee.' },
  }

  async function askedAbout(page: DerivedPage, query: object, answerTo: (asked: string) => unknown) {
    await using fake = await startModel(({ body }) => {
      const answer = answerTo(JSON.stringify(body))
      return answer === undefined ? { status: 401 } : JSON.stringify(answer)
    })
    const askModel = createAskModel(models.at(fake.url).model)
    const { fields, formatText: said } = await askModel(
      page,
      { formats: formatsOf(QUESTION, query), timeMs: LONG_MS },
      NEVER,
    )
    assert.equal(said, undefined)
    return fields
  }
  const isQuery = (asked: string) => asked.includes('Who made it?')

  it('is answered by the model, both in answer', async () => {
    const { answer } = await askedAbout(both, QUERY, (asked) =>
      isQuery(asked) ? { answer: 'A. Lee', quotes: [] } : { answer: 'The year 1874', quotes: [] },
    )
    assert.equal(answer, 'The year 1874\n\nA. Lee')
  })

  it('keeps the answer of the embedded engine where the model fails', async () => {
    const { answer } = await askedAbout(both, QUERY, (asked) =>
      isQuery(asked) ? undefined : { answer: 'The year 1874', quotes: [] },
    )
    assert.equal(answer, 'The year 1874\n\nAnn Lee.')
  })

  it('has the quotes of the model in answer and in highlights', async () => {
    const { answer, highlights } = await askedAbout(both, { ...QUERY, mode: 'directQuote' }, (asked) =>
      isQuery(asked) ? { highlights: ['Surveyed in 1874.'] } : { answer: 'The year 1874', quotes: [] },
    )
    assert.deepEqual([answer, highlights], ['The year 1874\n\nSurveyed in 1874.', 'Surveyed in 1874.'])
  })
})

describe('a page of which a model answers one format and not another', () => {
  const CHANGES = { type: 'changeTracking', modes: ['json'], schema: SCHEMA }
  const JSON_FORMAT = { type: 'json', schema: SCHEMA, prompt: 'Tell the year of the survey.' }

  async function askedWith(isRefused: (question: string) => boolean) {
    await using fake = await startModel(({ body }) =>
      isRefused(JSON.stringify(body)) ? { status: 401 } : JSON.stringify({ year: 1874 }),
    )
    const askModel = createAskModel(models.at(fake.url).model)
    return await askModel(
      PAGE,
      { formats: formatsOf('markdown', JSON_FORMAT, CHANGES), timeMs: LONG_MS },
      NEVER,
    )
  }
  const isAboutJson = (question: string) => question.includes('Tell the year')

  it('keeps the data whose changes are tracked when another format failed', async () => {
    const { tracked, isProvisional } = await askedWith(isAboutJson)
    assert.deepEqual([tracked?.value, isProvisional], [{ year: 1874 }, true])
  })

  it('has no such data when the model failed for it: another engine would look like a change', async () => {
    const { tracked, fields, isProvisional } = await askedWith((question) => !isAboutJson(question))
    assert.deepEqual([tracked, fields.json, isProvisional], [undefined, { year: 1874 }, true])
  })
})

describe('the tokens of a request', () => {
  const USAGE = { prompt_tokens: 1000, completion_tokens: 10, prompt_tokens_details: { cached_tokens: 500 } }
  const prices = { input: 2, output: 8, cached: 1 }
  const saying = (content: string) => ({
    status: 200,
    body: JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }], usage: USAGE }),
  })

  async function asked(said: string, limits: object, ...formats: object[]) {
    await using fake = await startModel(() => saying(said))
    const askModel = createAskModel(models.at(fake.url).model, limits)
    const page = await askModel(PAGE, { formats: formatsOf(...formats), timeMs: LONG_MS }, NEVER)
    return { page, times: fake.requests.length }
  }
  const ANSWER = JSON.stringify({ answer: 'The year 1874', quotes: [] })

  it('are counted with their cost', async () => {
    const { page } = await asked(ANSWER, { prices }, QUESTION)
    assert.deepEqual([page.metadata.tokensUsed, page.metadata.modelCost], [1010, 0.00158])
  })

  it('are counted when no answer comes of them', async () => {
    const { page, times } = await asked('I would rather not.', { prices }, QUESTION)
    assert.equal(page.fields.answer, 'In 1874.')
    assert.deepEqual([times, page.metadata.tokensUsed, page.metadata.modelCost], [2, 2020, 0.00316])
  })

  it('end where the limit of a request is reached, and the warning names the setting', async () => {
    const { page, times } = await asked('No.', { mostTokens: 1000 }, QUESTION)
    assert.equal(times, 1)
    assert.match(page.fields.warning!, /1000 tokens are used up \(WINNOW_LLM_MAX_TOKENS\)/)
    assert.deepEqual([page.fields.answer, page.metadata.tokensUsed], ['In 1874.', 1010])
  })
})
