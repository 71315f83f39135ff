import { benchClick } from './bench-click.ts'
import { benchModel } from './bench-model.ts'
import { benchEveryday } from './everyday/bench-everyday.ts'
import { benchFlows } from './flows/bench-flows.ts'

/**
 * `flows [open|held-out]` runs prompts on our own sites, `everyday <folder>` those of a set in that folder, both without a
 * model; `click` times one click beside a Playwright script. `--model URL [--key K] [--name M] [--prices 3/15]` runs the open flows with a real model.
 */
export async function benchInteract(what = '', ...words: string[]): Promise<void> {
  if (what.startsWith('--')) return benchModel([what, ...words])
  if (what === 'flows') return benchFlows(words)
  if (what === 'click') return benchClick()
  if (what === 'everyday') return benchEveryday(words)
  console.error(
    'Usage: npm run bench interact <everyday [folder] | click | flows [open | held-out | check]>, or npm run bench interact -- --model URL --key K --name M',
  )
  process.exitCode = 2
}
