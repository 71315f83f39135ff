import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, before, describe, it } from 'node:test'
import { PageControllerError } from '../../src/browser/browser.ts'
import type {
  PageAction,
  LiveBrowser,
  PageView,
  PageController,
  ViewElement,
} from '../../src/browser/browser.ts'
import { openLiveFixture } from '../support/live-fixture.ts'
import { CONTROL_PAGES } from '../support/control-pages.ts'

const { signal } = new AbortController()
const opened = new AsyncDisposableStack()
let live: LiveBrowser
let stage: PageController
let home: string
let elsewhere: string

before(async () => {
  elsewhere = await startElsewhere()
  const ground = opened.use(await openLiveFixture(CONTROL_PAGES))
  home = ground.url
  live = opened.use(await ground.open(undefined))
  stage = live.controller
})
after(() => opened.disposeAsync())

/** A site of another host, whose pages Chromium keeps in a process of their own. */
async function startElsewhere(): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end('<button onclick="this.textContent = \'Done elsewhere\'">Elsewhere</button>')
  })
  opened.defer(() => {
    server.closeAllConnections()
    server.close()
  })
  await once(server.listen(0, '127.0.0.2'), 'listening')
  return `http://127.0.0.2:${(server.address() as AddressInfo).port}`
}

async function show(path: string): Promise<PageView> {
  await stage.act({ do: 'goto', url: home + path }, signal)
  return await stage.view(signal)
}

function pick(view: PageView, wanted: Partial<ViewElement>): ViewElement {
  const entries = Object.entries(wanted)
  const found = view.elements.find((one) =>
    entries.every(([key, value]) => one[key as keyof ViewElement] === value),
  )
  assert.ok(found, `${JSON.stringify(wanted)} is in ${JSON.stringify(view.elements.map(brief))}`)
  return found
}

const brief = ({ role, name, text }: ViewElement) => `${role} ${name || text}`

const has = (view: PageView, text: string) => view.elements.some((one) => one.text.includes(text))

/** What the page says about what was done to it. */
async function said(): Promise<string> {
  return pick(await stage.view(signal), { hints: 'out' }).text
}

async function act(deed: PageAction): Promise<void> {
  await stage.act(deed, signal)
}

describe('looking at a page', () => {
  it('names controls as a person would', async () => {
    const view = await show('/names')
    const fields = view.elements.filter(
      (one) => one.editable || one.role === 'checkbox' || one.role === 'combobox',
    )
    assert.deepEqual(
      fields.map(({ role, name }) => `${role} ${name}`),
      [
        'textbox By for',
        'textbox Wrapped',
        'textbox One Two',
        'textbox Spoken',
        'searchbox Hint',
        'textbox Right before:',
        'checkbox Right behind',
        'checkbox Next one',
        'spinbutton Cell before',
        'combobox In the box above',
        'textbox',
      ].map((one) => (one === 'textbox' ? 'textbox ' : one)),
    )
    assert.deepEqual(
      view.elements.filter(({ role }) => role === 'button' || role === 'link').map(({ name }) => name),
      ['Send', 'Picture', 'Sign', 'Submit', 'Home'],
    )
    assert.equal(pick(view, { role: 'group' }).name, 'Legend')
  })

  it('tells roles, states, options and values', async () => {
    const view = await show('/states')
    assert.equal(pick(view, { role: 'checkbox', name: 'On' }).checked, true)
    assert.equal(pick(view, { role: 'tab', name: 'First' }).selected, true)
    assert.equal(pick(view, { role: 'button', name: 'Menu' }).expanded, false)
    assert.equal(pick(view, { role: 'button', name: 'Off' }).disabled, true)
    const list = pick(view, { role: 'combobox', name: 'Size' })
    assert.deepEqual(
      list.options?.map(({ label, selected, group }) => [label, selected, group]),
      [
        ['Small', false, undefined],
        ['Large', true, 'More'],
      ],
    )
    assert.equal(list.value, 'Large')
    assert.equal(pick(view, { role: 'slider' }).max, '10')
    assert.equal(pick(view, { type: 'password' }).value, '••••')
    assert.equal(pick(view, { name: 'Must' }).required, true)
    assert.equal(view.focused, pick(view, { name: 'Must' }).ref)
  })

  it('sees what is shown and nothing else', async () => {
    const view = await show('/shown')
    for (const text of ['Plain', 'Far below', 'In the box', 'Said aloud never'])
      assert.ok(has(view, text), text)
    for (const text of ['None', 'Invisible', 'See-through', 'Folded', 'Only aloud'])
      assert.ok(!has(view, text), text)
    assert.equal(pick(view, { text: 'Far below' }).inView, false)
    assert.equal(pick(view, { tag: 'p', text: 'In the box' }).inView, false)
    assert.ok(view.elements.some(({ scrollable }) => scrollable))
    assert.equal(pick(view, { name: 'Under' }).covered, true)
    assert.equal(pick(view, { name: 'Free' }).covered, false)
  })

  it('tells what a person would click or drag', async () => {
    const view = await show('/hands')
    const clickable = view.elements.filter((one) => one.clickable).map(({ text }) => text)
    assert.deepEqual(clickable, ['Listens', 'Attribute', 'Property', 'Hand', 'Tab stop', 'Drag by mouse'])
    const draggable = view.elements.filter((one) => one.draggable).map(({ text }) => text)
    assert.deepEqual(draggable, ['Drag', 'Grab', 'Drag by mouse'])
  })

  it('keeps words apart and sentences whole', async () => {
    const view = await show('/texts')
    const sentence = pick(view, { tag: 'p' })
    assert.equal(sentence.text, 'one two three')
    assert.equal(sentence.ownText, 'one … three')
    assert.deepEqual(
      view.elements.filter(({ tag }) => tag === '#text').map(({ text }) => text),
      ['Apples', 'Pears'],
    )
  })

  it('sees shapes and their colours', async () => {
    const view = await show('/shapes')
    assert.deepEqual(
      view.elements.flatMap(({ look, text }) => (look?.shape ? [[look.shape, look.color, text]] : [])),
      [
        ['circle', '#ff0000', ''],
        ['square', '#008000', ''],
        ['rectangle', '#0000ff', ''],
        ['triangle', '#ffff00', ''],
        ['polygon 5', '#000000', ''],
        ['line', '#800080', ''],
        ['text', '#ffa500', 'word'],
      ],
    )
  })

  it('keeps refs for the same element, and takes none of another page', async () => {
    const view = await show('/states')
    const again = await stage.view(signal)
    assert.deepEqual(
      again.elements.map(({ ref }) => ref),
      view.elements.map(({ ref }) => ref),
    )
    await show('/shown')
    await assert.rejects(act({ do: 'click', ref: view.elements[0]!.ref }), PageControllerError)
  })

  it('is not led astray by fields that are named like properties', async () => {
    const view = await show('/clobbered')
    assert.equal(pick(view, { role: 'textbox' }).name, 'Still here')
  })

  it('reads a large page within bounds', async () => {
    const view = await show('/large')
    assert.ok(view.elements.length <= 3000, `${view.elements.length}`)
    assert.ok(has(view, 'Item 1'))
  })
})

describe('acting on a page', () => {
  it('clicks what is in shadow roots, in frames, out of view, and in inner boxes', async () => {
    const view = await show('/places')
    for (const name of ['In the shadow', 'In a frame', 'In a deep frame', 'Far down', 'Inner']) {
      await act({ do: 'click', ref: pick(view, { name }).ref })
      assert.ok(has(await stage.view(signal), `Done ${name}`), name)
    }
  })

  it('clicks in a frame of another site', async () => {
    const view = await show(`/framing#${elsewhere}`)
    await act({ do: 'click', ref: pick(view, { name: 'Elsewhere' }).ref })
    pick(await stage.view(signal), { name: 'Done elsewhere' })
  })

  it('says what covers an element', async () => {
    const view = await show('/shown')
    await assert.rejects(act({ do: 'click', ref: pick(view, { name: 'Under' }).ref }), (error) => {
      return error instanceof PageControllerError && /covered by <div id="cover">/.test(error.message)
    })
  })

  it('leaves a field whose sheet lies over what is clicked next', async () => {
    const view = await show('/picker')
    await act({ do: 'fill', ref: pick(view, { name: 'Pick' }).ref, value: 'x' })
    assert.equal(pick(await stage.view(signal), { name: 'Save' }).covered, true)
    await act({ do: 'click', ref: pick(view, { name: 'Save' }).ref })
    assert.equal(await said(), 'Saved')
  })

  it('hits a shape where it is drawn', async () => {
    const view = await show('/ring')
    await act({ do: 'click', ref: pick(view, { role: 'graphics-symbol' }).ref })
    assert.equal(await said(), 'ring')
  })

  it('scrolls to what is cut off by the box it scrolls in', async () => {
    const view = await show('/cut-off')
    await act({ do: 'click', ref: pick(view, { name: 'Below' }).ref })
    assert.equal(await said(), 'cut off')
  })

  it('waits for what goes away for a moment under the mouse', async () => {
    const view = await show('/swapped')
    await act({ do: 'click', ref: pick(view, { name: 'Swap' }).ref })
    assert.equal(await said(), 'swapped')
  })

  it('writes into a frame that is an editor', async () => {
    const view = await show('/editor')
    await act({ do: 'fill', ref: pick(view, { name: 'Letter' }).ref, value: 'Hello Ada' })
    assert.equal(pick(await stage.view(signal), { name: 'Letter' }).value, 'Hello Ada')
  })

  it('ticks what is hidden behind its label', async () => {
    const view = await show('/hidden-radio')
    const red = pick(view, { role: 'radio', name: 'Red' })
    assert.equal(red.behindLabel, true)
    await act({ do: 'check', ref: red.ref, on: true })
    assert.equal(await said(), 'red')
    const box = pick(view, { role: 'checkbox', name: 'News' })
    await act({ do: 'check', ref: box.ref, on: true })
    await act({ do: 'check', ref: box.ref, on: true })
    assert.equal(pick(await stage.view(signal), { role: 'checkbox', name: 'News' }).checked, true)
  })

  it('fills fields of every kind, with the events of a hand', async () => {
    const view = await show('/fields')
    const values: [string, string, string][] = [
      ['Text', 'Ada', 'keydown input Ada'],
      ['Mask', '123456', 'keydown input 12-34-56'],
      ['Area', 'two\nlines', 'keydown input two\nlines'],
      ['Rich', 'bold words', 'keydown input bold words'],
      ['Date', '2024-02-29', 'input change 2024-02-29'],
      ['Colour', '#ff0000', 'input change #ff0000'],
      ['Range', '7', 'input change 7'],
      ['List', 'Second', 'input change 2'],
    ]
    for (const [name, value, effect] of values) {
      await act({ do: 'fill', ref: pick(view, { name }).ref, value })
      assert.equal(await said(), effect.replaceAll('\n', ' '), name)
    }
    await act({ do: 'fill', ref: pick(view, { name: 'Text' }).ref, value: '' })
    assert.equal(pick(await stage.view(signal), { name: 'Text' }).value, '')
    await assert.rejects(
      act({ do: 'fill', ref: pick(view, { name: 'Date' }).ref, value: 'soon' }),
      PageControllerError,
    )
    await assert.rejects(
      act({ do: 'fill', ref: pick(view, { name: 'Fixed' }).ref, value: 'x' }),
      PageControllerError,
    )
    await assert.rejects(
      act({ do: 'select', ref: pick(view, { name: 'List' }).ref, labels: ['Third'] }),
      /"Second"/,
    )
  })

  it('chooses exactly the given options of a list that takes several', async () => {
    const view = await show('/fields')
    await act({ do: 'select', ref: pick(view, { name: 'Several' }).ref, labels: ['A', 'C'] })
    assert.equal(pick(await stage.view(signal), { name: 'Several' }).value, 'A, C')
  })

  it('drags by HTML and by mouse alike', async () => {
    const view = await show('/dragging')
    const [from, to] = [pick(view, { text: 'Carry' }).ref, pick(view, { text: 'Here' }).ref]
    await act({ do: 'drag', from, to: { ref: to } })
    assert.equal(await said(), 'dropped Carry')
    const ball = pick(view, { text: 'Ball' })
    const { x, y, width, height } = ball.box
    await act({ do: 'drag', from: ball.ref, to: { at: { x: x + width / 2 + 50, y: y + height / 2 + 20 } } })
    const moved = pick(await stage.view(signal), { text: 'Ball' })
    assert.deepEqual([moved.box.x - ball.box.x, moved.box.y - ball.box.y], [50, 20])
  })

  it('highlights text', async () => {
    const view = await show('/texts')
    await act({ do: 'highlight', ref: pick(view, { tag: 'p' }).ref, text: 'two' })
    assert.equal(await said(), 'two')
  })

  it('answers dialogs as told and remembers them', async () => {
    const view = await show('/dialogs')
    const { ref } = pick(view, { name: 'Ask' })
    await act({ do: 'click', ref })
    assert.equal(await said(), 'false null')
    stage.setDialogReply({ accept: true, text: 'Ada' })
    await act({ do: 'click', ref })
    stage.setDialogReply({ accept: false })
    assert.equal(await said(), 'true Ada')
    assert.deepEqual(
      stage.dialogs().map(({ kind, message, answered }) => `${kind} ${message}: ${answered}`),
      [
        'alert Hello: accepted',
        'confirm Sure?: dismissed',
        'prompt Who?: dismissed',
        'alert Hello: accepted',
        'confirm Sure?: accepted',
        'prompt Who?: accepted with "Ada"',
      ],
    )
  })

  it('follows to a tab that opens', async () => {
    const view = await show('/opens')
    await act({ do: 'click', ref: pick(view, { name: 'Open' }).ref })
    const popup = await stage.view(signal)
    assert.equal(popup.title, 'Opened')
    await act({ do: 'click', ref: pick(popup, { name: 'Leave' }).ref })
    assert.equal((await stage.view(signal)).title, 'Opens')
  })

  it('waits for what a deed causes', async () => {
    const view = await show('/slowly')
    await act({ do: 'click', ref: pick(view, { name: 'Load' }).ref })
    assert.equal(await said(), 'Loaded')
    await act({ do: 'click', ref: pick(view, { name: 'Late' }).ref })
    assert.equal(await said(), 'There')
    await act({ do: 'click', ref: pick(view, { name: 'Unfold' }).ref })
    assert.equal(pick(await stage.view(signal), { hints: 'fold' }).box.height, 200)
  })

  it('goes back and forth, presses keys, scrolls, hovers', async () => {
    await show('/shapes')
    const view = await show('/keys')
    await act({ do: 'press', key: 'ArrowDown', ref: pick(view, { name: 'Keys' }).ref, count: 3 })
    assert.equal(await said(), 'ArrowDown ArrowDown ArrowDown')
    await act({ do: 'hover', ref: pick(view, { name: 'Hover' }).ref })
    assert.equal(await said(), 'hovered')
    await act({ do: 'scroll', by: { x: 0, y: 300 } })
    assert.equal((await stage.view(signal)).scroll.y, 300)
    await assert.rejects(act({ do: 'press', key: 'Nothing' }), PageControllerError)
    await act({ do: 'back' })
    assert.equal(stage.url(), `${home}/shapes`)
    await act({ do: 'forward' })
    assert.equal(stage.url(), `${home}/keys`)
    await assert.rejects(act({ do: 'forward' }), PageControllerError)
    await assert.rejects(act({ do: 'goto', url: 'file:///etc/passwd' }), PageControllerError)
  })

  it('gives the page as markup and as a picture', async () => {
    await show('/places')
    assert.match(await stage.html(signal), /In the shadow[^]*In a frame/)
    assert.deepEqual([...(await stage.screenshot(signal)).subarray(0, 2)], [0xff, 0xd8])
  })

  it('ends with its caller when a page hangs', async () => {
    const view = await show('/hangs')
    const { ref } = pick(view, { name: 'Hang' })
    await assert.rejects(stage.act({ do: 'click', ref }, AbortSignal.timeout(500)), { name: 'TimeoutError' })
  })
})
