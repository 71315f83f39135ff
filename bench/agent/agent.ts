import { createCorpus } from './corpus.ts'
import { printTable, printTrial } from './report.ts'
import { serveSite } from './serve.ts'
import { startAgentService } from './service.ts'
import type { AgentService } from './service.ts'
import type { Site } from './site.ts'
import { SITES } from './sites/sites.ts'
import type { Task } from './task.ts'
import { runTask, runTaskInProcess } from './trial.ts'
import type { Known, Trial } from './trial.ts'

const AT_ONCE = 2

/**
 * Runs the tasks of all sites, or those whose id begins with a word, through the whole service. `--in-process` runs the
 * embedded mind alone, in seconds. `--show` prints what was wrong with each task.
 */
export async function benchAgent(...words: string[]): Promise<void> {
  const prefix = words.find((word) => !word.startsWith('--')) ?? ''
  const choices = SITES.flatMap((site) =>
    site.tasks.filter(({ id }) => id.startsWith(prefix)).map((task) => ({ site, task })),
  )
  const trials = await (words.includes('--in-process') ? runAllInProcess(choices) : runAll(choices))
  if (words.includes('--show')) trials.forEach(printTrial)
  printTable('by site', trials, ({ site }) => site.name)
  printTable('by kind', trials, ({ task }) => task.kind)
}

interface Choice {
  site: Site
  task: Task
}

async function runAllInProcess(choices: readonly Choice[]): Promise<Trial[]> {
  const trials: Trial[] = []
  for (const { site, task } of choices) trials.push(await runTaskInProcess(site, task, createCorpus(site)))
  return trials
}

async function runAll(choices: readonly Choice[]): Promise<Trial[]> {
  await using opened = new AsyncDisposableStack()
  const service = opened.use(await startAgentService())
  const key = await service.newTeam()
  const isSearched = choices.some(({ task }) => !task.urls)
  const known = await knownTo(service, isSearched ? SITES : [], opened)
  const trials: Trial[] = []
  const left = choices.values()
  const worker = async () => {
    for (const { site, task } of left) {
      trials.push(await runTask(site, task, { service, corpus: createCorpus(site), key, known, opened }))
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
