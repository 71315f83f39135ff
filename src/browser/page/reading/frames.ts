import type { BrowserContext, CDPSession, Frame as PlaywrightFrame, Page } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import { READING } from './page-script.ts'
import { createReader } from './reader.ts'
import type { Reader } from './reader.ts'

export interface Frame {
  send: CDPSession['send']
  reader: Reader
}

interface Owner {
  page: Page
  context: BrowserContext
  signal: AbortSignal
  send: CDPSession['send']
}

// Undefined for a frame that is gone. Known frames are kept as long as they answer; one that moved to another process
// is found again.
export function waysToFrames(tab: Owner): (frameId: string) => Promise<Frame | undefined> {
  const known = new Map<string, Frame>()
  let sessions = new Map<PlaywrightFrame, Promise<Session>>()

  function sessionOf(frame: PlaywrightFrame): Promise<Session> {
    const session = sessions.get(frame) ?? openSession(tab, frame)
    sessions.set(frame, session)
    // A frame without a process of its own has no session of its own either, but may get both.
    session.catch(() => sessions.delete(frame))
    return session
  }

  async function find(frameId: string): Promise<Frame['send'] | undefined> {
    if (await isGood(tab.send('Page.createIsolatedWorld', { frameId, worldName: 'winnow' }))) return tab.send
    const frames = tab.page.frames().slice(1, 1 + MAX_FRAMES)
    const settled = await Promise.allSettled(frames.map(sessionOf))
    const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    return found.find(({ id }) => id === frameId)?.send
  }

  return async (frameId) => {
    const before = known.get(frameId)
    if (before && (await isGood(before.reader.call(READING, 'state')))) return before
    if (before) sessions = new Map()
    known.delete(frameId)
    const send = await find(frameId)
    if (send === undefined) return undefined
    if (known.size >= MAX_KNOWN) known.clear()
    const frame = { send, reader: createReader(send, frameId) }
    known.set(frameId, frame)
    return frame
  }
}

interface Session {
  id: string
  send: CDPSession['send']
}

async function openSession({ context, signal }: Owner, frame: PlaywrightFrame): Promise<Session> {
  const session = await context.newCDPSession(frame)
  const { frameTree } = await session.send('Page.getFrameTree')
  const send = ((method: never, params: never) =>
    orAborted(session.send(method, params), signal)) as CDPSession['send']
  return { id: frameTree.frame.id, send }
}

function isGood(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

const MAX_FRAMES = 40
const MAX_KNOWN = 200
