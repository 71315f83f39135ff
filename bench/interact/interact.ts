import { benchEveryday } from './everyday/bench-everyday.ts'
import { benchFlows } from './flows/bench-flows.ts'
import { benchMiniwob } from './miniwob/bench-miniwob.ts'
import { benchModel } from './bench-model.ts'

/**
 * `miniwob <folder>` runs the tasks of MiniWoB++, whose pages lie in that folder and not here; `flows [open|held-out]` our
 * own sites. Both carry out prompts without a model. `--model URL [--key K] [--name M] [--prices 3/15]` runs the open flows
 * with a real model.
 */
export async function benchInteract(what = '', ...words: string[]): Promise<void> {
  if (what.startsWith('--')) return benchModel([what, ...words])
  if (what === 'miniwob') return benchMiniwob(words)
  if (what === 'flows') return benchFlows(words)
  if (what === 'everyday') return benchEveryday(words)
  console.error(
    'Usage: npm run bench interact <miniwob <folder> | flows [open | held-out | check]>, or npm run bench interact -- --model URL --key K --name M',
  )
  process.exitCode = 2
}
