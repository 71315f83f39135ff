import type { PageView } from '../../browser/browser.ts'

/** The names of pages in a program, by the ids of their tabs. */
export interface TabNames {
  /** The page that actions go to. */
  front(): string
  nameOf(id: string): string
  show(id: string): void
  close(id: string): void
  /** The name of a tab that the program opens. */
  open(): string
  /** Learns the ids of tabs. Returns the name of one that an action has opened. */
  see(tabs: PageView['tabs']): string | undefined
}

export function createTabNames(): TabNames {
  const names = new Map<string, string>()
  let front = 'page'
  let count = 1
  let looks = 0
  let opening: string | undefined

  return {
    front: () => front,
    nameOf: (id) => names.get(id) ?? 'page',
    show: (id) => void (front = names.get(id) ?? 'page'),
    close: (id) => void names.delete(id),
    open: () => (front = opening = `page${++count}`),
    see(tabs = []) {
      const isFirst = looks++ === 0
      const inFront = tabs.find(({ isFront }) => isFront)
      if (inFront === undefined) {
        // A single tab has no id.
        if (names.size > 0 && ![...names.values()].includes(front)) front = [...names.values()].at(-1)!
        return undefined
      }
      if (names.size === 0) names.set(isFirst ? inFront.id : tabs[0]!.id, 'page')
      let opened: string | undefined
      for (const [at, { id }] of tabs.entries()) {
        if (names.has(id)) continue
        names.set(id, isFirst ? `context.pages()[${at}]` : (opening ?? (opened = `page${++count}`)))
        opening = undefined
      }
      front = names.get(inFront.id)!
      return opened
    },
  }
}
