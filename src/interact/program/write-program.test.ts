import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createFakePageController } from '../../../test/support/fake-page-controller.ts'
import { button, field, viewOf } from '../../../test/support/views.ts'
import { PageControllerError } from '../../browser/browser.ts'
import type { PageAction, PageView, PageController } from '../../browser/browser.ts'
import { writeProgram } from './write-program.ts'

const SIGNAL = AbortSignal.timeout(5000)
const START = 'if (page.url() !== "https://shop.example/") await page.goto("https://shop.example/")'
const FORM = viewOf([
  field('user', 'User'),
  field('pass', 'Password', { type: 'password' }),
  { ref: 'size', role: 'combobox', tag: 'select', name: 'Size', options: [] },
  { ref: 'news', role: 'checkbox', tag: 'input', name: 'News', checked: false },
  { ref: 'slider', role: 'slider', name: 'Volume' },
  button('go', 'Go'),
])

/** The lines that actions are written as, after the line that opens the page. */
async function written(
  deeds: PageAction[],
  given: Partial<{ stage: PageController; first: PageView }> = {},
): Promise<string[]> {
  const { controller: stage, code } = writeProgram(
    given.stage ?? createFakePageController(given.first ?? FORM, (_, view) => view),
  )
  for (const deed of deeds) {
    await stage.view(SIGNAL)
    await stage.act(deed, SIGNAL).catch(() => {})
  }
  await stage.view(SIGNAL)
  return (code() ?? '').trimEnd().split('\n')
}

const at = (role: string, name: string) => `page.getByRole("${role}", { name: "${name}", exact: true })`
const CASES: [PageAction, ...string[]][] = [
  [{ do: 'click', ref: 'go' }, `await ${at('button', 'Go')}.click()`],
  [{ do: 'click', ref: 'go', count: 2 }, `await ${at('button', 'Go')}.dblclick()`],
  [{ do: 'click', ref: 'go', button: 'right' }, `await ${at('button', 'Go')}.click({ button: "right" })`],
  [{ do: 'fill', ref: 'user', value: 'Ann' }, `await ${at('textbox', 'User')}.fill("Ann")`],
  [{ do: 'fill', ref: 'size', value: 'M' }, `await ${at('combobox', 'Size')}.selectOption({ label: "M" })`],
  [
    { do: 'select', ref: 'size', labels: ['S', 'M'] },
    `await ${at('combobox', 'Size')}.selectOption([{ label: "S" }, { label: "M" }])`,
  ],
  [{ do: 'check', ref: 'news', on: true }, `await ${at('checkbox', 'News')}.check()`],
  [{ do: 'press', key: 'Enter', ref: 'user' }, `await ${at('textbox', 'User')}.press("Enter")`],
  [{ do: 'press', key: 'Tab', count: 3 }, 'for (let i = 0; i < 3; i++) await page.keyboard.press("Tab")'],
  [{ do: 'hover', ref: 'go' }, `await ${at('button', 'Go')}.hover()`],
  [{ do: 'scroll', by: { x: 0, y: 500 } }, 'await page.mouse.wheel(0, 500)'],
  [{ do: 'reload' }, 'await page.reload()'],
  [
    { do: 'drag', from: 'user', to: { ref: 'go' } },
    `await ${at('textbox', 'User')}.dragTo(${at('button', 'Go')})`,
  ],
  [
    { do: 'click', ref: 'unseen' },
    'throw new Error("Write this step yourself: its element cannot be found again.")',
  ],
]

for (const [deed, ...lines] of CASES) {
  test(`writes ${JSON.stringify(deed)}`, async () => {
    assert.deepEqual(await written([deed]), [START, ...lines])
  })
}

test('writes nothing for waiting and for actions that failed', async () => {
  const stage = createFakePageController(FORM, (deed, view) => {
    if (deed.do === 'click') throw new PageControllerError('covered', 'The element is covered.')
    return view
  })
  assert.deepEqual(
    await written(
      [
        { do: 'wait', ms: 1 },
        { do: 'click', ref: 'go' },
      ],
      { stage },
    ),
    [''],
  )
})

test('opens no page before one that the first action opens', async () => {
  assert.deepEqual(await written([{ do: 'goto', url: '/a' }]), ['await page.goto("https://shop.example/a")'])
})

test('writes a password once, at the top', async () => {
  const deeds: PageAction[] = [
    { do: 'fill', ref: 'pass', value: 'x"1' },
    { do: 'fill', ref: 'pass', value: 'x"1' },
    { do: 'fill', ref: 'pass', value: 'y' },
  ]
  const lines = await written(deeds)
  assert.deepEqual(lines.slice(0, 3), ['const password = "x\\"1"', 'const password2 = "y"', START])
  assert.deepEqual(
    lines.slice(3).map((line) => line.split('.').at(-1)),
    ['fill(password)', 'fill(password)', 'fill(password2)'],
  )
})

test('accepts again the dialogs that were accepted, and no others', async () => {
  const made = createFakePageController(FORM, (_, view) => {
    made.setDialogReply({ accept: true })
    made.openDialog('confirm', 'Sure?')
    made.setDialogReply({ accept: false })
    made.openDialog('confirm', 'Really?')
    return view
  })
  const lines = await written([{ do: 'click', ref: 'go' }], { stage: made })
  assert.equal(lines[0], 'const accepted = new Map([["Sure?", undefined]])')
})

test('waits for the page that an action leads to, and for a tab that it opens', async () => {
  const next = viewOf([button('go', 'Go')], { url: 'https://shop.example/next' })
  const tabs = [
    { id: 't1', url: next.url, title: '', isFront: false },
    { id: 't2', url: 'https://shop.example/', title: '', isFront: true },
  ]
  const views = [next, { ...next, tabs }]
  const stage = createFakePageController(FORM, (_, view) => views.shift() ?? view)
  const go: PageAction = { do: 'click', ref: 'go' }
  assert.deepEqual(await written([go, go, go, { do: 'showTab', tab: 't1' }], { stage }), [
    START,
    `await ${at('button', 'Go')}.click()`,
    'await page.waitForURL((url) => String(url) !== "https://shop.example/")',
    `const [page2] = await Promise.all([context.waitForEvent('page'), ${at('button', 'Go')}.click()])`,
    `await page2.getByRole("button", { name: "Go", exact: true }).click()`,
    'await page.bringToFront()',
  ])
})
