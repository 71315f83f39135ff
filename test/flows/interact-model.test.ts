import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { PageView } from '../../src/browser/browser.ts'
import { assertGolden } from '../support/golden.ts'
import {
  choose,
  click,
  DONE,
  fill,
  finish,
  submitForm,
  FORM,
  NEXT,
  runScript,
} from '../support/run-script.ts'
import { createFakePageController } from '../support/fake-page-controller.ts'
import type { FakePageController } from '../support/fake-page-controller.ts'
import { promptsOf, messagesOfTurn, useModels } from '../support/model.ts'
import { button, viewOf } from '../support/views.ts'
import type { TestElement } from '../support/views.ts'

const models = useModels()

describe('an instruction that a model carries out', () => {
  it('is done move by move, with the results shown to the model', async () => {
    const stage = createFakePageController(FORM, submitForm)
    const { outcome, model } = await runScript(
      models,
      'Log in as bob@b.example with the password "hunter22" and tell me the balance',
      [
        {
          ...choose(fill('mail', 'bob@b.example'), fill('pass', '<password>'), click('go')),
          plan: 'log in, read',
        },
        finish('The balance is 1,250 kr.'),
      ],
      { controller: stage, variables: { cv: { fileName: 'cv.txt', text: 'I weld.' } } },
    )
    assert.deepEqual(stage.actions, [
      { do: 'fill', ref: 'mail', value: 'bob@b.example' },
      { do: 'fill', ref: 'pass', value: 'hunter22' },
      { do: 'click', ref: 'go' },
    ])
    assert.deepEqual(
      [outcome.done, outcome.output, outcome.error],
      [true, 'The balance is 1,250 kr.', undefined],
    )
    assert.deepEqual(
      outcome.actions.map(({ type, target, value }) => [type, target, value]),
      [
        ['fill', 'the field "Email"', 'bob@b.example'],
        ['fill', 'the password field "Password"', '<password>'],
        ['click', 'the button "Log in"', undefined],
      ],
    )
    assertGolden('interact-log-in.txt', promptsOf(model))
  })

  it('answers from what is read off the page', async () => {
    const { outcome, model } = await runScript(models, 'What does it cost?', [
      choose({ do: 'read', value: 'What does it cost?' }),
      finish('It costs 30 kr.'),
    ])
    assert.match(messagesOfTurn(model, 1).user, /read "What does it cost\?": 30 kr/)
    assert.deepEqual(outcome.actions, [{ type: 'read', value: 'What does it cost?', effect: '30 kr' }])
    assert.equal(outcome.done, true)
  })

  it('tells of dialogs and answers them as the model wants', async () => {
    const stage: FakePageController = createFakePageController(FORM, (_, view) => {
      stage.openDialog('confirm', 'Really?')
      return view
    })
    const script = [choose({ do: 'acceptDialogs' }, click('go')), DONE]
    const { outcome } = await runScript(models, 'Log in and confirm', script, { controller: stage })
    assert.equal(outcome.actions[1]?.effect, 'a dialog (confirm) said "Really?" and was accepted')
    stage.openDialog('confirm', 'Again?')
    assert.equal(
      stage.dialogs()[0]?.answered,
      'dismissed',
      'a run does not answer the dialogs of the next one',
    )
  })

  it('skips moves for a page that is gone, and tells the model', async () => {
    const stage = createFakePageController(FORM, submitForm)
    const { model } = await runScript(models, 'Log in', [choose(click('go'), click('mail')), DONE], {
      controller: stage,
    })
    assert.equal(stage.actions.length, 1)
    assert.match(messagesOfTurn(model, 1).user, /the page changed, so the moves after that were not made/)
  })
})

describe('finding and waiting', () => {
  const lines = (count: number): TestElement[] =>
    Array.from({ length: count }, (_, at) => ({
      ref: `r${at}`,
      role: 'link',
      name: `Result ${at}`,
      clickable: true,
    }))

  it('shows of a long page what the context holds; find reaches the rest', async () => {
    const stage = createFakePageController(viewOf(lines(2000)), (_, view) => view)
    const script = [choose({ do: 'find', value: 'result 1999' }), choose(click('r1999')), DONE]
    const { model } = await runScript(models, 'Open result 1999', script, {
      controller: stage,
      settings: { contextTokens: 8000 },
    })
    const [first, second] = [messagesOfTurn(model, 0).user, messagesOfTurn(model, 1).user]
    assert.match(first, /\d+ more elements are not listed for lack of room/)
    assert.doesNotMatch(first, /r1999/)
    assert.match(second, /find "result 1999": found:\n\s+\[r1999\] link "Result 1999"/)
    assert.deepEqual(stage.actions, [{ do: 'click', ref: 'r1999' }])
  })

  it('shows more of it to a model with a larger context', async () => {
    const shown = async (contextTokens: number) => {
      const stage = createFakePageController(viewOf(lines(2000)), (_, view) => view)
      const { model } = await runScript(models, 'Which?', [finish('None.')], {
        controller: stage,
        settings: { contextTokens },
      })
      return messagesOfTurn(model, 0).user.match(/\[r\d+\]/g)!.length
    }
    const [small, large] = [await shown(8000), await shown(32_000)]
    assert.ok(small > 100 && large > 3 * small, `${small} ${large}`)
  })

  it('waits for a text as long as it takes, within limits', async () => {
    let waits = 0
    const stage = createFakePageController(FORM, (deed, view) =>
      deed.do === 'wait' && ++waits === 3 ? viewOf([{ role: 'status', name: 'Ready now' }]) : view,
    )
    const script = [
      choose({ do: 'waitFor', value: 'ready now' }),
      choose({ do: 'waitFor', value: 'never' }),
      DONE,
    ]
    const { model } = await runScript(models, 'Wait for it', script, { controller: stage })
    assert.match(messagesOfTurn(model, 1).user, /waitFor "ready now": it is there/)
    assert.match(
      messagesOfTurn(model, 2).user,
      /waitFor "never": failed: the page did not show it within 10 seconds/,
    )
    assert.equal(waits, 23)
  })
})

describe('a variable', () => {
  it('is found on a page by its name', async () => {
    const view = viewOf([{ ref: 'hi', role: 'heading', name: 'Hello ada-l' }])
    const script = [choose({ do: 'find', value: 'hello <user>' }), finish('You are <user>.')]
    const { model } = await runScript(models, 'Who is <user>?', script, {
      controller: createFakePageController(view, (_, now) => now),
      variables: { user: 'ada-l' },
    })
    assert.match(messagesOfTurn(model, 1).user, /found:\n\s+\[hi\] heading "Hello <user>"/)
  })
})

describe('tabs', () => {
  const HOME = viewOf([button('terms', 'Terms')])
  const tabs = [
    { id: 't1', url: HOME.url, title: 'Shop', isFront: false },
    { id: 't2', url: 'https://shop.example/terms', title: 'Terms', isFront: true },
  ]
  const TERMS = viewOf([{ role: 'heading', name: 'Our terms' }], { url: 'https://shop.example/terms', tabs })

  it('are told when there are several, and switched between', async () => {
    const stage = createFakePageController(HOME, (deed) => (deed.do === 'click' ? TERMS : HOME))
    const script = [choose(click('terms')), choose({ do: 'showTab', value: 't1' }), DONE]
    const { outcome, model } = await runScript(models, 'Open the terms and come back', script, {
      controller: stage,
    })
    assert.match(messagesOfTurn(model, 1).user, /a new tab opened and is in front/)
    assert.match(messagesOfTurn(model, 1).user, /\nt2 \(in front\) "Terms" https:\/\/shop\.example\/terms\n/)
    assert.doesNotMatch(messagesOfTurn(model, 0).user, /<tabs-/)
    assert.deepEqual(stage.actions.at(-1), { do: 'showTab', tab: 't1' })
    assertGolden('interact-tabs.txt', promptsOf(model))
    assert.equal(outcome.done, true)
  })
})

describe('memory', () => {
  it('carries plan, notes and results, and gives the results at the end', async () => {
    const { outcome, model } = await runScript(models, 'Collect the names and log in', [
      {
        ...choose(fill('mail', 'a')),
        plan: 'names, then log in',
        note: 'Email comes first',
        collect: ['Email'],
      },
      { ...choose(click('go')), collect: ['Password', 'Email'] },
      finish('<results>'),
    ])
    assert.match(
      messagesOfTurn(model, 2).user,
      /Plan: names, then log in\nNotes:\n- Email comes first\nCollected results \(2\):\n- Email\n- Password\n/,
    )
    assert.equal(outcome.output, 'Email\nPassword')
    assertGolden('interact-memory.txt', promptsOf(model))
  })

  it('is shortened when it is long, and loses no result', async () => {
    let count = 0
    const stage = createFakePageController(FORM, () =>
      viewOf([
        button('go', 'Next'),
        ...Array.from({ length: 30 }, () => ({ role: 'text', ownText: `Line ${count++}` })),
      ]),
    )
    const pages = Array.from({ length: 20 }, (_, at) => ({ ...choose(click('go')), collect: [`page ${at}`] }))
    const { outcome, model } = await runScript(models, 'Click through', [...pages, finish('<results>')], {
      controller: stage,
      settings: { contextTokens: 8000 },
    })
    const last = messagesOfTurn(model, 20).user
    assert.match(last, /Earlier steps, one line each.*:\nRound \d+: click \[go\]/)
    assert.ok(last.length < 24_000, `${last.length}`)
    assert.equal(outcome.output.split('\n').length, 20)
  })
})

describe('the prompt', () => {
  it('keeps its beginning from round to round, so that endpoints can cache it', async () => {
    let count = 0
    const stage = createFakePageController(FORM, () =>
      viewOf([button('go', 'Next'), { role: 'text', ownText: `${count++}` }]),
    )
    const { model } = await runScript(models, 'Click', [choose(click('go')), choose(click('go')), DONE], {
      controller: stage,
    })
    const shown = model.requests.map((_, turn) => messagesOfTurn(model, turn))
    assert.equal(new Set(shown.map(({ system }) => system)).size, 1)
    const [, second, third] = shown.map(({ user }) => user)
    const history = second!.slice(0, second!.indexOf('<page-'))
    assert.match(history, /Round 1\. next\n1\. click/)
    assert.ok(third!.startsWith(history))
  })
})

describe('pictures', () => {
  const see = (view: PageView, given: object = {}) =>
    runScript(models, 'What is it?', [choose({ do: 'scroll' }), finish('A form.')], {
      controller: createFakePageController(view, (_, now) => now),
      ...given,
    })
  const hasPicture = ({ body }: { body: unknown }) => JSON.stringify(body).includes('image_url')

  it('are shown to a model that reads images, one at a time, with the refs of elements', async () => {
    const labels: unknown[] = []
    const stage: FakePageController = {
      ...createFakePageController(FORM, (_, now) => now),
      screenshot: async (_, given) => {
        labels.push(given)
        return Buffer.from('picture')
      },
    }
    const script = [choose({ do: 'scroll' }), finish('A form.')]
    const { model } = await runScript(models, 'What is it?', script, {
      controller: stage,
      settings: { model: 'gpt-5' },
    })
    assert.deepEqual(
      model.requests.map(({ body }) => JSON.stringify(body).match(/image_url":\{/g)?.length),
      [1, 1],
    )
    const [first] = labels as { label: string }[][]
    assert.deepEqual(
      first?.map(({ label }) => label),
      ['mail', 'pass', 'go'],
    )
  })

  it('are not shown to other models, nor when the operator says so', async () => {
    const { model } = await see(FORM)
    assert.ok(!model.requests.some(hasPicture))
    const { model: off } = await see(FORM, { settings: { model: 'gpt-5', vision: 'off' } })
    assert.ok(!off.requests.some(hasPicture))
  })

  it('are not taken where a variable can be read on the page', async () => {
    const view = viewOf([{ role: 'text', ownText: 'Signed in as ada@b.example' }])
    const { model } = await see(view, { settings: { model: 'gpt-5' }, variables: { mail: 'ada@b.example' } })
    assert.ok(!model.requests.some(hasPicture))
    assert.match(messagesOfTurn(model, 0).user, /Signed in as <mail>/)
  })

  it('are left out when the endpoint refuses them', async () => {
    const refusing = (asked: { body: unknown }) =>
      hasPicture(asked)
        ? { status: 400, body: '{"error":{"message":"image_url is not supported"}}' }
        : finish('A form.')
    const { outcome, model } = await runScript(models, 'What is it?', [refusing], {
      settings: { model: 'gpt-5' },
    })
    assert.deepEqual([outcome.done, model.requests.map(hasPicture)], [true, [true, false]])
  })
})

describe('what a run takes', () => {
  const counted = (decision: object | string, tokens = 1000) => ({
    status: 200,
    body: JSON.stringify({
      choices: [{ message: { content: JSON.stringify(decision) } }],
      usage: { prompt_tokens: tokens, completion_tokens: 100, prompt_tokens_details: { cached_tokens: 400 } },
    }),
  })

  it('is reported, with its cost by the prices of the operator', async () => {
    const script = [counted(choose({ do: 'read', value: 'What does it cost?' })), counted(finish('30 kr'))]
    const { outcome } = await runScript(models, 'What does it cost?', script, {
      prices: { input: 10, output: 100, cached: 1 },
    })
    assert.deepEqual(outcome.usage, {
      rounds: 2,
      inputTokens: 2100,
      outputTokens: 200,
      cachedTokens: 800,
      cost: (1300 * 10 + 800 * 1 + 200 * 100) / 1_000_000,
    })
  })

  it('includes answers that could not be used', async () => {
    const broken = counted('no decision')
    const { outcome } = await runScript(models, 'What does it cost?', [broken])
    assert.deepEqual([outcome.done, outcome.usage?.inputTokens], [false, 2000])
  })

  it('has a limit, by the request or the operator', async () => {
    const script = [choose({ do: 'scroll' }), choose(fill('mail', 'x')), DONE].map((one) =>
      counted(one, 10_000),
    )
    for (const given of [{ maxTokens: 20_500 }, { mostTokens: 20_500, maxTokens: 90_000 }]) {
      const { outcome, model } = await runScript(models, 'Fill in x', script, {
        ...given,
        controller: createFakePageController(FORM, (_, view) => view),
      })
      assert.deepEqual([outcome.done, outcome.usage?.rounds, model.requests.length], [false, 2, 2])
      assert.match(outcome.error!, /token limit/)
    }
  })
})

describe('a limit that no prompt fits into', () => {
  it('ends the run before the model is asked', async () => {
    const { outcome, model } = await runScript(models, 'Fill in x', [DONE], { maxTokens: 1000 })
    assert.deepEqual([outcome.done, model.requests.length], [false, 0])
    assert.match(outcome.error!, /token limit/)
  })
})

describe('an output with a schema', () => {
  const schema = { type: 'object', properties: { balance: { type: 'string' } }, required: ['balance'] }

  it('is checked, and corrected once', async () => {
    const { outcome, model } = await runScript(
      models,
      'Log in and give the balance',
      [choose(click('go')), finish('1,250 kr'), finish('{"balance":"1,250 kr"}')],
      { schema },
    )
    assert.deepEqual([outcome.done, outcome.data], [true, { balance: '1,250 kr' }])
    assert.match(
      messagesOfTurn(model, 0).system,
      /fits this JSON Schema:\n\{"type":"object","properties":\{"balance"/,
    )
    assert.match(messagesOfTurn(model, 2).user, /The output is not JSON/)
    assertGolden('interact-schema.txt', promptsOf(model))
  })

  it('that never fits is a failure', async () => {
    const script = [choose(click('go')), finish('{"balance":7}')]
    const { outcome } = await runScript(models, 'Log in and give the balance', script, { schema })
    assert.deepEqual([outcome.done, outcome.data, outcome.actions.length], [false, undefined, 1])
    assert.match(outcome.error!, /does not fit the schema at \/balance/)
  })
})

describe('an upload', () => {
  it('takes files of the request and nothing else', async () => {
    const stage = createFakePageController(FORM, (_, view) => view)
    const script = [
      choose({ do: 'upload', ref: 'mail', value: '/etc/passwd' }),
      choose({ do: 'upload', ref: 'mail', value: '<cv>' }),
      DONE,
    ]
    const { outcome, model } = await runScript(models, 'Upload my CV', script, {
      controller: stage,
      variables: { cv: { fileName: 'cv.txt', text: 'I weld.' } },
    })
    const base64 = Buffer.from('I weld.').toString('base64')
    assert.deepEqual(stage.actions, [
      { do: 'upload', ref: 'mail', files: [{ name: 'cv.txt', type: 'text/plain', base64 }] },
    ])
    assert.match(JSON.stringify(model.requests[1]!.body), /must be the name of a file variable/)
    assert.deepEqual(outcome.actions[0]?.value, '<cv>')
  })
})

describe('a decision', () => {
  it('may come in pieces and be complained about once', async () => {
    const { outcome, model } = await runScript(models, 'Log in', [NEXT, choose(click('go')), DONE])
    assert.deepEqual([outcome.done, model.requests.length], [true, 3])
    assert.match(messagesOfTurn(model, 1).user, /Choose at least one move, or finish/)
  })
})
