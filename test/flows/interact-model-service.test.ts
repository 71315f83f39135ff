import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startTestApp } from '../support/app.ts'
import type { TestApp } from '../support/app.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { choose, finish } from '../support/run-script.ts'
import { playScript, promptsOf, messagesOfTurn, startModel } from '../support/model.ts'
import type { FakeModel, Turn } from '../support/model.ts'

const LOG_IN = `<!doctype html><title>Sign in</title><h1>Sign in</h1>
  <form onsubmit="event.preventDefault(); out.textContent = 'Welcome ' + user.value + (pass.value === 'hunter22' ? ', balance 1,250 kr' : ', wrong')">
    <label>User <input id="user"></label><label>Password <input id="pass" type="password"></label>
    <button>Sign in</button></form>
  <label for="cv">Your CV</label><input id="cv" type="file" onchange="out.textContent = this.files[0].name">
  <a href="/terms" target="_blank">Terms</a><p id="out" role="status"></p>`

const opened = new AsyncDisposableStack()
let site: CrawlSite
let model: FakeModel
let app: TestApp
let turn: ReturnType<typeof playScript>

before(async () => {
  site = opened.use(
    await startCrawlSite((path) =>
      path === '/terms' ? '<!doctype html><title>Terms</title><h1>Our terms</h1>' : LOG_IN,
    ),
  )
  model = opened.use(await startModel((asked) => turn(asked)))
  app = opened.use(
    await startTestApp({
      WINNOW_LLM_URL: model.url,
      WINNOW_LLM_MODEL: 'gpt-5-scripted',
      WINNOW_LLM_PRICES: '1/2',
      WINNOW_INTERACT_MAX_TOKENS: '100000',
    }),
  )
})
after(() => opened.disposeAsync())

/** The ref of an element, as a model reads it off its prompt. */
function refIn(asked: { body: unknown }, line: RegExp): string {
  const shown = messagesOfTurn({ requests: [asked as FakeModel['requests'][number]] }, 0).user
  const page = shown.slice(shown.lastIndexOf('<page-'))
  return new RegExp(`\\[(\\w+)\\] ${line.source}`).exec(page)?.[1] ?? assert.fail(`${line} in ${page}`)
}

async function interact(json: object, script: readonly Turn[]) {
  turn = playScript(script)
  const { body: scraped } = await app.call('/v2/scrape', {
    json: { url: `${site.url}/?${model.requests.length}` },
  })
  const { body } = await app.call(`/v2/scrape/${scraped.data.metadata.scrapeId}/interact`, { json })
  await app.call(`/v2/browser/${body.sessionId}`, { method: 'DELETE' })
  return body
}

describe('interact with a model', () => {
  it('fills in variables in a real page, and answers with data, usage and cost', async () => {
    const body = await interact(
      {
        prompt: 'Sign in as <user> with <secret> and give the balance',
        variables: { user: 'ada-lovelace', secret: 'hunter22' },
        schema: { type: 'object', properties: { balance: { type: 'string' } }, required: ['balance'] },
        timeout: 60,
      },
      [
        (asked) =>
          choose(
            { do: 'fill', ref: refIn(asked, /textbox "User"/), value: '<user>' },
            { do: 'fill', ref: refIn(asked, /password field "Password"/), value: '<secret>' },
            { do: 'click', ref: refIn(asked, /button "Sign in"/) },
          ),
        finish('{"balance":"1,250 kr"}'),
      ],
    )
    assert.equal(body.success, true, JSON.stringify(body))
    assert.deepEqual(body.data, { balance: '1,250 kr' })
    const { rounds, inputTokens, outputTokens, cost } = body.usage
    assert.deepEqual([rounds, cost], [2, (inputTokens + 2 * outputTokens) / 1_000_000])
    assert.doesNotMatch(JSON.stringify(body.actions), /hunter22|ada-lovelace/)
    const { code, ...others } = body
    assert.match(code, /^const password = "hunter22"\n[^]*fill\("ada-lovelace"\)[^]*fill\(password\)/)
    assert.doesNotMatch(JSON.stringify(others), /hunter22|ada-lovelace/)
    assert.doesNotMatch(promptsOf(model), /hunter22|ada-lovelace/)
    assert.match(messagesOfTurn(model, 1).user, /Welcome <user>, balance 1,250 kr/)
    const hasPicture = model.requests.map(({ body: sent }) =>
      JSON.stringify(sent).includes('data:image/jpeg;base64,'),
    )
    assert.deepEqual(hasPicture, [true, false], 'no picture shows a variable')
  })

  it('uploads a file of the request, and goes to a tab that opens and back', async () => {
    const first = model.requests.length
    const body = await interact(
      {
        prompt: 'Upload my CV, open the terms and come back',
        variables: { cv: { fileName: 'cv.txt', text: 'I weld.' } },
        timeout: 60,
      },
      [
        (asked) => choose({ do: 'upload', ref: refIn(asked, /\S+ "Your CV"/), value: '<cv>' }),
        (asked) => choose({ do: 'click', ref: refIn(asked, /link "Terms"/) }),
        choose({ do: 'showTab', value: 't1' }),
        finish('Uploaded "cv.txt".'),
      ],
    )
    assert.equal(body.success, true, JSON.stringify(body))
    assert.match(messagesOfTurn(model, first + 2).user, /t2 \(in front\) "Terms"/)
    assert.match(messagesOfTurn(model, first + 3).user, /"cv\.txt"/)
  })
})
