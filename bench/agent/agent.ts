import { faultsOf } from './check.ts'
import { createCorpus } from './corpus.ts'
import { minimumVisits } from './minimum-visits.ts'
import { printTable, printTrial } from './report.ts'
import { serveSite } from './serve.ts'
import { startAgentService } from './service.ts'
import type { AgentService } from './service.ts'
import type { Site } from './site.ts'
import { HELD_OUT, OPEN } from './sites/sites.ts'
import type { Task } from './task.ts'
import { runTask } from './trial.ts'
import type { Known, Trial } from './trial.ts'

const AT_ONCE = 2

/**
 * `check` looks over the sites and tasks themselves. Otherwise runs tasks through the whole service: `open`, `held-out`,
 * the beginning of a task's id, or all. `--show` tells what was wrong with open tasks, `--show-held-out` with the others.
 */
export async function benchAgent(...words: string[]): Promise<void> {
  const flags = new Set(words.filter((word) => word.startsWith('--')))
  const wanted = words.find((word) => !word.startsWith('--')) ?? ''
  if (wanted === 'check') return check()
  const chosen = chosenBy(wanted)
  const trials = await runAll(chosen, (trial) => {
    if (flags.has(HELD_OUT.includes(trial.site) ? '--show-held-out' : '--show')) printTrial(trial)
  })
  for (const [name, sites] of [['open', OPEN] as const, ['held-out', HELD_OUT] as const]) {
    const some = trials.filter(({ site }) => sites.includes(site))
    printTable(name, some, ({ site }) => site.name)
    printTable(`${name} by kind`, some, ({ task }) => task.kind)
  }
}

function check(): void {
  for (const site of [...OPEN, ...HELD_OUT]) {
    const visits = site.tasks.reduce((total, task) => total + minimumVisits(site, task), 0)
    console.log(
      `${site.name.padEnd(18)} ${site.paths.length} pages  ${site.tasks.length} tasks  ${visits} visits at least`,
    )
    for (const fault of faultsOf(site)) {
      console.error(`  ${fault}`)
      process.exitCode = 1
    }
  }
}

interface Choice {
  site: Site
  task: Task
}

function chosenBy(wanted: string): Choice[] {
  const sites = wanted === 'open' ? OPEN : wanted === 'held-out' ? HELD_OUT : [...OPEN, ...HELD_OUT]
  const isHalf = wanted === 'open' || wanted === 'held-out'
  return sites.flatMap((site) =>
    site.tasks.filter(({ id }) => isHalf || id.startsWith(wanted)).map((task) => ({ site, task })),
  )
}

async function runAll(choices: readonly Choice[], tell: (trial: Trial) => void): Promise<Trial[]> {
  await using opened = new AsyncDisposableStack()
  const service = opened.use(await startAgentService())
  const key = await service.newTeam()
  const searched = new Set(choices.filter(({ task }) => !task.urls).map(({ site }) => site))
  const known = await knownTo(service, searched.size > 0 ? [...OPEN, ...HELD_OUT] : [], opened)
  const trials: Trial[] = []
  const left = choices.values()
  const worker = async () => {
    for (const { site, task } of left) {
      const trial = await runTask(site, task, { service, corpus: createCorpus(site), key, known, opened })
      tell(trial)
      trials.push(trial)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  return trials.toSorted((a, b) => position(choices, a) - position(choices, b))
}

function position(choices: readonly Choice[], { task }: Trial): number {
  return choices.findIndex((choice) => choice.task === task)
}

/** A team that has scraped every page of some sites. */
async function knownTo(
  service: AgentService,
  sites: readonly Site[],
  opened: AsyncDisposableStack,
): Promise<Known> {
  const key = await service.newTeam()
  const served = new Map<Site, Awaited<ReturnType<typeof serveSite>>>()
  for (const site of sites) {
    const one = opened.use(await serveSite(site))
    served.set(site, one)
    const left = site.paths.values()
    const worker = async () => {
      for (const path of left) await service.scrape(one.site.url + path, key)
    }
    await Promise.all(Array.from({ length: 2 * AT_ONCE }, worker))
  }
  return { served, key }
}
