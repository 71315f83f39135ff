import { Script } from 'node:vm'
import type { Action } from '../../contract/actions.ts'
import { Fault } from '../../fault.ts'
import type { ActionOutcome } from '../visit.ts'
import type { OpenTab } from './tab/open-tab.ts'
import { orAborted } from '../../concurrency/abort.ts'
import { OVERLAYS, READING } from './reading/page-script.ts'
import { pause, settle } from './settle.ts'
import { printPdf, takeScreenshot } from './captures.ts'
import { readPage } from './reading/read-page.ts'
import { ReaderError } from './reading/reader.ts'

export async function performActions(tab: OpenTab): Promise<ActionOutcome> {
  const outcome = emptyOutcome()
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

export function emptyOutcome(): ActionOutcome {
  return { screenshots: [], scrapes: [], javascriptReturns: [], pdfs: [] }
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
    await settle(tab, SETTLE_MS)
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
    await settle(tab, SETTLE_MS)
  },
  scroll: async (tab, { direction, selector }) => {
    if (selector !== undefined) await find(tab, selector, FIND_MS)
    await tab.reader.call(READING, 'scroll', { direction, inFound: selector !== undefined })
    await settle(tab, SETTLE_MS)
  },
  screenshot: async (tab, options, outcome) => {
    await removeOverlays(tab)
    outcome.screenshots.push(await takeScreenshot(tab, options))
  },
  scrape: async (tab, _action, outcome) => {
    await removeOverlays(tab)
    outcome.scrapes.push({ url: tab.page.url(), html: await readPage(tab) })
  },
  executeJavascript: async (tab, { script }, outcome) => {
    outcome.javascriptReturns.push(await runScript(tab, script))
    await settle(tab, SETTLE_MS)
  },
  pdf: async (tab, options, outcome) => {
    await removeOverlays(tab)
    outcome.pdfs.push(await printPdf(tab, options))
  },
}

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
  const target = await tab.reader.call(READING, 'clickPointAt', index)
  if (target.state === 'gone') return
  if (target.state === 'ready') await orAborted(tab.page.mouse.click(target.x, target.y), tab.signal)
  else await tab.reader.call(READING, 'clickDirectly', index)
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
const SETTLE_MS = 3000
const POLL_MS = 40
const MAX_CLICKS = 100
/** Longer texts are inserted at once, because every typed character is several messages. */
const TYPED_LENGTH = 500

export async function removeOverlays(tab: OpenTab): Promise<void> {
  if (!tab.visit.blockAds) return
  await tab.reader.call(OVERLAYS, 'removeOverlays', tab.ads.hiddenSelectors(tab.page.url()))
}

type ScriptReturn = ActionOutcome['javascriptReturns'][number]

// The script may be an expression, the body of a function that returns something, or statements whose last one is the
// value; promises are waited for.
async function runScript(tab: OpenTab, script: string): Promise<ScriptReturn> {
  const { result, exceptionDetails } = await tab.send('Runtime.evaluate', {
    expression: asExpression(script),
    awaitPromise: true,
    userGesture: true,
  })
  if (exceptionDetails) {
    throw new Error(firstLine(exceptionDetails.exception?.description ?? exceptionDetails.text))
  }
  const { type, subtype, value, unserializableValue, description, objectId } = result
  if (subtype === 'error' && description !== undefined) return { type, value: firstLine(description) }
  if (type === 'object' && objectId !== undefined) return { type, value: await jsonOf(tab, objectId) }
  if (type === 'function' || type === 'symbol') return { type, value: description }
  if (typeof value === 'string') return { type, value: value.slice(0, MAX_LENGTH) }
  return { type, value: value ?? unserializableValue ?? null }
}

/** The script is only parsed here, to see what it is; it runs nowhere but in the page. */
function asExpression(script: string): string {
  const expression = `(async () => (\n${script}\n))()`
  if (isSyntax(expression)) return expression
  return isSyntax(script) ? script : `(async () => {\n${script}\n})()`
}

function isSyntax(code: string): boolean {
  try {
    return new Script(code) instanceof Script
  } catch {
    return false
  }
}

/** Elements, cycles and the like have no JSON; they are told by what the browser calls them. */
async function jsonOf(tab: OpenTab, objectId: string): Promise<unknown> {
  const { result } = await tab.send('Runtime.callFunctionOn', {
    objectId,
    functionDeclaration: `function (limit) {
      try {
        const json = JSON.stringify(this)
        return json !== undefined && json.length <= limit ? { json } : { text: String(this).slice(0, limit) }
      } catch { return { text: Object.prototype.toString.call(this) } }
    }`,
    arguments: [{ value: MAX_LENGTH }],
    returnByValue: true,
  })
  const { json, text } = (result.value ?? {}) as { json?: unknown; text?: unknown }
  return typeof json === 'string' ? JSON.parse(json) : text
}

function firstLine(text: string): string {
  return text.split('\n', 1)[0]!.slice(0, 500)
}

const MAX_LENGTH = 5 * 1024 * 1024
