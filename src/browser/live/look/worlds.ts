import type { CDPSession } from 'playwright-core'
import type { Reader } from '../../page/reading/reader.ts'
import type { WatchedTab } from '../../page/tab/watch-tab.ts'

interface World {
  page: WatchedTab
  send: CDPSession['send']
  reader: Reader
  within: { key: string; ref: string } | undefined
}

export function createWorlds() {
  const worlds = new Map<string, World>()
  let count = 0
  return {
    /** The letters for a document that has none yet. One look at a time: two would be given the same. */
    freshKey: () => letters(count),
    keep(key: string, world: World): void {
      if (!worlds.has(key)) count++
      worlds.delete(key)
      worlds.set(key, world)
      if (worlds.size > MAX_WORLDS) worlds.delete(worlds.keys().next().value!)
    },
    of: (ref: string) => worlds.get(/^[a-z]+/.exec(ref)?.[0] ?? ''),
  }
}

export type Worlds = ReturnType<typeof createWorlds>

function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26))
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last
}

const MAX_WORLDS = 300
