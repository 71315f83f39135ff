import { StageError } from '../browser/browser.ts'
import type { Deed, PageView, Stage } from '../browser/browser.ts'
import { createTrustedWebsites, websiteOf } from './trusted-websites.ts'

/**
 * A stage that puts the caller's values and files only into the first website that it shows and into those that the
 * prompt names, and not into frames of others.
 */
export function fillAtHome(stage: Stage, prompt: string, isHeldBy: (text: string) => boolean): Stage {
  const websites = createTrustedWebsites(prompt)
  websites.begin(stage.url())
  let view: PageView | undefined
  return {
    ...stage,
    async look(signal) {
      view = await stage.look(signal)
      return view
    },
    async act(deed, signal, ready) {
      websites.begin(stage.url())
      const website = websiteFor(deed, stage.url(), view)
      if (isFilling(deed, isHeldBy) && !(website && websites.isTrusted(website)))
        throw new StageError(
          'input',
          `Values of \`variables\` are for ${websites.home?.origin ?? 'the website of the session'}, not for ${website?.origin ?? 'this page'}.`,
        )
      await stage.act(deed, signal, ready)
    },
  }
}

function isFilling(deed: Deed, isHeldBy: (text: string) => boolean): boolean {
  if (deed.do === 'upload') return true
  const { value, text, labels = [] } = deed as { value?: string; text?: string; labels?: readonly string[] }
  return [value ?? '', text ?? '', ...labels].some(isHeldBy)
}

function websiteFor(deed: Deed, url: string, view: PageView | undefined): URL | undefined {
  const ref = (deed as { ref?: string }).ref ?? view?.focused
  const element = view?.elements.find((one) => one.ref === ref)
  return websiteOf(element?.origin ?? url)
}
