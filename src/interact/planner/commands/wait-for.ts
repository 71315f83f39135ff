import { CannotDo } from '../cannot-do.ts'
import type { Driver } from '../driver.ts'
import { nameTarget } from '../locate/find.ts'
import { locate } from '../locate/locate.ts'
import type { Target } from '../parse/command.ts'

/** So long is waited for something to appear or disappear. */
const LONGEST_MS = 20_000
const POLL_MS = 250
/** `Wait until the page has loaded` is over when the page has come to rest, which it has after every action. */
const REST =
  /^(?:page|pages|site|website|it|results?|content|data|everything|list|table|numbers?|values?|figures?|loading|prices?|search results?|items?)$/i

export async function waitFor(targets: readonly Target[], isGone: boolean, driver: Driver): Promise<void> {
  if (!isGone && targets.every(({ name }) => REST.test(name) || name === '')) {
    await settled(driver)
    return
  }
  for (let waited = 0; waited <= LONGEST_MS; waited += POLL_MS) {
    const tree = await driver.pause(waited === 0 ? 0 : POLL_MS)
    const isThere = locate(targets, { tree, isCandidate: () => true }).state !== 'missing'
    if (isThere !== isGone) return
  }
  throw new CannotDo(
    `${nameTarget(targets)} did not ${isGone ? 'disappear' : 'appear'} within ${LONGEST_MS / 1000} seconds.`,
  )
}

const SIGNS = /^(?:loading|please wait|updating|one moment)\b|…$|\.\.\.$/i

/** Waits until the page says no longer that it is loading and its text stays the same. */
async function settled(driver: Driver): Promise<void> {
  let former = ''
  for (let waited = 0; waited <= LONGEST_MS; waited += POLL_MS) {
    const { elements } = await driver.pause(waited === 0 ? 0 : POLL_MS)
    const text = elements.map(({ ownText }) => ownText).join('\n')
    const isLoading = elements.some(({ ownText, role }) => SIGNS.test(ownText) || role === 'progressbar')
    if (!isLoading && text === former) return
    former = text
  }
}
