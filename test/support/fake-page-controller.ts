import type { PageAction, PageView, PageController } from '../../src/browser/browser.ts'

/** A stage that is made of plain views: what a deed brings up is the next one. */
export interface FakePageController extends PageController {
  /** Everything that was done, in order. */
  readonly actions: readonly PageAction[]
  /** Lets a dialog come up. */
  openDialog(kind: string, message: string): void
}

/** `react` answers with the view that a deed leads to, or throws what the page does not let happen. */
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
