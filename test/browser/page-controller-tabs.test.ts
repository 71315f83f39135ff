import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PageControllerError } from '../../src/browser/browser.ts'
import type { LiveBrowser, PageView, PageController } from '../../src/browser/browser.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import type { LiveFixture } from '../support/live-fixture.ts'

const { signal } = new AbortController()
const opened = new AsyncDisposableStack()
let ground: LiveFixture
let live: LiveBrowser
let stage: PageController

const PAGES = {
  '/': `<!doctype html><title>Home</title><a href="/terms" target="_blank">Terms</a>
    <label for="cv" style="border: 1px solid">Add your CV</label><input id="cv" type="file" style="display: none">
    <output id="out"></output>
    <script>cv.onchange = async () => {
      out.textContent = cv.files[0].name + ' ' + cv.files[0].type + ' ' + await cv.files[0].text()
    }</script>`,
  '/terms': '<!doctype html><title>Terms</title><h1>Our terms</h1>',
  '/boxes': `<!doctype html><title>Boxes</title><body style="margin: 0; background: #fff">
    <button style="position: absolute; left: 300px; top: 200px; width: 100px; height: 40px">Go</button>`,
  '/framing':
    '<!doctype html><title>Framing</title><iframe id="other"></iframe><iframe srcdoc="<button>Own</button>"></iframe><script>other.src = location.hash.slice(1)</script>',
}

before(async () => {
  ground = opened.use(await openLiveFixture({ ...PAGES }))
  live = opened.use(await ground.open('/'))
  stage = live.controller
})
after(() => opened.disposeAsync())

const refOf = ({ elements }: PageView, name: string) =>
  elements.find((one) => one.name === name || one.text === name)?.ref ?? assert.fail(name)
const tabs = async () => (await stage.view(signal)).tabs ?? []
const urls = async () => (await tabs()).map(({ url, isFront }) => [new URL(url).pathname, isFront])

describe('tabs of a stage', () => {
  it('are listed, shown and closed; one that opens comes to the front', async () => {
    await stage.act({ do: 'click', ref: refOf(await stage.view(signal), 'Terms') }, signal)
    assert.equal((await stage.view(signal)).title, 'Terms')
    const [home, terms] = await tabs()
    assert.deepEqual(await urls(), [
      ['/', false],
      ['/terms', true],
    ])
    assert.deepEqual([home?.title, terms?.title], ['Home', 'Terms'])
    await stage.act({ do: 'showTab', tab: home!.id }, signal)
    assert.equal((await stage.view(signal)).title, 'Home')
    await stage.act({ do: 'closeTab', tab: terms!.id }, signal)
    assert.deepEqual(await urls(), [], 'a single tab is not listed')
    await assert.rejects(stage.act({ do: 'showTab', tab: terms!.id }, signal), PageControllerError)
  })

  it('are opened with a page', async () => {
    await stage.act({ do: 'openTab', url: `${ground.url}/terms` }, signal)
    assert.equal((await stage.view(signal)).title, 'Terms')
    await stage.act({ do: 'closeTab', tab: (await tabs()).at(-1)!.id }, signal)
    assert.equal((await stage.view(signal)).title, 'Home')
    await assert.rejects(stage.act({ do: 'openTab', url: 'file:///etc/passwd' }, signal), PageControllerError)
    assert.deepEqual(await urls(), [], 'a single tab is not listed')
  })
})

describe('a file field', () => {
  it('gets files by its label', async () => {
    const ref = refOf(await stage.view(signal), 'Add your CV')
    const base64 = Buffer.from('I can weld.').toString('base64')
    await stage.act({ do: 'upload', ref, files: [{ name: 'cv.txt', type: 'text/plain', base64 }] }, signal)
    assert.ok(
      (await stage.view(signal)).elements.some(({ text }) => text === 'cv.txt text/plain I can weld.'),
    )
  })

  it('is needed', async () => {
    await stage.act({ do: 'goto', url: `${ground.url}/boxes` }, signal)
    const ref = refOf(await stage.view(signal), 'Go')
    const files = [{ name: 'a.txt', type: 'text/plain', base64: '' }]
    await assert.rejects(stage.act({ do: 'upload', ref, files }, signal), /takes no files/)
  })
})

describe('a picture with marks', () => {
  it('shows them where the elements are, and leaves nothing in the page', async () => {
    await stage.act({ do: 'goto', url: `${ground.url}/boxes` }, signal)
    const page = ground.context().pages()[0]!
    const markup = await page.content()
    const box = { x: 300, y: 200, width: 100, height: 40 }
    const plain = await stage.screenshot(signal)
    const marked = await stage.screenshot(signal, [{ label: 'e7', box }])
    assert.equal(await page.content(), markup)
    // The label lies over the upper left corner.
    const isRed = ([red, green]: number[]) => red! > 150 && green! < 100
    assert.deepEqual(
      [isRed(await pixel(plain, 303, 198)), isRed(await pixel(marked, 303, 198))],
      [false, true],
    )
  })

  /** Colour of a point of a picture, read by the browser. */
  async function pixel(jpeg: Buffer, x: number, y: number): Promise<number[]> {
    const page = await ground.context().newPage()
    const read = `new Promise((resolve) => {
      const image = new Image()
      image.onload = () => {
        const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
        canvas.drawImage(image, 0, 0)
        resolve([...canvas.getImageData(${x}, ${y}, 1, 1).data])
      }
      image.src = 'data:image/jpeg;base64,${jpeg.toString('base64')}'
    })`
    const colour = (await page.evaluate(read)) as number[]
    await page.close()
    return colour
  }
})

describe('an element in a frame', () => {
  it('tells the origin of the frame when that is another one', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<button>Foreign</button>'),
    )
    opened.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.2'), 'listening')
    const elsewhere = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
    await stage.act({ do: 'goto', url: `${ground.url}/framing#${elsewhere}` }, signal)
    const { elements } = await stage.view(signal)
    const originOf = (name: string) => elements.find((one) => one.name === name)?.origin
    assert.deepEqual([originOf('Foreign'), originOf('Own')], [elsewhere, undefined])
  })
})
