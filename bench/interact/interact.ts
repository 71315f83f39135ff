import { benchEveryday } from './everyday/bench-everyday.ts'
import { benchFlows } from './flows/bench-flows.ts'
import { benchMiniwob } from './miniwob/bench-miniwob.ts'

/**
 * `miniwob <folder>` runs the tasks of MiniWoB++, whose pages lie in that folder and not here; `flows [open|held-out]` our
 * own sites. Both carry out prompts without a model.
 */
export async function benchInteract(what = '', ...words: string[]): Promise<void> {
  if (what === 'miniwob') return benchMiniwob(words)
  if (what === 'flows') return benchFlows(words)
  if (what === 'everyday') return benchEveryday(words)
  console.error('Usage: npm run bench interact <miniwob <folder> | flows [open | held-out | check]>')
  process.exitCode = 2
}
