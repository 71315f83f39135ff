import { StageError } from '../browser/browser.ts'
import type { Deed, PageView, Stage } from '../browser/browser.ts'

/**
 * A stage that puts the caller's values and files only into the first website that it shows and into those that the
 * prompt names, and not into frames of others.
 */
export function fillAtHome(stage: Stage, prompt: string, isHeldBy: (text: string) => boolean): Stage {
  let home = websiteOf(stage.url())
  let view: PageView | undefined
  return {
    ...stage,
    async look(signal) {
      view = await stage.look(signal)
      return view
    },
    async act(deed, signal, ready) {
      home ??= websiteOf(stage.url())
      const origin = originOf(deed, stage.url(), view)
      const isTrusted = origin === home || (origin !== undefined && prompt.includes(new URL(origin).host))
      if (!isTrusted && isFilling(deed, isHeldBy))
        throw new StageError(
          'input',
          `Values of \`variables\` are for ${home ?? 'the website of the session'}, not for ${origin ?? 'this page'}.`,
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

function originOf(deed: Deed, url: string, view: PageView | undefined): string | undefined {
  const ref = (deed as { ref?: string }).ref ?? view?.focused
  const element = view?.elements.find((one) => one.ref === ref)
  return element?.origin ?? websiteOf(url)
}

function websiteOf(url: string): string | undefined {
  return /^https?:/.test(url) ? URL.parse(url)?.origin : undefined
}
