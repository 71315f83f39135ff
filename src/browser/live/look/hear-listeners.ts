import type { CDPSession } from 'playwright-core'
import { STAGE } from '../../page/reading/page-script.ts'
import type { Frame } from '../../page/reading/frames.ts'
import type { Reader } from '../../page/reading/reader.ts'

// Tells our script which elements listen for the mouse: pages say so nowhere else. Each element is told once, a
// bounded number in one go. Shadow roots are left out: their controls are real ones.
export async function hearListeners({ send, reader }: Frame): Promise<void> {
  const told: Told = TOLD.get(reader) ?? { kinds: new Map() }
  TOLD.set(reader, told)
  await reader.inWorld(async (executionContextId) => {
    const objectGroup = 'winnow-listeners'
    try {
      if (told.world !== executionContextId) {
        // The first call brings our script, which takes as long as finding the document.
        const [documentId] = await Promise.all([
          documentOf(send, executionContextId),
          reader.call(STAGE, 'hear', []),
        ])
        told.documentId = documentId
        told.kinds.clear()
        told.world = executionContextId
      }
      const { listeners } = await send('DOMDebugger.getEventListeners', {
        objectId: told.documentId!,
        depth: -1,
      })
      const fresh = [...kindsOf(listeners)]
        .filter(([id, kind]) => told.kinds.get(id) !== kind)
        .slice(0, MAX_TOLD)
      if (fresh.length === 0) return
      const found = await Promise.all(
        fresh.map(async ([backendNodeId, kind]) => {
          const node = { backendNodeId, executionContextId, objectGroup }
          const { object } = await send('DOM.resolveNode', node)
          return { backendNodeId, kind, objectId: object.objectId! }
        }),
      )
      await send('Runtime.callFunctionOn', {
        functionDeclaration: 'function (...args) { globalThis.winnow.calls.hear(...args) }',
        executionContextId,
        arguments: [{ value: found.map(({ kind }) => kind) }, ...found.map(({ objectId }) => ({ objectId }))],
      })
      for (const { backendNodeId, kind } of found) told.kinds.set(backendNodeId, kind)
    } finally {
      // Nothing waits for what is only tidied up.
      void send('Runtime.releaseObjectGroup', { objectGroup }).catch(() => {})
    }
  })
}

/** The document as the page's own scripts have it: asked for ours, Chromium hands out elements that our script cannot use. */
async function documentOf(send: CDPSession['send'], contextId: number): Promise<string> {
  const { result } = await send('Runtime.evaluate', { expression: 'document', contextId })
  const { node } = await send('DOM.describeNode', { objectId: result.objectId! })
  const { object } = await send('DOM.resolveNode', { backendNodeId: node.backendNodeId })
  return object.objectId!
}

/** 1 for clicks, 2 for what begins a drag, 3 for both; by the element. */
function kindsOf(listeners: readonly { type: string; backendNodeId?: number }[]): Map<number, number> {
  const kinds = new Map<number, number>()
  for (const { type, backendNodeId } of listeners) {
    const kind = KINDS[type]
    if (kind === undefined || backendNodeId === undefined) continue
    kinds.set(backendNodeId, (kinds.get(backendNodeId) ?? 0) | kind)
  }
  return kinds
}

const KINDS: Record<string, number> = {
  click: 1,
  dblclick: 1,
  mouseup: 1,
  pointerup: 1,
  touchend: 1,
  contextmenu: 1,
  mousedown: 3,
  pointerdown: 3,
  dragstart: 2,
  touchstart: 1,
}
const MAX_TOLD = 400

interface Told {
  world?: number
  documentId?: string
  kinds: Map<number, number>
}

const TOLD = new WeakMap<Reader, Told>()
