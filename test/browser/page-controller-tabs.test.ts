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
let fixture: LiveFixture
let live: LiveBrowser
let controller: PageController

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
  fixture = opened.use(await openLiveFixture({ ...PAGES }))
  live = opened.use(await fixture.open('/'))
  controller = live.controller
})
after(() => opened.disposeAsync())

const refOf = ({ elements }: PageView, name: string) =>
  elements.find((one) => one.name === name || one.text === name)?.ref ?? assert.fail(name)
const tabs = async () => (await controller.view(signal)).tabs ?? []
const urls = async () => (await tabs()).map(({ url, isFront }) => [new URL(url).pathname, isFront])

describe('tabs of a page controller', () => {
  it('are listed, shown and closed; a new one comes to the front', async () => {
    await controller.act({ do: 'click', ref: refOf(await controller.view(signal), 'Terms') }, signal)
    assert.equal((await controller.view(signal)).title, 'Terms')
    const [home, terms] = await tabs()
    assert.deepEqual(await urls(), [
      ['/', false],
      ['/terms', true],
    ])
    assert.deepEqual([home?.title, terms?.title], ['Home', 'Terms'])
    await controller.act({ do: 'showTab', tab: home!.id }, signal)
    assert.equal((await controller.view(signal)).title, 'Home')
    await controller.act({ do: 'closeTab', tab: terms!.id }, signal)
    assert.deepEqual(await urls(), [], 'a single tab is not listed')
    await assert.rejects(controller.act({ do: 'showTab', tab: terms!.id }, signal), PageControllerError)
  })

  it('can be opened with a page', async () => {
    await controller.act({ do: 'openTab', url: `${fixture.url}/terms` }, signal)
    assert.equal((await controller.view(signal)).title, 'Terms')
    await controller.act({ do: 'closeTab', tab: (await tabs()).at(-1)!.id }, signal)
    assert.equal((await controller.view(signal)).title, 'Home')
    await assert.rejects(
      controller.act({ do: 'openTab', url: 'file:///etc/passwd' }, signal),
      PageControllerError,
    )
    assert.deepEqual(await urls(), [], 'a single tab is not listed')
  })
})

describe('a file field', () => {
  it('accepts files by its label', async () => {
    const ref = refOf(await controller.view(signal), 'Add your CV')
    const base64 = Buffer.from('I can weld.').toString('base64')
    await controller.act(
      { do: 'upload', ref, files: [{ name: 'cv.txt', type: 'text/plain', base64 }] },
      signal,
    )
    assert.ok(
      (await controller.view(signal)).elements.some(({ text }) => text === 'cv.txt text/plain I can weld.'),
    )
  })

  it('is required', async () => {
    await controller.act({ do: 'goto', url: `${fixture.url}/boxes` }, signal)
    const ref = refOf(await controller.view(signal), 'Go')
    const files = [{ name: 'a.txt', type: 'text/plain', base64: '' }]
    await assert.rejects(controller.act({ do: 'upload', ref, files }, signal), /not a file field/)
  })
})

describe('a picture with marks', () => {
  it('has them on the elements, and leaves nothing in the page', async () => {
    await controller.act({ do: 'goto', url: `${fixture.url}/boxes` }, signal)
    const page = fixture.context().pages()[0]!
    const markup = await page.content()
    const box = { x: 300, y: 200, width: 100, height: 40 }
    const plain = await controller.screenshot(signal)
    const marked = await controller.screenshot(signal, [{ label: 'e7', box }])
    assert.equal(await page.content(), markup)
    // The label covers the upper left corner.
    const isRed = ([red, green]: number[]) => red! > 150 && green! < 100
    assert.deepEqual(
      [isRed(await pixel(plain, 303, 198)), isRed(await pixel(marked, 303, 198))],
      [false, true],
    )
  })

  /** The colour of a pixel, read by the browser. */
  async function pixel(jpeg: Buffer, x: number, y: number): Promise<number[]> {
    const page = await fixture.context().newPage()
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
  it('reports the origin of the frame if it is another one', async () => {
    const server = createServer((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html' }).end('<button>Foreign</button>'),
    )
    opened.defer(() => {
      server.closeAllConnections()
      server.close()
    })
    await once(server.listen(0, '127.0.0.2'), 'listening')
    const elsewhere = `http://127.0.0.2:${(server.address() as AddressInfo).port}`
    await controller.act({ do: 'goto', url: `${fixture.url}/framing#${elsewhere}` }, signal)
    const { elements } = await controller.view(signal)
    const originOf = (name: string) => elements.find((one) => one.name === name)?.origin
    assert.deepEqual([originOf('Foreign'), originOf('Own')], [elsewhere, undefined])
  })
})
