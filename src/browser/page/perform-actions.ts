import type { Action } from '../../contract/actions.ts'
import { Fault } from '../../fault.ts'
import type { ActionOutcome } from '../visit.ts'
import type { OpenTab } from './open-tab.ts'
import { orAborted } from '../../work/abort.ts'
import { removeOverlays } from './overlays.ts'
import { READING } from './page-script.ts'
import { pause } from './pause.ts'
import { printPdf } from './print-pdf.ts'
import { readPage } from './read-page.ts'
import { ReaderError } from './reader.ts'
import { runScript } from './run-script.ts'
import { takeScreenshot } from './screenshot.ts'
import { settle } from './settle.ts'

/** Does what the caller wants done on the page, in order; the first action that fails ends the visit. */
export async function performActions(tab: OpenTab): Promise<ActionOutcome> {
  const outcome: ActionOutcome = { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
  for (const [index, action] of tab.visit.actions.entries()) {
    try {
      await perform(tab, action, outcome)
    } catch (error) {
      tab.signal.throwIfAborted()
      if (error instanceof Fault) throw error
      throw new Fault('SCRAPE_ACTION_ERROR', `Action ${index} (${action.type}) failed: ${reasonOf(error)}`, {
        cause: error,
      })
    }
  }
  return outcome
}

type Performer<Type extends Action['type']> = (
  tab: OpenTab,
  action: Extract<Action, { type: Type }>,
  outcome: ActionOutcome,
) => Promise<unknown>

async function perform<Type extends Action['type']>(
  tab: OpenTab,
  action: Extract<Action, { type: Type }>,
  outcome: ActionOutcome,
): Promise<void> {
  const performer: Performer<Type> = PERFORMERS[action.type as Type]
  await performer(tab, action, outcome)
}

const PERFORMERS: { [Type in Action['type']]: Performer<Type> } = {
  wait: async (tab, { milliseconds, selector }) => {
    if (milliseconds !== undefined) await pause(milliseconds, tab.signal)
    if (selector !== undefined) await find(tab, selector, WAIT_MS)
  },
  click: async (tab, { selector, all }) => {
    const count = await find(tab, selector, FIND_MS)
    for (let index = 0; index < (all ? Math.min(count, MAX_CLICKS) : 1); index++) await click(tab, index)
    await settle(tab, AFTERMATH_MS)
  },
  write: async (tab, { text }) => {
    if (!(await tab.reader.call(READING, 'hasFocus'))) {
      throw new Error('No element has the focus; click the one to write into first.')
    }
    const { keyboard } = tab.page
    await orAborted(text.length > TYPED_LENGTH ? keyboard.insertText(text) : keyboard.type(text), tab.signal)
  },
  press: async (tab, { key }) => {
    await orAborted(tab.page.keyboard.press(key), tab.signal)
    await settle(tab, AFTERMATH_MS)
  },
  scroll: async (tab, { direction, selector }) => {
    if (selector !== undefined) await find(tab, selector, FIND_MS)
    await tab.reader.call(READING, 'scroll', { direction, inFound: selector !== undefined })
    await settle(tab, AFTERMATH_MS)
  },
  screenshot: async (tab, wish, outcome) => {
    await removeOverlays(tab)
    outcome.screenshots.push(await takeScreenshot(tab, wish))
  },
  scrape: async (tab, _action, outcome) => {
    await removeOverlays(tab)
    outcome.scrapes.push({ url: tab.page.url(), html: await readPage(tab) })
  },
  executeJavascript: async (tab, { script }, outcome) => {
    outcome.javascriptReturns.push(await runScript(tab, script))
    await settle(tab, AFTERMATH_MS)
  },
  pdf: async (tab, wish, outcome) => {
    await removeOverlays(tab)
    outcome.pdfs.push(await printPdf(tab, wish))
  },
}

/** How many elements there are, waiting for the first. */
async function find(tab: OpenTab, selector: string, maxMs: number): Promise<number> {
  const startedAt = performance.now()
  for (;;) {
    const count = await tab.reader.call(READING, 'find', selector)
    if (count > 0) return count
    if (performance.now() - startedAt > maxMs) throw new Error(`Nothing matches ${JSON.stringify(selector)}.`)
    await pause(POLL_MS, tab.signal)
  }
}

/** Presses the mouse where the element is; one that is covered or has no place is clicked by script. */
async function click(tab: OpenTab, index: number): Promise<void> {
  const aim = await tab.reader.call(READING, 'aim', index)
  if (aim.state === 'gone') return
  if (aim.state === 'covered') await tab.reader.call(READING, 'clickDirectly', index)
  else await orAborted(tab.page.mouse.click(aim.x, aim.y), tab.signal)
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error)
  const line = text.split('\n', 1)[0]!.slice(0, 300)
  return error instanceof ReaderError && /is not a valid (selector|XPath)/.test(text)
    ? 'The selector is not valid.'
    : line.replace(/^[\w.]+: /, '')
}

const WAIT_MS = 10_000
const FIND_MS = 3000
const AFTERMATH_MS = 3000
const POLL_MS = 40
const MAX_CLICKS = 100
/** Longer texts are inserted at once, because every typed character is several messages. */
const TYPED_LENGTH = 500
