import { parseArgs } from 'node:util'
import { createBenchPlanner } from '../bench-planner.ts'
import { openBenchBrowser } from '../bench-browser.ts'
import type { BenchBrowser } from '../bench-browser.ts'
import type { Flow } from './flow.ts'
import { FLOW_SETS, flowsOf } from './flows.ts'
import { printFlows, printOpenings, printTrial } from './report.ts'
import { checkTrial } from './check-trial.ts'
import { inThisProcess } from './on-page.ts'
import type { OnPage } from './on-page.ts'
import { startInteractService } from './on-service.ts'
import { runTrial } from './run-trial.ts'
import type { Trial } from './run-trial.ts'

/**
 * `open`, `held-out`, the beginning of a flow's name, or all. `check` looks over the flows themselves: each must be
 * unsolved before anything is done, and solved by doing it. `--why` tells what went wrong with open ones. `--service`
 * goes through the whole service instead of this process.
 */
export async function benchFlows(words: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      why: { type: 'boolean', default: false },
      'why-held-out': { type: 'boolean', default: false },
      service: { type: 'boolean', default: false },
    },
  })
  const [wanted = '', part = ''] = positionals
  await using opened = new AsyncDisposableStack()
  if (wanted === 'check') return await check(part, opened.use(await openBenchBrowser()))
  const onPage = values.service ? await throughService(opened) : await directly(opened)
  const isSet = FLOW_SETS.some((name) => name === wanted)
  for (const name of FLOW_SETS) {
    const flows = await flowsOf(name)
    const isOfSet = isSet ? wanted === name : undefined
    const chosen = flows.filter((flow) => isOfSet ?? flow.name.startsWith(wanted))
    if (chosen.length === 0) continue
    const isTold = name === 'open' ? values.why : values['why-held-out']
    printFlows(name, await runAll(chosen, onPage, (trial) => isTold && printTrial(trial)))
  }
}

async function directly(opened: AsyncDisposableStack): Promise<OnPage> {
  return inThisProcess(opened.use(await openBenchBrowser()), createBenchPlanner())
}

async function throughService(opened: AsyncDisposableStack): Promise<OnPage> {
  const service = opened.use(await startInteractService())
  opened.defer(() => printOpenings(service.openings))
  return service.onPage
}

async function runAll(
  flows: readonly Flow[],
  onPage: OnPage,
  tell: (trial: Trial) => void,
): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const flow of flows) {
    for (const trial of flow.trials) {
      const run = await runTrial(flow, trial, onPage)
      tell(run)
      trials.push(run)
    }
  }
  return trials
}

async function check(wanted: string, browser: BenchBrowser): Promise<void> {
  const flows = (await Promise.all(FLOW_SETS.map(flowsOf))).flat()
  for (const flow of flows.filter(({ name }) => name.startsWith(wanted))) {
    for (const [index, trial] of flow.trials.entries()) {
      const faults = await checkTrial(flow, trial, browser).catch((failure: unknown) => [String(failure)])
      console.log(`${flow.name} ${index + 1}: ${faults.length === 0 ? 'as it should be' : faults.join('; ')}`)
      if (faults.length > 0) process.exitCode = 1
    }
  }
}
