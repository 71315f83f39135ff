import { orAborted } from '../../../concurrency/abort.ts'
import { assertWebAddress } from '../../page/navigate.ts'
import { STAGE } from '../../page/reading/page-script.ts'
import { pause } from '../../page/settle.ts'
import type { Deed, Point } from './stage.ts'
import { StageError } from './stage.ts'
import { aim, ask } from './aim.ts'
import { click, drag, highlight } from './pointer.ts'
import { check, fill, select, upload } from './fill.ts'
import type { Hand } from './aim.ts'

export async function perform<Kind extends PageDeed['do']>(
  hand: Hand,
  deed: Extract<PageDeed, { do: Kind }>,
): Promise<void> {
  const doing: Doing<Kind> = DEEDS[deed.do as Kind]
  // A click awaits this itself, once it has aimed.
  if (deed.do !== 'click') await hand.ready
  await doing(hand, deed)
}

export type PageDeed = Exclude<Deed, { do: 'openTab' | 'showTab' | 'closeTab' }>

type Doing<Kind extends PageDeed['do']> = (
  hand: Hand,
  deed: Extract<PageDeed, { do: Kind }>,
) => Promise<unknown>

const DEEDS: { [Kind in PageDeed['do']]: Doing<Kind> } = {
  click,
  clickAt: ({ page, signal }, { at }) => orAborted(page.mouse.click(at.x, at.y), signal),
  hover: async (hand, { ref }) => {
    const aimed = await aim(hand, ref)
    if (aimed.state === 'nowhere') throw new StageError('hidden', 'The element has no place for the mouse.')
    await orAborted(hand.page.mouse.move(aimed.point.x, aimed.point.y), hand.signal)
  },
  fill: (hand, { ref, value }) => fill(hand, ref, value),
  type: ({ page: { keyboard }, signal }, { text }) =>
    orAborted(text.length > TYPED_LENGTH ? keyboard.insertText(text) : keyboard.type(text), signal),
  press: async (hand, { key, ref, count }) => {
    if (ref !== undefined) await ask(hand, ref, 'focusOn')
    for (let left = Math.min(count ?? 1, MAX_PRESSES); left > 0; left--) await press(hand, key)
  },
  select: (hand, { ref, labels }) => select(hand, ref, labels),
  upload: (hand, { ref, files }) => upload(hand, ref, files),
  check: (hand, { ref, on }) => check(hand, ref, on),
  highlight: (hand, { ref, text }) => highlight(hand, ref, text),
  drag,
  scroll: (hand, { ref, by }) => scroll(hand, ref, by),
  scrollTo: (hand, { ref }) => ask(hand, ref, 'bringIn'),
  goto: (hand, { url }) => goTo(hand, url),
  back: (hand) => leaf(hand, 'back'),
  forward: (hand) => leaf(hand, 'forward'),
  reload: async ({ page, signal }) => {
    await orAborted(page.reload({ waitUntil: 'commit', timeout: 0 }), signal)
  },
  wait: ({ signal }, { ms }) => pause(ms, signal),
}

async function press({ page, signal }: Hand, key: string): Promise<void> {
  await orAborted(page.keyboard.press(key), signal).catch((error: unknown) => {
    if (/Unknown key/.test(String(error)))
      throw new StageError('input', `There is no key ${JSON.stringify(key)}.`)
    throw error
  })
}

async function scroll(hand: Hand, ref: string | undefined, by: Point): Promise<void> {
  const moved =
    ref === undefined
      ? await hand.reader.call(STAGE, 'scrollIn', undefined, by)
      : await ask(hand, ref, 'scrollIn', by)
  if (moved.x !== 0 || moved.y !== 0) return
  // Some pages scroll by themselves when the wheel turns.
  if (ref !== undefined) await perform(hand, { do: 'hover', ref })
  await orAborted(hand.page.mouse.wheel(by.x, by.y), hand.signal)
}

async function goTo({ page, signal }: Hand, url: string): Promise<void> {
  const address = URL.parse(url, page.url())?.href
  if (address === undefined)
    throw new StageError('input', `${JSON.stringify(url.slice(0, 200))} is no address.`)
  try {
    assertWebAddress(address)
  } catch (error) {
    throw new StageError('navigation', (error as Error).message, { cause: error })
  }
  try {
    await orAborted(page.goto(address, { waitUntil: 'commit', timeout: 0 }), signal)
  } catch (error) {
    signal.throwIfAborted()
    if (/Download is starting|interrupted by another navigation/.test(String(error))) return
    const code = /net::(ERR_\w+)/.exec(String(error))?.[1]
    throw new StageError(
      'navigation',
      `The address ${address.slice(0, 200)} could not be opened${code ? ` (${code})` : ''}.`,
      {
        cause: error,
      },
    )
  }
}

async function leaf({ page, signal, send }: Hand, to: 'back' | 'forward'): Promise<void> {
  const { currentIndex, entries } = await send('Page.getNavigationHistory')
  if (entries[currentIndex + (to === 'back' ? -1 : 1)] === undefined) {
    throw new StageError('navigation', `There is no page to go ${to} to.`)
  }
  const options = { waitUntil: 'commit' as const, timeout: 0 }
  await orAborted(to === 'back' ? page.goBack(options) : page.goForward(options), signal)
}

const MAX_PRESSES = 1000
const TYPED_LENGTH = 1000
