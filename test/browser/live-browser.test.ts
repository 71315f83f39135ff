import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import type { LiveBrowser } from '../../src/browser/browser.ts'
import { isFault } from '../support/is-fault.ts'
import { killNow } from '../support/kill-now.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'
import { waitUntil } from '../support/wait-until.ts'

const { signal } = new AbortController()

const PAGES: Parameters<typeof openLiveFixture>[0] = {
  '/form': `<!doctype html><title>Form</title><script src="/ads/a.js"></script>
    <div id="cookie-banner" class="cookie-consent">We use cookies <button>Accept</button></div>
    <input id="name" oninput="echo.textContent = this.value"><p id="echo"></p>`,
  '/file': (response) =>
    response
      .writeHead(200, {
        'content-type': 'text/csv',
        'content-disposition': 'attachment; filename="list.csv"',
      })
      .end('a,b\n'),
  '/opener': `<!doctype html><title>Opener</title><button onclick="window.open('/opened')">Open</button>
    <a href="/file">File</a>`,
  '/opened': `<!doctype html><title>Opened</title><p>A second window</p><button onclick="window.close()">Leave</button>`,
  '/giving': `<!doctype html><title>Giving</title><a href="/endless">Endless</a>
    <button onclick="for (let i = 0; i < 8; i++) give.click()">Many</button><a id="give" href="/file" download></a>`,
  '/endless': (response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' })
    const piece = Buffer.alloc(1 << 20)
    const write = () => {
      while (response.write(piece));
    }
    response.on('drain', write)
    write()
  },
  '/remember': `<!doctype html><title>Remember</title>
    <script>document.cookie = 'kept=cookie; max-age=1000'; localStorage.kept = 'storage'</script>`,
  '/recall': `<!doctype html><title>Recall</title><p id="found"></p>
    <script>found.textContent = document.cookie + '; ' + localStorage.kept</script>`,
}

let ground: LiveFixture
before(async () => {
  ground = await openLiveFixture(PAGES)
})
after(() => ground[Symbol.asyncDispose]())

const seen = async (live: LiveBrowser) => await live.controller.html(signal)
const click = async (live: LiveBrowser, name: string) => {
  const { elements } = await live.controller.view(signal)
  const ref = elements.find((element) => element.clickable && element.name === name)?.ref
  assert.ok(ref, `there is no ${name}`)
  await live.controller.act({ do: 'click', ref }, signal)
}

describe('a live browser', () => {
  it('opens an empty tab when there is nothing to bring back', async () => {
    await using live = await ground.open(undefined)
    assert.equal(live.controller.url(), 'about:blank')
    assert.ok(live.processId > 0)
  })

  it('brings a page back as its visit left it, and takes nothing out of it', async () => {
    await using live = await ground.open('/form', {
      headers: { 'X-Own': 'yes', Cookie: 'taste=salt' },
      mobile: true,
      location: { country: 'DE', languages: ['de'] },
      actions: [
        { type: 'click', selector: '#name', all: false },
        { type: 'write', text: 'Ada' },
        { type: 'screenshot', fullPage: false },
      ],
    })
    const html = await seen(live)
    assert.match(html, /id="echo"[^>]*>Ada</)
    assert.match(html, /id="cookie-banner"/)
    const { headers } = ground.requests.find(({ path }) => path === '/form')!
    assert.equal(headers['x-own'], 'yes')
    assert.equal(headers.cookie, 'taste=salt')
    assert.equal(headers['accept-language'], 'de')
    assert.match(headers['user-agent']!, /Mobile/)
    assert.ok(!ground.requests.some(({ path }) => path.startsWith('/ads/')))
    assert.deepEqual(live.warnings(), [])
  })

  it('says why a page cannot be brought back', async () => {
    await assert.rejects(ground.open('/file'), isFault('CONFLICT'))
    await assert.rejects(ground.open('http://10.0.0.1/'), isFault('FORBIDDEN'))
    await assert.rejects(ground.open('file:///etc/passwd'), isFault('FORBIDDEN'))
    const actions = [{ type: 'click' as const, selector: '#missing', all: false }]
    await assert.rejects(ground.open('/form', { actions }), isFault('SCRAPE_ACTION_ERROR'))
  })

  it('shows windows that pages open in front, with the headers of the visit, until they are closed', async () => {
    await using live = await ground.open('/opener', { headers: { 'X-Own': 'yes' } })
    await click(live, 'Open')
    await waitUntil(() => live.controller.url() === `${ground.url}/opened`)
    await live.controller.act({ do: 'wait', ms: 0 }, signal)
    assert.match(await seen(live), /A second window/)
    assert.equal(ground.requests.find(({ path }) => path === '/opened')?.headers['x-own'], 'yes')
    await click(live, 'Leave')
    await waitUntil(() => live.controller.url() === `${ground.url}/opener`)
  })

  it('lists the files that pages give', async () => {
    await using live = await ground.open('/opener')
    await click(live, 'File')
    await waitUntil(() => live.controller.downloads()[0]?.state === 'done')
    assert.deepEqual(live.controller.downloads(), [
      { url: `${ground.url}/file`, name: 'list.csv', sizeBytes: 4, state: 'done' },
    ])
  })

  it('takes so many files and no more, and none without end', async () => {
    await using live = await ground.open('/giving')
    const asked = () => ground.requests.filter(({ path }) => path === '/file').length
    const before = asked()
    // Chromium itself takes ten in a second.
    await waitUntil(async () => {
      await click(live, 'Many')
      return asked() - before > 24
    }, 30_000)
    await waitUntil(() => live.controller.downloads().every(({ state }) => state === 'done'))
    await waitUntil(() => ground.files().length === 20)
    await using other = await ground.open('/giving')
    await click(other, 'Endless')
    await waitUntil(() => other.controller.downloads()[0]?.state === 'failed', 30_000)
    assert.equal(live.controller.downloads().length, 20)
  })

  it('keeps cookies and storage for the next browser', async () => {
    let state: string | undefined
    {
      await using live = await ground.open('/remember')
      state = await live.profileState()
      assert.equal(live.controller.url(), `${ground.url}/remember`)
    }
    await using live = await ground.open('/recall', { profile: { state, saveChanges: false } })
    assert.match(await seen(live), /id="found"[^>]*>kept=cookie; storage</)
  })

  it('shows nothing of this machine or of the browser in any tab, whoever asks for it', async () => {
    await using live = await ground.open('/opener')
    for (const url of ['file:///etc/passwd', 'chrome://version/']) {
      const page = await ground.context().newPage()
      await page.goto(url).catch(() => {})
      await waitUntil(() => page.isClosed() || /^(about:blank|chrome-error:.*)$/.test(page.url()))
      assert.doesNotMatch(await seen(live), /root:|Chromium/)
      await page.close()
    }
  })

  it('has a page in front when all are closed, and when one crashes', async () => {
    await using live = await ground.open('/opener')
    await ground.context().pages()[0]!.close()
    await waitUntil(() => live.controller.url() === 'about:blank')
    await live.controller.act({ do: 'goto', url: `${ground.url}/opened` }, signal)
    assert.match(await seen(live), /A second window/)
    await ground
      .context()
      .pages()[0]!
      .goto('chrome://crash')
      .catch(() => {})
    await waitUntil(() => live.controller.url() === 'about:blank')
  })

  it('ends by itself when its process does', async () => {
    const live = await ground.open(undefined)
    killNow(live.processId)
    await waitUntil(() => live.ended.aborted && ground.credentials() === 0 && ground.folders().length === 0)
    await live[Symbol.asyncDispose]()
  })

  it('leaves nothing behind, whether it was opened or given up', async () => {
    const early = [AbortSignal.abort(new Error('never')), abortingAfter(1), abortingAfter(150), signal]
    const sessions = await Promise.allSettled(early.map((given) => ground.open('/form', {}, given)))
    assert.deepEqual(
      sessions.slice(0, 2).map(({ status }) => status),
      ['rejected', 'rejected'],
    )
    for (const session of sessions) {
      if (session.status === 'fulfilled') await session.value[Symbol.asyncDispose]()
    }
    await waitUntil(() => ground.credentials() === 0 && ground.folders().length === 0)
  })

  it('ends with the engine', async () => {
    const live = await ground.open(undefined)
    const opening = ground.open('/form').catch((failure: unknown) => failure)
    await ground.end()
    assert.ok(isFault('UNAVAILABLE')(await opening))
    assert.ok(live.ended.aborted)
    await waitUntil(() => ground.credentials() === 0 && ground.folders().length === 0)
  })
})

function abortingAfter(ms: number): AbortSignal {
  return AbortSignal.timeout(ms)
}
