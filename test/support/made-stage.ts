import type { Deed, PageView, Stage } from '../../src/browser/browser.ts'

/** A stage that is made of plain views: what a deed brings up is the next one. */
export interface MadeStage extends Stage {
  /** Everything that was done, in order. */
  readonly deeds: readonly Deed[]
  /** Lets a dialog come up. */
  say(kind: string, message: string): void
}

/** `react` answers with the view that a deed leads to, or throws what the page does not let happen. */
export function makeStage(first: PageView, react: (deed: Deed, view: PageView) => PageView): MadeStage {
  const deeds: Deed[] = []
  const dialogs: ReturnType<Stage['dialogs']> = []
  let view = first
  let isAccepted = false
  return {
    deeds,
    say(kind, message) {
      dialogs.push({ kind, message, answered: isAccepted ? 'accepted' : 'dismissed' })
    },
    url: () => view.url,
    look: async () => view,
    async act(deed) {
      deeds.push(deed)
      view = react(deed, view)
    },
    dialogs: () => dialogs.splice(0),
    answerDialogs({ accept }) {
      isAccepted = accept
    },
    downloads: () => [],
    html: async () => `<title>${view.title}</title>`,
    picture: async () => Buffer.from('picture'),
  }
}
