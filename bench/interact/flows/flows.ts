import { readdir } from 'node:fs/promises'
import type { Flow } from './flow.ts'

/** Flows to develop with, and flows of the same kinds of which only the figures are looked at. */
export type FlowSet = 'open' | 'held-out'

export const FLOW_SETS: readonly FlowSet[] = ['open', 'held-out']

/** Every flow in the folder of a set: one file each, which exports nothing else. */
export async function flowsOf(set: FlowSet): Promise<Flow[]> {
  const folder = new URL(`${set}/`, import.meta.url)
  const files = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted()
  const flows = await Promise.all(
    files.map(async (name) => {
      const made = (await import(new URL(name, folder).href)) as Record<string, Flow>
      return Object.values(made)
    }),
  )
  return flows.flat()
}
