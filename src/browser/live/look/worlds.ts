import type { CDPSession } from 'playwright-core'
import type { Reader } from '../../page/reader.ts'
import type { SeenPage } from './seen-page.ts'

/** A document that was looked at: where its refs lead. */
interface World {
  page: SeenPage
  send: CDPSession['send']
  reader: Reader
  /** The frame element it is shown in. */
  within: { key: string; ref: string } | undefined
}

/** What is known of the listeners of a document: of the elements by their ids. */
export interface Told {
  world?: number
  documentId?: string
  kinds: Map<number, number>
}

/** The documents that were looked at, by the letters that their refs begin with. */
export interface Worlds {
  /** The letters for a document that has none yet. One look at a time: two would be given the same. */
  freshKey(): string
  keep(key: string, world: World): void
  of(ref: string): World | undefined
  /** What was told of listeners in a frame. */
  told(reader: Reader): Told
}

export function createWorlds(): Worlds {
  const worlds = new Map<string, World>()
  const told = new WeakMap<Reader, Told>()
  let count = 0
  return {
    freshKey: () => letters(count),
    keep(key, world) {
      if (!worlds.has(key)) count++
      worlds.delete(key)
      worlds.set(key, world)
      if (worlds.size > MAX_WORLDS) worlds.delete(worlds.keys().next().value!)
    },
    of: (ref) => worlds.get(/^[a-z]+/.exec(ref)?.[0] ?? ''),
    told(reader) {
      const known = told.get(reader) ?? { kinds: new Map() }
      told.set(reader, known)
      return known
    },
  }
}

function letters(number: number): string {
  const last = String.fromCharCode(97 + (number % 26))
  return number < 26 ? last : letters(Math.floor(number / 26) - 1) + last
}

const MAX_WORLDS = 300
