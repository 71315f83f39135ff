import type { EventEmitter } from 'node:events'
import type { BrowserContext, Dialog, Page } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import type { LiveTabs } from '../tabs/tabs.ts'
import type { ViewTab } from '../page-view/page-view.ts'
import { PageControllerError } from './page-controller.ts'

export function createTabIds(tabs: Pick<LiveTabs, 'context' | 'current' | 'bringToFront'>) {
  const ids = new WeakMap<Page, string>()
  let count = 0

  function idOf(page: Page): string {
    const id = ids.get(page) ?? `t${++count}`
    ids.set(page, id)
    return id
  }

  function pageOf(id: string): Page {
    const page = tabs.context.pages().find((one) => idOf(one) === id)
    if (page === undefined)
      throw new PageControllerError('input', `There is no tab ${JSON.stringify(id.slice(0, 40))}.`)
    return page
  }

  return {
    list: (signal: AbortSignal): Promise<ViewTab[]> =>
      Promise.all(
        tabs.context.pages().map(async (page) => ({
          id: idOf(page),
          url: page.url(),
          // A tab that does not answer has no title.
          title: await orAborted(page.title(), signal, AbortSignal.timeout(TITLE_MS)).catch(() => ''),
          isFront: page === tabs.current(),
        })),
      ),
    show: (id: string) => tabs.bringToFront(pageOf(id)),
    close: (id: string, signal: AbortSignal) => orAborted(pageOf(id).close(), signal),
  }
}

const TITLE_MS = 2000

/** Answers every dialog of the context that nobody else listens for; an unanswered one would hold up its page. */
export function handleDialogs(context: BrowserContext) {
  let since: { kind: string; message: string; answered: string }[] = []
  let how: { accept: boolean; text?: string } = { accept: false }

  async function reply(dialog: Dialog): Promise<void> {
    // A program that runs in the session answers its own.
    if (listenersOf(dialog.page()) > 0 || listenersOf(context) > 1) return
    const kind = dialog.type()
    const hasText = kind === 'prompt' && how.text !== undefined
    // Whoever asked for another page wants to leave this one.
    const accept = kind === 'alert' || kind === 'beforeunload' || hasText || how.accept
    const text = kind === 'prompt' && accept ? (how.text ?? dialog.defaultValue()) : undefined
    const answered = !accept
      ? 'dismissed'
      : text === undefined
        ? 'accepted'
        : `accepted with ${JSON.stringify(text)}`
    since = [...since, { kind, message: dialog.message().slice(0, 1000), answered }].slice(-MAX_KEPT)
    await (accept ? dialog.accept(text) : dialog.dismiss())
  }

  // Its page may be gone by now.
  context.on('dialog', (dialog) => void reply(dialog).catch(() => {}))
  return {
    taken() {
      const dialogs = since
      since = []
      return dialogs
    },
    setReply: (wish: typeof how) => void (how = wish),
  }
}

/** Playwright's objects count who listens, which their types do not say. */
function listenersOf(object: object | null): number {
  return (object as EventEmitter | null)?.listenerCount('dialog') ?? 0
}

const MAX_KEPT = 50
