import { StageError } from '../../../browser/browser.ts'
import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Driver } from '../driver.ts'
import { closerIn } from '../locate/find.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { bannerIn } from './banner.ts'
import type { Banner } from './banner.ts'

/** Refuses consent: at once where there is a button for that, else by way of the settings. Gives what was clicked last. */
export async function refuse(banner: Banner, driver: Driver): Promise<ViewElement | undefined> {
  const [button] = banner.buttons.reject
  if (button) return press(button, driver)
  const [settings] = banner.buttons.settings
  const before = await driver.tree()
  if (settings) await press(settings, driver)
  for (const ms of settings ? [0, 200, 400, 800] : []) {
    const inner = bannerIn(ms === 0 ? await driver.tree() : await driver.pause(ms), before)
    const refuses = inner?.buttons.reject[0]
    if (refuses) return press(refuses, driver)
    if (inner && inner.choices.length > 0 && inner.buttons.save.length > 0) return allowNothing(inner, driver)
  }
  const tree = await driver.tree()
  const closer = closerIn(bannerIn(tree)?.element ?? banner.element, tree)
  return closer && press(closer, driver)
}

/** Turns off every purpose that can be turned off, and saves that. */
async function allowNothing({ choices, buttons }: Banner, driver: Driver): Promise<ViewElement | undefined> {
  for (const choice of choices) {
    const isOn = choice.checked ?? choice.pressed ?? choice.selected
    if (!isOn || choice.disabled) continue
    if ((await setChecked(choice, false, driver)).state === 'failed') return undefined
  }
  return press(buttons.save[0]!, driver)
}

async function press(button: ViewElement, driver: Driver): Promise<ViewElement> {
  await driver.act({ do: 'click', ref: button.ref }, { type: 'click', target: call(button) })
  return button
}

/** Acts; a cookie banner that covers the element is declined first, and an element that the page replaced is tried again. */
export async function throughCover<Result>(driver: Driver, act: () => Promise<Result>): Promise<Result> {
  try {
    return await act()
  } catch (error) {
    if (!(error instanceof StageError) || error.code !== 'covered') throw error
    const banner = bannerIn(await driver.look())
    if (!banner || (await refuse(banner, driver)) === undefined) throw error
    return act()
  }
}
