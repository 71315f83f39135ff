import type { ViewElement } from '../../../browser/browser.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { closerOf } from '../widgets/closers.ts'
import { setChecked } from '../widgets/set-checked.ts'
import { bannerIn } from './banner.ts'
import type { Banner } from './banner.ts'

/** Refuses consent: at once where there is a button for that, else by way of the settings. Gives what was clicked last. */
export async function refuse(banner: Banner, scene: Scene): Promise<ViewElement | undefined> {
  const [button] = banner.buttons.reject
  if (button) return press(button, scene)
  const [settings] = banner.buttons.settings
  const before = await scene.tree()
  if (settings) await press(settings, scene)
  for (const ms of settings ? [0, 200, 400, 800] : []) {
    const inner = bannerIn(ms === 0 ? await scene.tree() : await scene.pause(ms), before)
    const refuses = inner?.buttons.reject[0]
    if (refuses) return press(refuses, scene)
    if (inner && inner.choices.length > 0 && inner.buttons.save.length > 0) return allowNothing(inner, scene)
  }
  const tree = await scene.tree()
  const closer = closerOf(bannerIn(tree)?.element ?? banner.element, tree)
  return closer && press(closer, scene)
}

/** Turns off every purpose that can be turned off, and saves that. */
async function allowNothing({ choices, buttons }: Banner, scene: Scene): Promise<ViewElement | undefined> {
  for (const choice of choices) {
    const isOn = choice.checked ?? choice.pressed ?? choice.selected
    if (!isOn || choice.disabled) continue
    if ((await setChecked(choice, false, scene)).state === 'failed') return undefined
  }
  return press(buttons.save[0]!, scene)
}

async function press(button: ViewElement, scene: Scene): Promise<ViewElement> {
  await scene.act({ do: 'click', ref: button.ref }, { type: 'click', target: call(button) })
  return button
}
