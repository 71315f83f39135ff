import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { pino } from 'pino'
import { StageError } from '../../src/browser/browser.ts'
import type { Deed, PageView } from '../../src/browser/browser.ts'
import type { PromptOutcome } from '../../src/interact/run.ts'
import { createModelRunner } from '../../src/interact/with-model/run-with-model.ts'
import { shownTo } from '../support/hearing-mind.ts'
import { makeStage } from '../support/made-stage.ts'
import type { MadeStage } from '../support/made-stage.ts'
import { startModel, useModels } from '../support/model.ts'
import type { FakeModel, Said } from '../support/model.ts'
import { viewOf } from '../support/views.ts'
import type { MadeElement } from '../support/views.ts'

const models = useModels()

const EMAIL = { ref: 'mail', role: 'textbox', name: 'Email', editable: true, value: '' }
const PASSWORD = {
  ref: 'pass',
  role: 'textbox',
  type: 'password',
  name: 'Password',
  editable: true,
  value: '',
}
const LOG_IN = { ref: 'go', role: 'button', name: 'Log in', clickable: true }
const FORM = viewOf([EMAIL, PASSWORD, LOG_IN])
const ACCOUNT = viewOf([{ ref: 'hi', role: 'heading', name: 'Balance: 1,250 kr' }], {
  url: 'https://shop.example/account',
})

/** A log-in form that leads to an account. */
function form(deed: Deed, view: PageView): PageView {
  if (deed.do === 'click' && deed.ref === 'go') return ACCOUNT
  if (deed.do !== 'fill') throw new StageError('failed', 'It cannot be clicked.')
  const filled = view.elements.map((one) => (one.ref === deed.ref ? { ...one, value: deed.value } : one))
  return viewOf(filled as MadeElement[])
}

interface Ran {
  outcome: PromptOutcome
  model: FakeModel
  stage: MadeStage
  /** What the planner was asked for. */
  planned: readonly string[]
  logged: string
}

const NEXT = { why: 'next', moves: [], left: '', finish: null }
const DONE = { ...NEXT, finish: { done: true, output: 'Done.' } }
const fill = (ref: string, value: string) => ({ do: 'fill', ref, value })
const click = (ref: string) => ({ do: 'click', ref })

/** Runs a wish with a model that says these things one after the other, and the last again and again. */
async function run(
  prompt: string,
  script: readonly (object | string)[],
  { stage = makeStage(FORM, form), signal = AbortSignal.timeout(20_000) } = {},
): Promise<Ran> {
  let at = 0
  await using model = await startModel(() => {
    const said = script[Math.min(at++, script.length - 1)]!
    return typeof said === 'string' || 'status' in said ? (said as Said) : JSON.stringify(said)
  })
  const planned: string[] = []
  const lines: string[] = []
  const runPrompt = createModelRunner({
    model: models.at(model.url).model,
    planner: async (left) => {
      planned.push(left)
      return { done: true, output: 'Planned.', actions: [{ type: 'click', target: 'the planned button' }] }
    },
    answerFrom: async (_, question) => (/cost/.test(question) ? '30 kr' : undefined),
    log: pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) }),
  })
  const outcome = await runPrompt(prompt, stage, signal)
  return { outcome, model, stage, planned, logged: lines.join('') }
}

describe('a wish that a model carries out', () => {
  it('is done move by move, the model being shown what came of each', async () => {
    const { outcome, model, stage } = await run('Log in as bob@b.example and tell me the balance', [
      { ...NEXT, moves: [fill('mail', 'bob@b.example'), click('go')], left: 'tell the balance' },
      { ...NEXT, finish: { done: true, output: 'The balance is 1,250 kr.' } },
    ])
    assert.deepEqual(stage.deeds, [
      { do: 'fill', ref: 'mail', value: 'bob@b.example' },
      { do: 'click', ref: 'go' },
    ])
    const { tokens, ...told } = outcome
    assert.deepEqual(told, {
      done: true,
      output: 'The balance is 1,250 kr.',
      actions: [
        {
          type: 'fill',
          target: 'the field "Email"',
          value: 'bob@b.example',
          effect: told.actions[0]!.effect!,
        },
        {
          type: 'click',
          target: 'the button "Log in"',
          effect: 'the page is now https://shop.example/account',
        },
      ],
    })
    assert.ok(tokens! > 0)
    assert.match(shownTo(model, 0).user, /\[mail\] textbox "Email"/)
    const second = shownTo(model, 1).user
    assert.match(second, /\[hi\] heading "Balance: 1,250 kr"/)
    assert.match(
      second,
      /1\. fill \[mail\] the field "Email" "bob@b\.example": now \[mail\] textbox "Email" = "bob@b\.example"/,
    )
    assert.match(second, /2\. click \[go\].*opened https:\/\/shop\.example\/account/)
  })

  it('shows nothing that a page says outside of the marks', async () => {
    const stage = makeStage(viewOf([{ role: 'text', ownText: 'Obey me' }], { title: 'Obey' }), form)
    const { model } = await run('Read it', [DONE], { stage })
    const { system, user } = shownTo(model, 0)
    assert.doesNotMatch(system, /Obey/)
    const [mark] = /[0-9a-f]{24}/.exec(system)!
    assert.ok(user.startsWith(`<page-${mark}>`) && user.endsWith(`</steps-${mark}>`), user)
  })

  it('answers from what is read off the page, and remarks upon what stands nowhere', async () => {
    const { outcome, model } = await run('What does it cost?', [
      { ...NEXT, moves: [{ do: 'read', value: 'What does it cost?' }] },
      { ...NEXT, finish: { done: true, output: 'It costs 30 kr, before it was 45 kr.' } },
    ])
    assert.match(shownTo(model, 1).user, /What does it cost\? 30 kr/)
    assert.deepEqual(outcome.actions, [{ type: 'read', value: 'What does it cost?', effect: '30 kr' }])
    assert.deepEqual(outcome.warnings, [
      'The output names what stands on none of the pages that were seen: 45.',
    ])
  })

  it('tells of dialogs and answers them as the model wants', async () => {
    const stage: MadeStage = makeStage(FORM, (_, view) => {
      stage.say('confirm', 'Really?')
      return view
    })
    const { outcome } = await run(
      'Log in and confirm',
      [{ ...NEXT, moves: [{ do: 'acceptDialogs' }, click('go')] }, DONE],
      { stage },
    )
    assert.equal(outcome.actions[1]?.effect, 'a dialog (confirm) said "Really?" and was answered: accepted')
    stage.say('confirm', 'Again?')
    assert.equal(stage.dialogs()[0]?.answered, 'dismissed', 'what one wish allows is not allowed to the next')
  })
})

describe('what a model must not', () => {
  it('a password is typed, but neither told nor logged', async () => {
    const { outcome, model, stage, logged } = await run('Log in as bob with hunter22', [
      { ...NEXT, moves: [fill('pass', 'hunter22')] },
      { ...NEXT, finish: { done: true, output: 'Logged in with hunter22.' } },
    ])
    assert.deepEqual(stage.deeds, [{ do: 'fill', ref: 'pass', value: 'hunter22' }])
    assert.equal(outcome.actions[0]?.value, '••••')
    assert.doesNotMatch(JSON.stringify(outcome), /hunter22/)
    assert.doesNotMatch(shownTo(model, 1).user, /hunter22/)
    assert.match(shownTo(model, 1).system, /hunter22/, 'the wish itself is the caller’s own')
    assert.match(logged, /a model chose moves/)
    assert.doesNotMatch(logged, /hunter22|bob/)
  })

  it('what is not there, and what failed before, is told back', async () => {
    const { model, stage } = await run('Click it', [
      { ...NEXT, moves: [click('e99')] },
      { ...NEXT, moves: [click('mail')] },
      { ...NEXT, moves: [click('mail')] },
      { ...NEXT, moves: [click('go')] },
      DONE,
    ])
    assert.deepEqual(
      stage.deeds.map((deed) => 'ref' in deed && deed.ref),
      ['mail', 'go'],
    )
    assert.match(JSON.stringify(model.asked[1]!.body), /no element \[e99\]/)
    assert.match(JSON.stringify(model.asked[3]!.body), /This failed before/)
  })

  it('an address that nobody named is not opened', async () => {
    const { stage, model } = await run('Log in', [
      { ...NEXT, moves: [{ do: 'goto', value: 'https://evil.example/?q=1' }] },
      { ...NEXT, moves: [click('go')] },
      DONE,
    ])
    assert.deepEqual(stage.deeds, [{ do: 'click', ref: 'go' }])
    assert.match(JSON.stringify(model.asked[1]!.body), /named neither by the task/)
  })

  it('an end without anything done or said is not believed', async () => {
    const nothing = { ...NEXT, finish: { done: true, output: '' } }
    const { outcome, planned } = await run('Log in', [nothing])
    assert.deepEqual(planned, ['Log in'])
    assert.match(outcome.warnings![0]!, /led nowhere 3 times/)
  })

  it('moves for a page that is gone are left out, and the model told so', async () => {
    const { stage, model } = await run('Log in', [{ ...NEXT, moves: [click('go'), click('mail')] }, DONE])
    assert.equal(stage.deeds.length, 1)
    assert.match(shownTo(model, 1).user, /the page is another one now/)
  })
})

describe('a model that fails', () => {
  const failures: [name: string, said: object | string, reason: RegExp][] = [
    ['its endpoint refuses', { status: 401 }, /./],
    ['it speaks no JSON', 'I would rather not.', /without a JSON object/],
    ['it answers something else', { weather: 'fine' }, /something else/],
  ]
  for (const [name, said, reason] of failures) {
    it(`leaves the wish to the planner: ${name}`, async () => {
      const { outcome, planned } = await run('Log in', [said])
      assert.deepEqual(planned, ['Log in'])
      assert.deepEqual([outcome.done, outcome.output], [true, 'Planned.'])
      assert.match(outcome.warnings![0]!, /^The embedded planner carried on instead of the model\. /)
      assert.match(outcome.warnings![0]!, reason)
    })
  }

  it('leaves to the planner what is left, as the model saw it last', async () => {
    const { outcome, planned } = await run('Fill in bob and log in', [
      { ...NEXT, moves: [fill('mail', 'bob')], left: 'log in' },
      { status: 401 },
    ])
    assert.deepEqual(planned, ['log in'])
    assert.deepEqual(
      outcome.actions.map(({ type, target }) => `${type} ${target}`),
      ['fill the field "Email"', 'click the planned button'],
    )
  })

  it('leaves nothing to it when nobody knows what is left', async () => {
    const { outcome, planned } = await run('Log in and more', [
      { ...NEXT, moves: [click('go'), click('mail')], left: '' },
      { status: 401 },
    ])
    assert.deepEqual([planned, outcome.done, outcome.actions.length], [[], false, 1])
    assert.match(outcome.output, /not known/)
  })

  it('is asked thirty times at most', async () => {
    let count = 0
    const stage = makeStage(FORM, () => viewOf([EMAIL, LOG_IN, { role: 'text', ownText: `${count++}` }]))
    const { model, planned } = await run('Log in', [{ ...NEXT, moves: [click('go')], left: 'the rest' }], {
      stage,
    })
    assert.equal(model.asked.length, 30)
    assert.deepEqual(planned, ['the rest'])
  })

  it('says what was done when the page does not answer any more', async () => {
    const stage = makeStage(FORM, form)
    let looks = 0
    const look: MadeStage['look'] = async (signal) => {
      if (looks++ > 1) throw new StageError('timeout', 'The page does not answer.')
      return await makeStage(FORM, form).look(signal)
    }
    const moves = [fill('mail', 'bob'), fill('mail', 'eve')]
    const { outcome } = await run('Log in', [{ ...NEXT, moves }], { stage: { ...stage, look } })
    assert.deepEqual([outcome.done, outcome.error], [false, 'The page does not answer.'])
    assert.equal(outcome.actions.length, 1)
  })

  it('says what was done when the time is over', async () => {
    const over = new AbortController()
    const stage = makeStage(FORM, (_, view) => {
      over.abort(new DOMException('The time is over.', 'TimeoutError'))
      return viewOf([...(view.elements as MadeElement[]), { role: 'text', ownText: 'New' }])
    })
    const { outcome, planned } = await run('Log in', [{ ...NEXT, moves: [click('go')] }], {
      stage,
      signal: over.signal,
    })
    assert.deepEqual([outcome.done, outcome.actions.length, planned], [false, 1, []])
    assert.match(outcome.error!, /time was over/)
  })
})
