import type { EventEmitter } from 'node:events'
import type { BrowserContext, Dialog } from 'playwright-core'

/** The browser's own dialogs: answered as told, and remembered. */
export interface Dialogs {
  taken(): { kind: string; message: string; answered: string }[]
  answer(how: { accept: boolean; text?: string }): void
}

/** Answers every dialog of the context that nobody else listens for; an unanswered one would hold up its page. */
export function answerDialogs(context: BrowserContext): Dialogs {
  let since: { kind: string; message: string; answered: string }[] = []
  let how: { accept: boolean; text?: string } = { accept: false }

  async function reply(dialog: Dialog): Promise<void> {
    // A program that runs in the session answers its own.
    if (listenersOf(dialog.page()) > 0 || listenersOf(context) > 1) return
    const kind = dialog.type()
    const told = kind === 'prompt' && how.text !== undefined
    // Whoever asked for another page wants to leave this one.
    const accept = kind === 'alert' || kind === 'beforeunload' || told || how.accept
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
    answer: (wish) => void (how = wish),
  }
}

/** Playwright's objects count who listens, which their types do not say. */
function listenersOf(object: object | null): number {
  return (object as EventEmitter | null)?.listenerCount('dialog') ?? 0
}

const MAX_KEPT = 50
