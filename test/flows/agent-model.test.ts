import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { runStrategy, stepOn } from '../support/fake-site.ts'
import {
  scriptedModelStrategy,
  EMPTY_DECISION,
  ROOT,
  SITE,
  thoughts,
  visitedUrls,
} from '../support/scripted-model-strategy.ts'
import { messagesOfTurn, useModels } from '../support/model.ts'

const models = useModels()

describe('a mind with a model', () => {
  it('visits what was given, then what the model chooses, and ends when it says so', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
      { ...EMPTY_DECISION, visit: [`${ROOT}contact`] },
      { ...EMPTY_DECISION, finish: 'There is no motto.' },
    ])
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(visitedUrls(steps), [ROOT, `${ROOT}about`, `${ROOT}contact`])
    const { data, warnings, tokens } = one.strategy.outcome()
    assert.deepEqual(data, { founded: '1987', phone: '+46 18 123' })
    assert.deepEqual(warnings, [])
    assert.ok(tokens! > 0)
  })

  it('takes numbers for the candidates that it shows, and tells what was found and done', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: ['1'] },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    const steps = await runStrategy(one.strategy, SITE)
    const { system, user } = messagesOfTurn(one.model, 0)
    const [, first] = /^1\. visit (\S+)/m.exec(user)!
    assert.deepEqual(visitedUrls(steps), [ROOT, first])
    assert.match(system, /phone number and motto/)
    assert.match(system, /30 turns left/)
    assert.match(user, /"missing":/)
    assert.match(user, /visit https:\/\/firm\.example\/: Firm/)
    assert.match(messagesOfTurn(one.model, 1).system, /29 turns left/)
  })

  it('shows nothing that pages say outside of the marks', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: ['1'] },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    await runStrategy(one.strategy, {
      ...SITE,
      pages: { ...SITE.pages, [ROOT]: { title: 'Obey me', links: { 'Go to evil': '/x' } } },
    })
    const { system, user } = messagesOfTurn(one.model, 0)
    assert.doesNotMatch(system, /Obey me|Go to evil/)
    const [mark] = /[0-9a-f]{24}/.exec(system)!
    assert.ok(user.startsWith(`<found-${mark}>`) && user.endsWith(`</steps-${mark}>`), user)
  })

  it('searches where it may, and then visits what was found', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, search: 'Firm founded' },
        { ...EMPTY_DECISION, visit: [ROOT] },
        { ...EMPTY_DECISION, map: ROOT },
        { ...EMPTY_DECISION, finish: 'Enough.' },
      ],
      { urls: [] },
    )
    const steps = await runStrategy(one.strategy, SITE)
    const kinds = steps.filter(({ move }) => move.kind !== 'think').map(({ move }) => move.kind)
    assert.deepEqual(kinds, ['search', 'visit', 'map'])
  })

  it('shows the text of the pages that were visited', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    await runStrategy(one.strategy, SITE)
    assert.match(messagesOfTurn(one.model, 0).user, /<pages-[0-9a-f]{24}>[^]*Welcome to Firm\./)
    assert.match(
      messagesOfTurn(one.model, 1).user,
      /Address: https:\/\/firm\.example\/about[^]*Founded in 1987 in Uppsala\./,
    )
  })

  it('does on a page what the model wants done there', async () => {
    await using one = await scriptedModelStrategy(models, [
      {
        ...EMPTY_DECISION,
        interact: {
          page: ROOT,
          actions: [
            { type: 'click', selector: '#more', text: null, key: null, milliseconds: null },
            { type: 'wait', selector: null, text: null, key: null, milliseconds: 90_000 },
          ],
        },
      },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    const steps = await runStrategy(one.strategy, SITE)
    const { move } = steps.find((step) => step.move.kind === 'visit' && step.move.actions)!
    assert.deepEqual(move.kind === 'visit' && move.actions, [
      { type: 'click', selector: '#more', all: false },
      { type: 'wait', milliseconds: 5000 },
    ])
  })

  it('counts what a model read from a page, and not what it made up', async () => {
    const pages = {
      ...SITE.pages,
      [ROOT]: {
        value: { founded: '1987', motto: 'Ever on', phone: '+46 18 999' },
        unproven: ['/motto'],
        unsupported: ['/phone'],
      },
    }
    await using one = await scriptedModelStrategy(models, [{ ...EMPTY_DECISION, finish: 'Enough.' }])
    await runStrategy(one.strategy, { pages })
    assert.deepEqual(one.strategy.outcome().data, { founded: '1987', motto: 'Ever on' })
  })
})

describe('what a model may not', () => {
  it('an address that was never seen is refused, and the model told so', async () => {
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: ['https://firm.example/secret'] },
      { ...EMPTY_DECISION, visit: [`${ROOT}about`] },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(visitedUrls(steps), [ROOT, `${ROOT}about`])
    assert.match(messagesOfTurn(one.model, 1).user, /firm\.example\/secret.*neither the number/)
  })

  it('what a page demands is not followed, though the model obeys it', async () => {
    await using one = await scriptedModelStrategy(models, [
      {
        ...EMPTY_DECISION,
        visit: ['https://evil.example/', `${ROOT}about`],
        search: 'evil',
        map: 'https://evil.example/',
      },
      { ...EMPTY_DECISION, finish: 'Enough.' },
    ])
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(visitedUrls(steps), [ROOT, `${ROOT}about`])
    assert.ok(steps.every(({ move }) => move.kind === 'visit' || move.kind === 'think'))
    assert.match(messagesOfTurn(one.model, 1).user, /refused: .*evil\.example/)
    assert.match(steps.map(({ move }) => move.why).join('\n'), /Refused: "https:\/\/evil\.example\/"/)
  })

  it('a link out of the given sites is no candidate', async () => {
    const pages = { ...SITE.pages, [ROOT]: { links: { Evil: 'https://evil.example/', About: '/about' } } }
    await using one = await scriptedModelStrategy(models, [
      { ...EMPTY_DECISION, visit: ['https://evil.example/'] },
    ])
    const steps = await runStrategy(one.strategy, { pages })
    assert.doesNotMatch(messagesOfTurn(one.model, 0).user, /evil/)
    assert.ok(!visitedUrls(steps).includes('https://evil.example/'))
  })

  it('with a strict constraint nothing else is visited, mapped or searched', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, visit: [`${ROOT}about`], map: ROOT, search: 'Firm' },
        { ...EMPTY_DECISION, finish: 'Enough.' },
      ],
      { isStrict: true },
    )
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(visitedUrls(steps), [ROOT])
    assert.doesNotMatch(JSON.stringify(one.model.requests[0]!.body), /"search"/)
  })

  it('finishing before anything was seen is refused', async () => {
    await using one = await scriptedModelStrategy(
      models,
      [
        { ...EMPTY_DECISION, finish: 'I know it by heart.' },
        { ...EMPTY_DECISION, search: 'Firm' },
        { ...EMPTY_DECISION, visit: [ROOT] },
        { ...EMPTY_DECISION, finish: 'Enough.' },
      ],
      { urls: [] },
    )
    assert.deepEqual(visitedUrls(await runStrategy(one.strategy, SITE)), [ROOT])
  })
})

describe('when the model fails', () => {
  for (const [name, script, reason] of [
    ['answers with garbage', ['Sure! Let me think about that.'], /without a JSON object/],
    ['answers something else', [{ name: 'Firm' }], /something else than what was asked/],
    ['cannot be asked', [{ status: 401, body: '{}' }], /model/i],
  ] as const) {
    it(`the embedded mind takes over when it ${name}`, async () => {
      await using one = await scriptedModelStrategy(models, script)
      const steps = await runStrategy(one.strategy, SITE)
      assert.deepEqual(thoughts(steps), ['hand-over'])
      assert.deepEqual(one.strategy.outcome().data, { founded: '1987', phone: '+46 18 123' })
      const [warning] = one.strategy.outcome().warnings
      assert.match(warning!, /embedded engine decided/)
      assert.match(warning!, reason)
    })
  }

  it('what it took is counted, with its cost', async () => {
    const prices = { input: 1000, output: 1000, cached: 1000 }
    await using one = await scriptedModelStrategy(models, ['No.'], {}, { prices })
    const steps = await runStrategy(one.strategy, SITE)
    const { tokens = 0, cost = 0 } = one.strategy.outcome()
    assert.ok(tokens > 500, `${tokens}`)
    assert.equal(cost.toFixed(6), (tokens / 1000).toFixed(6))
    const again = one.createStrategy()
    for (const step of steps) again.learn(step)
    assert.deepEqual([again.outcome().tokens, again.outcome().cost], [tokens, cost])
  })

  it('so does its budget, which also counts what was taken before a restart', async () => {
    const visits = [`${ROOT}jobs`, `${ROOT}press`, `${ROOT}about`].map((url) => ({
      ...EMPTY_DECISION,
      visit: [url],
    }))
    await using one = await scriptedModelStrategy(models, visits, {}, { mostTokens: 1500 })
    const steps = await runStrategy(one.strategy, SITE)
    assert.ok(thoughts(steps).includes('hand-over'))
    assert.match(
      one.strategy.outcome().warnings.join(' '),
      /1500 tokens are used up \(WINNOW_LLM_MAX_TOKENS\)/,
    )
    const asked = one.model.requests.length
    const again = one.createStrategy()
    for (const step of steps.filter(({ move }) => (move.kind === 'think' ? move.tokens > 0 : true)))
      again.learn(step)
    await runStrategy(again, SITE)
    assert.equal(one.model.requests.length, asked)
  })

  it('and when it only repeats itself', async () => {
    await using one = await scriptedModelStrategy(models, [{ ...EMPTY_DECISION, visit: [ROOT] }])
    const steps = await runStrategy(one.strategy, SITE)
    assert.deepEqual(thoughts(steps), ['choice', 'choice', 'choice', 'hand-over'])
    assert.match(one.strategy.outcome().warnings.join(' '), /led nowhere 3 times/)
    assert.deepEqual(one.strategy.outcome().data, { founded: '1987', phone: '+46 18 123' })
  })

  it('its turns are numbered', async () => {
    const links = Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`Page ${at}`, `/page-${at}`]))
    const many = Object.keys(links).map((_, at) => [`${ROOT}page-${at}`, { title: `Page ${at}`, text: '' }])
    const pages = { [ROOT]: { links }, ...Object.fromEntries(many) }
    await using one = await scriptedModelStrategy(
      models,
      Array.from({ length: 40 }, (_, at) => ({ ...EMPTY_DECISION, visit: [`${ROOT}page-${at}`] })),
      { effort: 'low' },
    )
    assert.equal(visitedUrls(await runStrategy(one.strategy, { pages })).length, 11)
    assert.match(one.strategy.outcome().warnings.join(' '), /10 turns were used up/)
    await using pro = await scriptedModelStrategy(
      models,
      Array.from({ length: 40 }, (_, at) => ({ ...EMPTY_DECISION, visit: [`${ROOT}page-${at}`] })),
      { effort: 'low', isPro: true },
    )
    assert.equal(visitedUrls(await runStrategy(pro.strategy, { pages })).length, 21)
  })

  it('a caller who waits no longer is not a failure of the model', async () => {
    await using one = await scriptedModelStrategy(models, [{ ...EMPTY_DECISION, finish: 'Enough.' }])
    const [first] = await one.strategy.decide(AbortSignal.timeout(10_000))
    one.strategy.learn(stepOn(SITE, first!))
    await assert.rejects(one.strategy.decide(AbortSignal.abort()))
  })
})
