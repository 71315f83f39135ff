import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { PageControllerError } from '../../src/browser/browser.ts'
import { choose, click, DONE, fill, finish, submitForm, FORM, runScript } from '../support/run-script.ts'
import { createFakePageController } from '../support/fake-page-controller.ts'
import type { FakePageController } from '../support/fake-page-controller.ts'
import { messagesOfTurn, NEVER_RESPONDS, useModels } from '../support/model.ts'
import type { Turn } from '../support/model.ts'
import { button, viewOf } from '../support/views.ts'
import type { TestElement } from '../support/views.ts'

const models = useModels()

describe('a model that fails', () => {
  const failures: [name: string, turn: Turn, reason: RegExp][] = [
    ['its key is refused', { status: 401 }, /does not accept its key/],
    ['its endpoint is overloaded', { status: 429, headers: { 'retry-after': '1' } }, /status 429/],
    ['its endpoint is broken', { status: 500 }, /status 500/],
    ['the connection breaks off', { beginning: '{"choices"' }, /could not be reached/],
    ['it does not answer', NEVER_RESPONDS, /did not answer within/],
    ['it writes no JSON', 'I would rather not.', /without a JSON object/],
    ['it writes half of it', '{"why":"next","moves":[{"do":"cl', /neither moves nor an end|no progress/],
    ['it answers something else', { weather: 'fine' }, /neither moves nor an end/],
  ]
  for (const [name, turn, reason] of failures) {
    it(`ends in an honest failure with what was done: ${name}`, async () => {
      const stage = createFakePageController(FORM, submitForm)
      const script = [{ ...choose(fill('mail', 'bob')), collect: ['Email'] }, turn]
      const { outcome } = await runScript(models, 'Log in as bob', script, {
        controller: stage,
        settings: turn === NEVER_RESPONDS ? { attemptMs: 300, totalMs: 1500 } : {},
      })
      assert.deepEqual([outcome.done, outcome.actions.length, stage.actions.length], [false, 1, 1])
      assert.match(outcome.error!, reason)
      assert.match(outcome.output, /One action was done before\. Collected so far:\nEmail/)
    })
  }

  it('is asked again when its endpoint was only busy', async () => {
    const script = [{ status: 429 }, { status: 500 }, choose(click('go')), DONE]
    const { outcome, model } = await runScript(models, 'Log in', script)
    assert.deepEqual([outcome.done, model.requests.length], [true, 4])
  })

  it('is told which elements are not there, and what failed before', async () => {
    const stage = createFakePageController(FORM, submitForm)
    const script = [
      choose(click('e99')),
      choose(click('mail')),
      choose(click('mail')),
      choose(click('go')),
      DONE,
    ]
    const { model } = await runScript(models, 'Click it', script, { controller: stage })
    assert.deepEqual(
      stage.actions.map((deed) => 'ref' in deed && deed.ref),
      ['mail', 'go'],
    )
    assert.match(JSON.stringify(model.requests[1]!.body), /no element \[e99\]/)
    assert.match(JSON.stringify(model.requests[3]!.body), /This failed before/)
  })

  it('that goes in circles is stopped', async () => {
    const one = viewOf([button('go', 'Next')])
    const two = viewOf([button('back', 'Back')])
    const stage = createFakePageController(one, (deed) => ('ref' in deed && deed.ref === 'go' ? two : one))
    const turn = ({ body }: { body: unknown }) =>
      choose(click(JSON.stringify(body).includes('\\n[go] button') ? 'go' : 'back'))
    const { outcome, model } = await runScript(models, 'Click through', [turn], { controller: stage })
    assert.deepEqual([outcome.done, stage.actions.length], [false, 4])
    assert.match(outcome.error!, /no progress in 3 rounds/)
    assert.match(
      messagesOfTurn(model, model.requests.length - 1).user,
      /exactly these moves on exactly this page/,
    )
  })

  it('decides thirty times at most', async () => {
    let count = 0
    const stage = createFakePageController(FORM, () =>
      viewOf([button('go', 'Log in'), { role: 'text', ownText: `${count++}` }]),
    )
    const { outcome, model } = await runScript(models, 'Log in', [choose(click('go'))], { controller: stage })
    assert.deepEqual([outcome.done, model.requests.length, outcome.actions.length], [false, 30, 30])
    assert.match(outcome.error!, /not finished within 30 rounds/)
  })
})

describe('a run that is cut short', () => {
  it('says what was done when the page does not answer any more', async () => {
    const stage = createFakePageController(FORM, submitForm)
    let looks = 0
    const look: FakePageController['view'] = async (signal) => {
      if (looks++ > 1) throw new PageControllerError('timeout', 'The page does not answer.')
      return await createFakePageController(FORM, submitForm).view(signal)
    }
    const script = [choose(fill('mail', 'bob'), fill('mail', 'eve'))]
    const { outcome } = await runScript(models, 'Log in', script, { controller: { ...stage, view: look } })
    assert.deepEqual([outcome.done, outcome.error], [false, 'The page does not answer.'])
    assert.equal(outcome.actions.length, 1)
  })

  it('says what was done when the time is over', async () => {
    const over = new AbortController()
    const stage = createFakePageController(FORM, (_, view) => {
      over.abort(new DOMException('The time is over.', 'TimeoutError'))
      return viewOf([...(view.elements as TestElement[]), { role: 'text', ownText: 'New' }])
    })
    const { outcome } = await runScript(models, 'Log in', [choose(click('go')), finish('x')], {
      controller: stage,
      signal: over.signal,
    })
    assert.deepEqual([outcome.done, outcome.actions.length], [false, 1])
    assert.match(outcome.error!, /time was over/)
  })
})
