import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { openBenchBrowser } from '../bench-browser.ts'
import { createBenchPlanner } from '../bench-planner.ts'
import { runEpisode } from './episode.ts'
import type { Episode } from './episode.ts'
import { printEpisode, printTask, printTotal } from './report.ts'
import { serveFolder } from './serve-folder.ts'

const SEEDS = 5

/** `<folder> [--tasks a,b] [--seeds n] [--first-seed n] [--why] [--list]` */
export async function benchMiniwob(words: string[]): Promise<void> {
  const { positionals, values } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      tasks: { type: 'string' },
      seeds: { type: 'string', default: String(SEEDS) },
      'first-seed': { type: 'string', default: '0' },
      why: { type: 'boolean', default: false },
      list: { type: 'boolean', default: false },
    },
  })
  const folder = folderOf(positionals[0])
  const tasks = tasksIn(folder, values.tasks?.split(','))
  if (values.list) return console.log(tasks.join('\n'))
  const first = Number(values['first-seed'])
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => first + index)
  await runTasks(folder, tasks, { seeds, isTold: values.why })
}

/** MiniWoB++ keeps its pages in `miniwob/html/miniwob`, beside what they share. */
function folderOf(given = ''): string {
  const found = ['', 'html', 'miniwob/html']
    .map((under) => join(given, under))
    .find((folder) => existsSync(join(folder, 'core', 'core.js')))
  if (found === undefined)
    throw new Error(`There is no MiniWoB++ in '${given}': its core/core.js is missing.`)
  return found
}

function tasksIn(folder: string, wanted: readonly string[] | undefined): string[] {
  const all = readdirSync(join(folder, 'miniwob'))
    .filter((file) => file.endsWith('.html'))
    .map((file) => file.slice(0, -'.html'.length))
    .toSorted()
  return wanted === undefined ? all : all.filter((task) => wanted.includes(task))
}

async function runTasks(
  folder: string,
  tasks: readonly string[],
  { seeds, isTold }: { seeds: readonly number[]; isTold: boolean },
): Promise<void> {
  await using site = await serveFolder(folder)
  await using browser = await openBenchBrowser()
  const runPrompt = createBenchPlanner()
  const episodes: Episode[] = []
  for (const task of tasks) {
    const some: Episode[] = []
    for (const seed of seeds) {
      const episode = await runEpisode(
        `${site.url}/miniwob/${task}.html`,
        { task, seed },
        { browser, runPrompt },
      )
      if (isTold) printEpisode(episode)
      some.push(episode)
    }
    printTask(task, some)
    episodes.push(...some)
  }
  printTotal(episodes)
}
