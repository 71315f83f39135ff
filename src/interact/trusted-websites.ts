import { withoutProhibitions } from './irreversible.ts'
import { StageError } from '../browser/browser.ts'
import type { Deed, PageView, Stage } from '../browser/browser.ts'

/** Where values of the caller may go: to the website where a task began, and to hosts that the task names. */
export function createTrustedWebsites(task: string) {
  const wanted = withoutProhibitions(task.toLowerCase())
  let home: URL | undefined
  return {
    begin(url: string): void {
      home ??= websiteOf(url)
    },
    get home(): URL | undefined {
      return home
    },
    isTrusted(url: URL): boolean {
      if (home === undefined || (url.protocol !== 'https:' && url.protocol !== home.protocol)) return false
      const isUpgraded = url.hostname === home.hostname && url.protocol === 'https:' && url.port === ''
      return url.origin === home.origin || isUpgraded || isHostIn(wanted, url.host)
    },
  }
}

export function websiteOf(url: string): URL | undefined {
  const parsed = URL.parse(url)
  return parsed?.protocol === 'http:' || parsed?.protocol === 'https:' ? parsed : undefined
}

/** Whether a text has this host as a word of its own, not as part of another host or an e-mail address. */
export function isHostIn(text: string, host: string): boolean {
  return new RegExp(`(?<![\\w@-])(?<!\\w\\.)${escaped(host)}(?![\\w-]|\\.\\w)`).test(text)
}

export function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
}

/** Values and files go only into the first website shown and those that the prompt names, not into frames of others. */
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
