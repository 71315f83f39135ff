import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Format } from '../../src/contract/formats.ts'
import { understand } from '../../src/scrape/understand/read-page.ts'
import { runInProcess } from '../agent/in-process.ts'
import { scorerOf, siteIn, tasksIn } from './set.ts'
import type { Result, SetTask } from './set.ts'

const ORIGIN = 'http://127.0.0.2:4711'
const SELECTION = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }

interface Options {
  kind?: string | undefined
  /** A part of a task's id or category. */
  only?: string | undefined
  verbose: boolean
}

/** Runs the tasks of a set without a service, and prints the CPU time that a task takes. */
export async function runSetInProcess(folder: string, { kind, only, verbose }: Options): Promise<Result[]> {
  const score = await scorerOf(folder)
  const tasks = tasksIn(folder).filter(
    (task) =>
      (kind === undefined || task.kind === kind) &&
      (only === undefined || task.id.includes(only) || task.category.includes(only)),
  )
  const results: Result[] = []
  const before = process.cpuUsage()
  for (const task of tasks) {
    const result = score(task, await answerTo(task, folder), ORIGIN)
    results.push(result)
    if (verbose && !result.perfect) printFailures(task, result)
  }
  const { user, system } = process.cpuUsage(before)
  console.log(`${((user + system) / 1000 / tasks.length).toFixed(1)} ms of CPU time per task`)
  return results
}

async function answerTo(task: SetTask, folder: string): Promise<unknown> {
  if (task.kind === 'agent') {
    const site = siteIn(folder, task.site!, ORIGIN)
    const { outcome } = await runInProcess(site, {
      prompt: task.prompt!,
      urls: [ORIGIN + task.start!],
      ...(task.schema && { schema: task.schema }),
    })
    return outcome.data
  }
  const source = {
    url: `${ORIGIN}/${task.page}.html`,
    bytes: readFileSync(join(folder, 'pages', `${task.page}.html`)),
    contentType: 'text/html; charset=utf-8',
    answer: { status: 200, headers: {} },
  }
  const page = understand(source, { ...SELECTION, formats: [formatOf(task)] })
  if (page.state !== 'understood') return undefined
  return task.kind === 'question' ? page.fields.answer : page.fields.json
}

function formatOf({ kind, question, schema, prompt }: SetTask): Format {
  return kind === 'question'
    ? { type: 'question', question: question! }
    : { type: 'json', checkPromptInjection: false, ...(schema && { schema }), ...(prompt && { prompt }) }
}

function printFailures({ prompt, question }: SetTask, { id, notes }: Result): void {
  console.log(`\n${id}  ${question ?? prompt ?? ''}`)
  for (const { verdict, path, expected, got } of notes) {
    if (['right', 'kept', 'open'].includes(verdict)) continue
    const line = `  ${verdict.padEnd(8)} ${path || '(answer)'}: ${JSON.stringify(got)} instead of ${JSON.stringify(expected)}`
    console.log(line.slice(0, 240))
  }
}
