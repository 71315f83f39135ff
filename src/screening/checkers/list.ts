import { open, stat } from 'node:fs/promises'
import { Fault } from '../../fault.ts'
import type { Log } from '../../log.ts'
import { parseList } from '../parse-list.ts'
import type { BlockList } from '../parse-list.ts'
import type { RateRisk } from '../rate-risk.ts'

/** How often it is looked whether a file has changed; a question that comes sooner is answered without looking. */
const LOOK_EVERY_MS = 1000

/** Files of the operator's own. What is on one of them has the highest score, everything else none. */
export async function openList(
  files: readonly string[],
  log: Log,
  { lookEveryMs = LOOK_EVERY_MS } = {},
): Promise<RateRisk> {
  let read = await readFiles(files, log)
  let lookedAt = performance.now()
  let looking = Promise.resolve()
  let isUnreadable = false

  /** A file that cannot be read, while it is replaced for example, leaves what was read before. */
  async function look(): Promise<void> {
    try {
      if ((await stampOf(files)) !== read.stamp) read = await readFiles(files, log)
      isUnreadable = false
    } catch (failure) {
      if (!isUnreadable) log.warn(`${(failure as Error).message} What it had still holds.`)
      isUnreadable = true
    }
  }

  return async (url) => {
    if (performance.now() - lookedAt >= lookEveryMs) {
      lookedAt = performance.now()
      looking = looking.then(look)
    }
    await looking
    const isListed = read.lists.some((list) => list.has(url))
    return isListed ? { score: 100, categories: ['listed'] } : { score: 0, categories: [] }
  }
}

interface Read {
  lists: BlockList[]
  stamp: string
}

async function readFiles(files: readonly string[], log: Log): Promise<Read> {
  // Taken before, so that what changes while it is read is read again.
  const stamp = await stampOf(files)
  const lists = await Promise.all(files.map((file) => readFile(file, log)))
  return { lists, stamp }
}

async function readFile(file: string, log: Log): Promise<BlockList> {
  try {
    await using opened = await open(file)
    const { list, unread } = await parseList(opened.readLines())
    log.info({ file, entries: list.size, unread }, 'a list of dangerous addresses was read')
    return list
  } catch (cause) {
    throw unreadable(file, cause)
  }
}

async function stampOf(files: readonly string[]): Promise<string> {
  const stamps = files.map(async (file) => {
    try {
      const { mtimeNs, size, ino } = await stat(file, { bigint: true })
      return `${mtimeNs} ${size} ${ino}`
    } catch (cause) {
      throw unreadable(file, cause)
    }
  })
  return (await Promise.all(stamps)).join(', ')
}

function unreadable(file: string, cause: unknown): Fault {
  const why = (cause as NodeJS.ErrnoException).code ?? 'no reason is given'
  return new Fault('UNAVAILABLE', `WINNOW_URL_RISK_URL: the list ${file} cannot be read (${why}).`, { cause })
}
