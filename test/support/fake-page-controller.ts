import type { PageAction, PageView, PageController } from '../../src/browser/browser.ts'

/** A page controller made of plain views: the result of an action is the next view. */
export interface FakePageController extends PageController {
  /** Every action, in order. */
  readonly actions: readonly PageAction[]
  /** Opens a dialog. */
  openDialog(kind: string, message: string): void
}

/** `react` returns the view after an action, or throws if the page does not allow it. */
export function createFakePageController(
  first: PageView,
  react: (action: PageAction, view: PageView) => PageView,
): FakePageController {
  const actions: PageAction[] = []
  const dialogs: ReturnType<PageController['dialogs']> = []
  let view = first
  let isAccepted = false
  return {
    actions,
    openDialog(kind, message) {
      dialogs.push({ kind, message, answered: isAccepted ? 'accepted' : 'dismissed' })
    },
    url: () => view.url,
    view: async () => view,
    async act(action) {
      actions.push(action)
      view = react(action, view)
    },
    dialogs: () => dialogs.splice(0),
    setDialogReply({ accept }) {
      isAccepted = accept
    },
    downloads: () => [],
    html: async () => `<title>${view.title}</title>`,
    screenshot: async () => Buffer.from('picture'),
  }
}
