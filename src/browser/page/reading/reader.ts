import type { CDPSession } from 'playwright-core'
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

  async function enter(): Promise<World> {
    const { executionContextId: id } = await send('Page.createIsolatedWorld', {
      frameId,
      worldName: 'winnow',
    })
    const entered = { id, scripts: new Set<PageScript<unknown>>() }
    await bring(READING, entered)
    return entered
  }

  async function bring(script: PageScript<unknown>, { id, scripts }: World): Promise<void> {
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
    return await following(async (world) => {
      await bring(script, world)
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

  async function following<Result>(use: (world: World) => Promise<Result>): Promise<Result> {
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
    call: async (script, name, ...args) => (await callOnce(script, name, args, true)).value,
    async frameOf(script, name, index) {
      const { objectId } = await callOnce(script, name, [index], false)
      if (objectId === undefined) return undefined
      return (await send('DOM.describeNode', { objectId })).node.frameId
    },
    inWorld: (use) => following(({ id }) => use(id)),
  }
}

function restless(cause: unknown): Fault {
  return new Fault('SCRAPE_SITE_ERROR', 'The page keeps moving on to another one and never stands still.', {
    cause,
  })
}

export class ReaderError extends Error {
  override readonly name = 'ReaderError'
}

/** How Chromium says that the document a call was meant for has been replaced. */
const MOVED_ON = /Cannot find (default execution )?context|context was destroyed|Inspected target navigated/i
const MAX_MOVES = 20
