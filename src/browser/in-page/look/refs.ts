import * as page from '../platform.ts'

const nodes = new Map<string, WeakRef<Node>>()
const refs = new WeakMap<Node, string>()
let key: string | undefined
let count = 0

/** A world names its elements by a word of its own, so that no ref of one document means something in another. */
export function claim(fresh: string): string {
  key ??= fresh
  return key
}

export function refOf(node: Node): string {
  let ref = refs.get(node)
  if (ref === undefined) {
    ref = `${key}${++count}`
    refs.set(node, ref)
    nodes.set(ref, new WeakRef(node))
  }
  return ref
}

export function nodeOf(ref: string): Node | undefined {
  const node = nodes.get(ref)?.deref()
  return node !== undefined && page.isConnected(node) ? node : undefined
}
