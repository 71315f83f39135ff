import { bannerIn } from '../consent/banner.ts'
import type { Banner } from '../consent/banner.ts'
import { refuse } from '../consent/refuse.ts'
import { call } from '../say/call.ts'
import type { Scene } from '../scene.ts'
import { clickOn, effectOf } from './click-on.ts'
import { done, failed } from './step-outcome.ts'
import type { TakeStep } from './step-outcome.ts'

/** Answers what asks for consent, where something does. */
export const cookies: TakeStep<'cookies'> = async (step, scene) => {
  const banner = await awaitBanner(scene)
  if (!banner) return done('The page shows no cookie banner.')
  if (step.accept) {
    const button = banner.buttons.accept[0] ?? banner.buttons.save[0]
    return button ? clickOn(button, scene) : failed('The cookie banner has no button that accepts.')
  }
  const button = await refuse(banner, scene)
  return button
    ? done(`Clicked ${call(button)}${effectOf(scene)}.`)
    : failed('The cookie banner has no button that rejects.')
}

/** A banner may come a moment after the page. */
async function awaitBanner(scene: Scene): Promise<Banner | undefined> {
  for (const ms of [0, 300, 700, 1000]) {
    const banner = bannerIn(ms === 0 ? await scene.look() : await scene.pause(ms))
    if (banner) return banner
  }
  return undefined
}
