import { withoutProhibitions } from './irreversible.ts'
import { PageControllerError } from '../browser/browser.ts'
import type { PageAction, PageView, PageController } from '../browser/browser.ts'

/** Where values of the caller may go: to the website where a task began, and to hosts that the task names. */
export function createTrustedWebsites(task: string) {
  const wanted = withoutProhibitions(task.toLowerCase())
  let startWebsite: URL | undefined
  return {
    begin(url: string): void {
      startWebsite ??= websiteOf(url)
    },
    get startWebsite(): URL | undefined {
      return startWebsite
    },
    isTrusted(url: URL): boolean {
      if (startWebsite === undefined || (url.protocol !== 'https:' && url.protocol !== startWebsite.protocol))
        return false
      const isUpgraded =
        url.hostname === startWebsite.hostname && url.protocol === 'https:' && url.port === ''
      return url.origin === startWebsite.origin || isUpgraded || isHostIn(wanted, url.host)
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
export function fillOnTrustedWebsites(
  controller: PageController,
  prompt: string,
  hasValue: (text: string) => boolean,
): PageController {
  const websites = createTrustedWebsites(prompt)
  websites.begin(controller.url())
  let view: PageView | undefined
  return {
    ...controller,
    async view(signal) {
      view = await controller.view(signal)
      return view
    },
    async act(action, signal, ready) {
      websites.begin(controller.url())
      const website = websiteFor(action, controller.url(), view)
      if (isFilling(action, hasValue) && !(website && websites.isTrusted(website)))
        throw new PageControllerError(
          'input',
          `Values of \`variables\` are for ${websites.startWebsite?.origin ?? 'the website of the session'}, not for ${website?.origin ?? 'this page'}.`,
        )
      await controller.act(action, signal, ready)
    },
  }
}

function isFilling(action: PageAction, hasValue: (text: string) => boolean): boolean {
  if (action.do === 'upload') return true
  const { value, text, labels = [] } = action as { value?: string; text?: string; labels?: readonly string[] }
  return [value ?? '', text ?? '', ...labels].some(hasValue)
}

function websiteFor(action: PageAction, url: string, view: PageView | undefined): URL | undefined {
  const ref = (action as { ref?: string }).ref ?? view?.focused
  const element = view?.elements.find((one) => one.ref === ref)
  return websiteOf(element?.origin ?? url)
}
