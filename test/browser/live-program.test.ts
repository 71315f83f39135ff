import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { PageAction, LiveBrowser, PageView } from '../../src/browser/browser.ts'
import { openCodeRunner } from '../../src/interact/code/open-code-runner.ts'
import { writeProgram } from '../../src/interact/program/write-program.ts'
import { createRunPrompt } from '../../src/interact/run-prompt.ts'
import { createLog } from '../../src/log.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const FORM = `<!doctype html><title>Sign up</title>
  <style>.required::after { content: ' *' } .icon::before { content: '\\2713 ' }
    .box { position: absolute; opacity: 0; width: 0; height: 0 }</style>
  <form action="javascript:0" onsubmit="out.textContent = JSON.stringify([...new FormData(this)])">
  <label class="required">Name <input name="name"></label>
  <label>Password <input name="password" type="password"></label>
  <label>Size <select name="size"><option>S</option><option>M</option></select></label>
  <label>Day <input name="day" type="date"></label>
  <label><input name="news" type="checkbox"> Newsletter</label>
  <input class="box" id="terms" name="terms" type="checkbox"><label for="terms">I accept the terms</label>
  <button class="icon">Sign up</button></form><output id="out"></output>`

const LISTS = `<!doctype html><title>Lists</title>
  <button hidden>Delete</button>
  <table><tr><td>Ann</td><td>admin</td><td><button onclick="note('Ann')">Delete</button></td></tr>
  <tr><td>Bob</td><td>admin</td><td><button onclick="confirm('Delete Bob?') && note('Bob')">Delete</button></td></tr></table>
  <div class="card">Tea <span onclick="note('tea')" style="cursor: pointer">Add</span></div>
  <div class="card">Milk <span onclick="note('milk')" style="cursor: pointer">Add</span></div>
  <p>City</p><input oninput="document.body.dataset.city = this.value"><p>Town</p><input oninput="document.body.dataset.town = this.value">
  <my-part></my-part><iframe srcdoc="<button onclick=&quot;parent.note('frame')&quot;>Inside</button>"></iframe>
  <label>CV <input type="file" onchange="note(this.files[0].name)"></label>
  <a href="/next">Next</a><p id="out"></p>
  <script>
    function note(text) { out.textContent += text + ' ' }
    customElements.define('my-part', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML = '<button>Shadow</button>'
        this.shadowRoot.firstChild.onclick = () => note('shadow')
      }
    })
  </script>`
const NEXT = `<!doctype html><title>Next</title><a href="/popup" target="_blank">Open</a>
  <form action="/done"><input name="q" aria-label="Search"></form>`

const signal = AbortSignal.timeout(120_000)
const opened = new AsyncDisposableStack()
let ground: LiveFixture

before(async () => {
  ground = opened.use(
    await openLiveFixture({
      '/': FORM,
      '/lists': LISTS,
      '/next': NEXT,
      '/popup': '<!doctype html><title>Popup</title><button onclick="document.title = 42">Answer</button>',
    }),
  )
})
after(() => opened.disposeAsync())

/** Runs a program in a browser of its own, and reads what came of it. */
async function replay<State>(code: string, stateOf: (live: LiveBrowser) => Promise<State>): Promise<State> {
  await using runner = openCodeRunner({ languages: ['node'], log: createLog('silent', false) })
  await using live = await ground.open(undefined)
  const run = await runner.run({ code, language: 'node', timeoutMs: 60_000 }, live.remote, signal)
  assert.equal(run.error, undefined, `${run.error}\n${code}`)
  assert.deepEqual([run.exitCode, run.result, run.stdout], [0, '', ''])
  return await stateOf(live)
}

const textOf = async (selector: string) =>
  (await ground.context().pages()[0]!.locator(selector).textContent()) ?? ''

describe('the program of a run', () => {
  it('brings a form into the same state without planner or model', async () => {
    await using live = await ground.open('/')
    const run = createRunPrompt({
      model: undefined,
      answerFrom: async () => undefined,
      log: createLog('silent', false),
      mostTokens: 1000,
      prices: undefined,
    })
    const prompt =
      'Type "Ann" into Name, type "s3cret!x" into Password, select M in Size, check Newsletter and click "Sign up"'
    const outcome = await run(prompt, live.controller, signal)
    assert.equal(outcome.done, true, JSON.stringify(outcome))
    const sent = await textOf('#out')
    assert.match(sent, /Ann.*s3cret!x.*M.*news/)
    const { code = '', ...told } = outcome
    assert.match(code, /^const password = "s3cret!x"\n/)
    assert.doesNotMatch(JSON.stringify(told), /s3cret/)
    assert.equal(await replay(code, () => textOf('#out')), sent)
  })

  it('has the steps that were done before one that failed', async () => {
    await using live = await ground.open('/')
    const run = createRunPrompt({
      model: undefined,
      answerFrom: async () => undefined,
      log: createLog('silent', false),
      mostTokens: 1000,
      prices: undefined,
    })
    const { done, code = '' } = await run(
      'Type "Ann" into Name, then click "Cancel order"',
      live.controller,
      signal,
    )
    assert.equal(done, false)
    assert.match(code, /fill\("Ann"\)\n$/)
  })

  it('finds names that style sheets add to, controls behind labels and fields of the browser', async () => {
    await using live = await ground.open('/')
    const { act, code } = acting(live)
    await act('Name', (ref) => ({ do: 'fill', ref, value: 'Ann' }))
    await act('Day', (ref) => ({ do: 'fill', ref, value: '2027-03-08' }))
    await act('I accept the terms', (ref) => ({ do: 'check', ref, on: true }))
    await act('Sign up', (ref) => ({ do: 'click', ref }))
    const sent = await textOf('#out')
    assert.match(sent, /Ann.*2027-03-08.*terms/)
    assert.equal(await replay(code()!, () => textOf('#out')), sent)
  })

  it('tells rows, cards, fields, shadow roots and frames apart, and answers dialogs as before', async () => {
    await using live = await ground.open('/lists')
    const { stage, act, code } = acting(live)
    stage.setDialogReply({ accept: true })
    await act('Delete', (ref) => ({ do: 'click', ref }), 1, 'button')
    await act('Add', (ref) => ({ do: 'click', ref }), 1)
    await act('Town', (ref) => ({ do: 'fill', ref, value: 'Ulm' }), 0, 'textbox')
    await act('Shadow', (ref) => ({ do: 'click', ref }))
    await act('Inside', (ref) => ({ do: 'click', ref }))
    const files = [{ name: 'cv.txt', type: 'text/plain', base64: 'QWRh' }]
    await act('CV', (ref) => ({ do: 'upload', ref, files }), 0, 'button')
    const state = async () => [await textOf('#out'), await dataOf()]
    const before = await state()
    assert.deepEqual(before, ['Bob milk shadow frame cv.txt ', { town: 'Ulm' }])
    assert.match(code()!, /getByRole\("row"\)\.filter\(\{ hasText: "Bob" \}\)/)
    assert.deepEqual(await replay(code()!, state), before)
  })

  it('follows links to other pages and tabs', async () => {
    await using live = await ground.open('/lists')
    const { act, code } = acting(live)
    await act('Next', (ref) => ({ do: 'click', ref }))
    await act('Open', (ref) => ({ do: 'click', ref }))
    await act('Answer', (ref) => ({ do: 'click', ref }))
    const title = async () => {
      await waitUntil(async () => (await ground.context().pages().at(-1)!.title()) === '42')
      return ground.context().pages().length
    }
    assert.equal(await title(), 2)
    assert.equal(await replay(code()!, title), 2)
  })
})

const dataOf = () =>
  ground.context().pages()[0]!.evaluate<Record<string, string>>('({ ...document.body.dataset })')

/** Acts on elements by their names, and writes it down. */
function acting(live: LiveBrowser) {
  const { controller: stage, code } = writeProgram(live.controller)
  const found = ({ elements }: PageView, name: string, role?: string) =>
    elements.filter((one) => (one.name === name || one.text === name) && (!role || one.role === role))
  return {
    stage,
    code,
    async act(name: string, deed: (ref: string) => PageAction, at = 0, role?: string) {
      // A tab that a link opened comes to the front a moment later.
      await waitUntil(async () => found(await stage.view(signal), name, role).length > at)
      await stage.act(deed(found(await stage.view(signal), name, role)[at]!.ref), signal)
    },
  }
}
