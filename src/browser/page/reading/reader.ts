import type { BrowserContext, CDPSession, Frame as PlaywrightFrame, Page } from 'playwright-core'
import { orAborted } from '../../../concurrency/abort.ts'
import { Fault } from '../../../fault.ts'
import { READING } from './page-script.ts'
import type { PageScript } from './page-script.ts'

type Send = CDPSession['send']

type Calls<Names extends PropertyKey> = Record<Names, (...args: never[]) => unknown>

/** Our scripts inside one frame, in a world that the page's own scripts cannot touch. */
export interface Reader {
  /** Calls a function of a script with plain data; a frame that moves on to another document is followed. */
  call<Own extends Calls<keyof Own>, Name extends keyof Own & string>(
    script: PageScript<Own>,
    name: Name,
    ...args: Parameters<Own[Name]>
  ): Promise<ReturnType<Own[Name]>>
  frameOf<Own extends Calls<keyof Own>>(
    script: PageScript<Own>,
    name: keyof Own & string,
    index: number,
  ): Promise<string | undefined>
  /** For what takes more than one call: the id of the world, anew when the frame moves on meanwhile. */
  inWorld<Result>(use: (world: number) => Promise<Result>): Promise<Result>
}

interface World {
  id: number
  scripts: Set<PageScript<unknown>>
}

export function createReader(send: Send, frameId: string): Reader {
  let world: World | undefined

  async function enterWorld(): Promise<World> {
    const { executionContextId: id } = await send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'winnow',
    })
    const entered = { id, scripts: new Set<PageScript<unknown>>() }
    await loadScript(READING, entered)
    return entered
  }

  async function loadScript(script: PageScript<unknown>, { id, scripts }: World): Promise<void> {
    if (scripts.has(script)) return
    await send('Runtime.evaluate', { expression: script.source, contextId: id })
    scripts.add(script)
  }

  async function callOnce(
    script: PageScript<unknown>,
    name: string,
    args: unknown[],
    returnByValue: boolean,
  ) {
    return await retryOnNavigation(async (world) => {
      await loadScript(script, world)
      const { result, exceptionDetails } = await send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (name, ...args) { return globalThis.winnow.calls[name](...args) }',
        executionContextId: world.id,
        arguments: [{ value: name }, ...args.map((value) => ({ value }))],
        returnByValue,
      })
      if (exceptionDetails)
        throw new ReaderError(exceptionDetails.exception?.description ?? exceptionDetails.text)
      return result
    })
  }

  async function retryOnNavigation<Result>(use: (world: World) => Promise<Result>): Promise<Result> {
    for (let navigations = 0; ; navigations++) {
      try {
        world ??= await enterWorld()
        return await use(world)
      } catch (error) {
        if (!NAVIGATED.test(String(error))) throw error
        if (navigations >= MAX_NAVIGATIONS)
          throw new Fault('SCRAPE_SITE_ERROR', KEEPS_NAVIGATING, { cause: error })
        world = undefined
      }
    }
  }

  return {
    call: async (script, name, ...args) => (await callOnce(script, name, args, true)).value,
    async frameOf(script, name, index) {
      const { objectId } = await callOnce(script, name, [index], false)
      if (objectId === undefined) return undefined
      return (await send('DOM.describeNode', { objectId })).node.frameId
    },
    inWorld: (use) => retryOnNavigation(({ id }) => use(id)),
  }
}

export class ReaderError extends Error {
  override readonly name = 'ReaderError'
}

/** How Chromium says that the document a call was meant for has been replaced. */
const NAVIGATED = /Cannot find (default execution )?context|context was destroyed|Inspected target navigated/i
const MAX_NAVIGATIONS = 20
const KEEPS_NAVIGATING = 'The page keeps moving on to another one and never stands still.'

export interface Frame {
  send: Send
  reader: Reader
}

/** Speaks to a tab or frame no longer than the signal allows. */
export function sendWithin(session: CDPSession, signal: AbortSignal): Send {
  return ((method: never, params: never) => orAborted(session.send(method, params), signal)) as Send
}

interface TabSession {
  page: Page
  context: BrowserContext
  signal: AbortSignal
  send: Send
}

// Undefined for a frame that is gone. Known frames are kept as long as they answer; one that moved to another process
// is found again.
export function createFrameFinder(tab: TabSession): (frameId: string) => Promise<Frame | undefined> {
  const known = new Map<string, Frame>()
  let sessions = new Map<PlaywrightFrame, ReturnType<typeof openSession>>()

  function sessionOf(frame: PlaywrightFrame) {
    const session = sessions.get(frame) ?? openSession(tab, frame)
    sessions.set(frame, session)
    // A frame without a process of its own has no session of its own either, but may get both.
    session.catch(() => sessions.delete(frame))
    return session
  }

  async function find(frameId: string): Promise<Frame['send'] | undefined> {
    if (await succeeds(tab.send('Page.createIsolatedWorld', { frameId, worldName: 'winnow' })))
      return tab.send
    const frames = tab.page.frames().slice(1, 1 + MAX_FRAMES)
    const settled = await Promise.allSettled(frames.map(sessionOf))
    const found = settled.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    return found.find(({ id }) => id === frameId)?.send
  }

  return async (frameId) => {
    const before = known.get(frameId)
    if (before && (await succeeds(before.reader.call(READING, 'state')))) return before
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

async function openSession({ context, signal }: TabSession, frame: PlaywrightFrame) {
  const session = await context.newCDPSession(frame)
  const send = sendWithin(session, signal)
  const { frameTree } = await send('Page.getFrameTree')
  return { id: frameTree.frame.id, send }
}

function succeeds(work: Promise<unknown>): Promise<boolean> {
  return work.then(
    () => true,
    () => false,
  )
}

const MAX_FRAMES = 40
const MAX_KNOWN = 200
