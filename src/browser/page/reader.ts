import { readFileSync } from 'node:fs'
import type { CDPSession } from 'playwright-core'
import { Fault } from '../../fault.ts'

type Send = CDPSession['send']

/** Our script inside one frame, in a world that the page's own scripts cannot touch. */
export interface Reader {
  /** Calls one of its functions with plain data; a frame that moves on to another document is followed. */
  call<Result>(name: string, ...args: unknown[]): Promise<Result>
  /** Evaluates an expression in the same world. */
  evaluate(expression: string): Promise<void>
  /** For what takes more than one call: the id of the world, anew when the frame moves on meanwhile. */
  inWorld<Result>(use: (world: number) => Promise<Result>): Promise<Result>
  /** The id of a frame that the last `serialise` left a gap for. */
  frameAt(index: number): Promise<string | undefined>
}

/** A reader for a frame; nothing happens in the page before it is called. */
export function createReader(send: Send, frameId: string): Reader {
  let world: number | undefined

  async function enter(): Promise<number> {
    const { executionContextId } = await send('Page.createIsolatedWorld', { frameId, worldName: 'winnow' })
    await send('Runtime.evaluate', { expression: SCRIPT, contextId: executionContextId })
    return executionContextId
  }

  async function callOnce(world: number, name: string, args: unknown[], returnByValue: boolean) {
    const { result, exceptionDetails } = await send('Runtime.callFunctionOn', {
      functionDeclaration: 'function (name, ...args) { return globalThis.winnow[name](...args) }',
      executionContextId: world,
      arguments: [{ value: name }, ...args.map((value) => ({ value }))],
      returnByValue,
    })
    if (exceptionDetails)
      throw new ReaderError(exceptionDetails.exception?.description ?? exceptionDetails.text)
    return result
  }

  async function following<Result>(use: (world: number) => Promise<Result>): Promise<Result> {
    for (let moves = 0; ; moves++) {
      try {
        world ??= await enter()
        return await use(world)
      } catch (error) {
        if (!MOVED_ON.test(String(error))) throw error
        if (moves >= MAX_MOVES) throw restless(error)
        world = undefined
      }
    }
  }

  return {
    async call<Result>(name: string, ...args: unknown[]) {
      return (await following((world) => callOnce(world, name, args, true))).value as Result
    },
    async evaluate(expression) {
      await following((contextId) => send('Runtime.evaluate', { expression, contextId }))
    },
    inWorld: following,
    async frameAt(index) {
      const { objectId } = await following((world) => callOnce(world, 'frame', [index], false))
      if (objectId === undefined) return undefined
      return (await send('DOM.describeNode', { objectId })).node.frameId
    },
  }
}

function restless(cause: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', 'The page keeps moving on to another one and never stands still.', {
    cause,
  })
}

/** The script in the page threw: a selector that is none, for example. */
export class ReaderError extends Error {
  override readonly name = 'ReaderError'
}

const PARTS = ['platform', 'state', 'serialise', 'elements'].map((name) =>
  readFileSync(new URL(`in-page/${name}.js`, import.meta.url), 'utf8'),
)
/** A world is entered again for every document, but may also be entered twice for the same. */
const SCRIPT = `if (globalThis.winnow === undefined) {\n${PARTS.join('\n')}\n}`
/** How Chromium says that the document a call was meant for has been replaced. */
const MOVED_ON = /Cannot find (default execution )?context|context was destroyed|Inspected target navigated/i
const MAX_MOVES = 20
