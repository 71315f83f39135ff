import { orAborted } from '../../../concurrency/abort.ts'
import { assertWebUrl } from '../../page/navigate.ts'
import { PAGE_CONTROLLER } from '../../page/reading/page-script.ts'
import { pause } from '../../page/settle.ts'
import type { PageAction, Point } from './page-controller.ts'
import { PageControllerError } from './page-controller.ts'
import { awaitClickPoint, callOnElement } from './click-point.ts'
import { click, drag, highlight } from './pointer.ts'
import { check, fill, select, upload } from './fill.ts'
import type { ActionContext } from './click-point.ts'

export async function performAction<Kind extends InPageAction['do']>(
  context: ActionContext,
  action: Extract<InPageAction, { do: Kind }>,
): Promise<void> {
  const performer: Performer<Kind> = PERFORMERS[action.do as Kind]
  // A click awaits this itself, once it has aimed.
  if (action.do !== 'click') await context.ready
  await performer(context, action)
}

export type InPageAction = Exclude<PageAction, { do: 'openTab' | 'showTab' | 'closeTab' }>

type Performer<Kind extends InPageAction['do']> = (
  context: ActionContext,
  action: Extract<InPageAction, { do: Kind }>,
) => Promise<unknown>

const PERFORMERS: { [Kind in InPageAction['do']]: Performer<Kind> } = {
  click,
  clickAt: ({ page, signal }, { at }) => orAborted(page.mouse.click(at.x, at.y), signal),
  hover: async (context, { ref }) => {
    const aimed = await awaitClickPoint(context, ref)
    if (aimed.state === 'nowhere')
      throw new PageControllerError('hidden', 'The element has no place for the mouse.')
    await orAborted(context.page.mouse.move(aimed.point.x, aimed.point.y), context.signal)
  },
  fill: (context, { ref, value }) => fill(context, ref, value),
  type: ({ page: { keyboard }, signal }, { text }) =>
    orAborted(text.length > TYPED_LENGTH ? keyboard.insertText(text) : keyboard.type(text), signal),
  press: async (context, { key, ref, count }) => {
    if (ref !== undefined) await callOnElement(context, ref, 'focusOn')
    for (let left = Math.min(count ?? 1, MAX_PRESSES); left > 0; left--) await press(context, key)
  },
  select: (context, { ref, labels }) => select(context, ref, labels),
  upload: (context, { ref, files }) => upload(context, ref, files),
  check: (context, { ref, on }) => check(context, ref, on),
  highlight: (context, { ref, text }) => highlight(context, ref, text),
  drag,
  scroll: (context, { ref, by }) => scroll(context, ref, by),
  scrollTo: (context, { ref }) => callOnElement(context, ref, 'bringIntoView'),
  goto: (context, { url }) => goTo(context, url),
  back: (context) => goInHistory(context, 'back'),
  forward: (context) => goInHistory(context, 'forward'),
  reload: async ({ page, signal }) => {
    await orAborted(page.reload({ waitUntil: 'commit', timeout: 0 }), signal)
  },
  wait: ({ signal }, { ms }) => pause(ms, signal),
}

async function press({ page, signal }: ActionContext, key: string): Promise<void> {
  await orAborted(page.keyboard.press(key), signal).catch((error: unknown) => {
    if (/Unknown key/.test(String(error)))
      throw new PageControllerError('input', `There is no key ${JSON.stringify(key)}.`)
    throw error
  })
}

async function scroll(context: ActionContext, ref: string | undefined, by: Point): Promise<void> {
  const moved =
    ref === undefined
      ? await context.reader.call(PAGE_CONTROLLER, 'scrollElement', undefined, by)
      : await callOnElement(context, ref, 'scrollElement', by)
  if (moved.x !== 0 || moved.y !== 0) return
  // Some pages scroll by themselves when the wheel turns.
  if (ref !== undefined) await performAction(context, { do: 'hover', ref })
  await orAborted(context.page.mouse.wheel(by.x, by.y), context.signal)
}

async function goTo({ page, signal }: ActionContext, url: string): Promise<void> {
  const target = URL.parse(url, page.url())?.href
  if (target === undefined)
    throw new PageControllerError('input', `${JSON.stringify(url.slice(0, 200))} is no address.`)
  try {
    assertWebUrl(target)
  } catch (error) {
    throw new PageControllerError('navigation', (error as Error).message, { cause: error })
  }
  try {
    await orAborted(page.goto(target, { waitUntil: 'commit', timeout: 0 }), signal)
  } catch (error) {
    signal.throwIfAborted()
    if (/Download is starting|interrupted by another navigation/.test(String(error))) return
    const code = /net::(ERR_\w+)/.exec(String(error))?.[1]
    throw new PageControllerError(
      'navigation',
      `The address ${target.slice(0, 200)} could not be opened${code ? ` (${code})` : ''}.`,
      {
        cause: error,
      },
    )
  }
}

async function goInHistory({ page, signal, send }: ActionContext, to: 'back' | 'forward'): Promise<void> {
  const { currentIndex, entries } = await send('Page.getNavigationHistory')
  if (entries[currentIndex + (to === 'back' ? -1 : 1)] === undefined) {
    throw new PageControllerError('navigation', `There is no page to go ${to} to.`)
  }
  const options = { waitUntil: 'commit' as const, timeout: 0 }
  await orAborted(to === 'back' ? page.goBack(options) : page.goForward(options), signal)
}

const MAX_PRESSES = 1000
const TYPED_LENGTH = 1000
