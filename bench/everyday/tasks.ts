import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Format } from '../../src/contract/formats.ts'
import { understandSource } from '../../src/scrape/understand/understand-source.ts'
import { percent, printRows, startCpuClock } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { runAgent } from './run-agent.ts'
import { scorerOf, siteIn, tasksIn } from './set.ts'
import type { Result, SetTask } from './set.ts'

const ORIGIN = 'http://127.0.0.2:4711'
const SELECTION = { onlyMainContent: true, includeTags: [], excludeTags: [], removeBase64Images: true }

/** Runs the tasks of a set of everyday pages without a service, and prints their accuracy and the CPU time of one. */
export async function benchTasks(folder: string, words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      kind: { type: 'string' },
      only: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
    },
  })
  const { kind, only, verbose } = values
  const score = await scorerOf(folder)
  const tasks = tasksIn(folder).filter(
    (task) =>
      (kind === undefined || task.kind === kind) && (task.id.includes(only) || task.category.includes(only)),
  )
  const results: Result[] = []
  const clock = startCpuClock()
  for (const task of tasks) {
    const result = score(task, await answerTo(task, folder), ORIGIN)
    results.push(result)
    if (verbose && !result.perfect) printFailures(task, result)
  }
  console.log(`${(clock() / tasks.length).toFixed(1)} ms of CPU time per task`)
  const rows: Rows = {}
  for (const [name, some] of Map.groupBy(results, (result) => result.kind)) rows[name] = figuresOf(some)
  printRows('kind', rows)
}

async function answerTo(task: SetTask, folder: string): Promise<unknown> {
  if (task.kind === 'agent') {
    return await runAgent(siteIn(folder, task.site!, ORIGIN), {
      prompt: task.prompt!,
      urls: [ORIGIN + task.start!],
      ...(task.schema && { schema: task.schema }),
    })
  }
  const source = {
    url: `${ORIGIN}/${task.page}.html`,
    bytes: readFileSync(join(folder, 'pages', `${task.page}.html`)),
    contentType: 'text/html; charset=utf-8',
    response: { status: 200, headers: {} },
  }
  const page = understandSource(source, { ...SELECTION, formats: [formatOf(task)] })
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

/** The figures to compare between versions. */
function figuresOf(results: readonly Result[]): Rows[string] {
  const sum = (key: 'right' | 'wrong' | 'missing' | 'invented' | 'kept' | 'absent') =>
    results.reduce((total, result) => total + result[key], 0)
  const [right, wrong, missing, invented] = [sum('right'), sum('wrong'), sum('missing'), sum('invented')]
  return {
    tasks: results.length,
    'all right': results.filter(({ perfect }) => perfect).length,
    recall: percent(right, right + wrong + missing),
    precision: percent(right, right + wrong + invented),
    right,
    wrong,
    missing,
    invented,
    'kept empty': `${sum('kept')} of ${sum('absent')}`,
  }
}
