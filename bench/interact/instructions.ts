import { setTimeout as delay } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import type { PromptOutcome, RunPrompt } from '../../src/interact/run.ts'
import { percent, printRows } from '../figures.ts'
import type { Rows } from '../figures.ts'
import { openBenchBrowser } from './browser.ts'
import { createBenchPlanner, openModelRunner } from './run-prompt.ts'

/** One instruction of a set, as its `trials.mjs` has it. */
interface Trial {
  id: string
  kind: 'do' | 'guard' | 'cannot'
  app: string
  path: string
  seed?: object
  prompt: string
  page?: string
}

/** The parts of a set of everyday instructions: its small web apps, its trials and how they are scored. */
interface TrialSet {
  startApps(): Promise<{
    url: string
    reset(world: string, app: string, seed?: object): void
    log(world: string): unknown[]
    close(): Promise<void>
  }>
  score(
    trial: Trial,
    reply: { success: boolean; output: string },
    log: unknown[],
    isPageRight: boolean,
  ): { verdict: Verdict; why: string }
  TRIALS: Trial[]
}

const VERDICTS = ['solved', 'honest', 'claim', 'deed', 'broken'] as const
type Verdict = (typeof VERDICTS)[number]

interface Result {
  trial: Trial
  verdict: Verdict
  why: string
  ms: number
  outcome?: PromptOutcome
}

const TRIAL_MS = 90_000
/** A model is slower than the planner. */
const TRIAL_WITH_MODEL_MS = 300_000
/** Pages answer requests that a run has caused a moment after it has ended. */
const LATE_REQUESTS_MS = 400

/** Runs a set of everyday instructions without the service around it: without a model, or with the one of `--model`. */
export async function benchInstructions(folder: string, words: string[]): Promise<void> {
  const { values } = parseArgs({
    args: words,
    options: {
      only: { type: 'string', default: '' },
      verbose: { type: 'boolean', default: false },
      model: { type: 'string' },
      key: { type: 'string' },
      name: { type: 'string' },
      prices: { type: 'string' },
      'max-tokens': { type: 'string', default: '500000' },
    },
  })
  const { model } = values
  await using opened = new AsyncDisposableStack()
  const set = await loadSet(folder)
  const browser = opened.use(await openBenchBrowser())
  const run =
    model === undefined ? createBenchPlanner() : opened.use(await openModelRunner({ ...values, model })).run
  const apps = await set.startApps()
  opened.defer(() => apps.close())
  const results: Result[] = []
  for (const trial of set.TRIALS.filter(({ id }) =>
    values.only.split(',').some((part) => id.startsWith(part)),
  )) {
    const signal = AbortSignal.timeout(model === undefined ? TRIAL_MS : TRIAL_WITH_MODEL_MS)
    const result = await browser.use(signal, ({ page, openController }) =>
      runTrial(trial, { set, apps, page, run, openController, signal }),
    )
    results.push(result)
    printResult(result, values.verbose)
  }
  printSummary(results)
  if (model !== undefined) printUsage(results)
}

async function loadSet(folder: string): Promise<TrialSet> {
  const load = async (file: string) => (await import(pathToFileURL(resolve(folder, file)).href)) as object
  const parts = await Promise.all(['server.mjs', 'score.mjs', 'trials.mjs'].map(load))
  return Object.assign({}, ...parts) as TrialSet
}

interface TrialNeeds {
  set: TrialSet
  apps: Awaited<ReturnType<TrialSet['startApps']>>
  page: Page
  run: RunPrompt
  openController: () => Parameters<RunPrompt>[1]
  signal: AbortSignal
}

async function runTrial(
  trial: Trial,
  { set, apps, page, run, openController, signal }: TrialNeeds,
): Promise<Result> {
  apps.reset(trial.id, trial.app, trial.seed)
  await page.goto(`${apps.url}/${trial.id}/${trial.app}/${trial.path}`)
  await page.waitForLoadState('networkidle')
  const began = performance.now()
  try {
    const outcome = await run(trial.prompt, openController(), signal)
    const ms = Math.round(performance.now() - began)
    await delay(LATE_REQUESTS_MS)
    const isPageRight =
      trial.page === undefined || !outcome.done || (await page.evaluate<boolean>(`Boolean(${trial.page})`))
    const reply = { success: outcome.done, output: outcome.output }
    return { trial, ms, outcome, ...set.score(trial, reply, apps.log(trial.id), isPageRight) }
  } catch (failure) {
    const why = failure instanceof Error ? (failure.stack ?? failure.message) : String(failure)
    return { trial, ms: Math.round(performance.now() - began), verdict: 'broken', why }
  }
}

function printResult({ trial, verdict, why, ms, outcome }: Result, isVerbose: boolean): void {
  const reason = verdict === 'solved' ? '' : `  ${why.replaceAll('\n', ' ').slice(0, isVerbose ? 1000 : 160)}`
  console.log(`${verdict.padEnd(7)} ${trial.id.padEnd(22)} ${String(ms).padStart(6)} ms${reason}`)
  if (!isVerbose) return
  console.log(`        prompt: ${trial.prompt.replaceAll('\n', ' / ')}`)
  console.log(`        output: ${JSON.stringify(outcome?.output ?? null)}`)
  for (const { type, target, value, effect } of outcome?.actions ?? []) {
    const written = value === undefined ? undefined : JSON.stringify(value)
    console.log(`        · ${[type, target, written, effect && `→ ${effect}`].filter(Boolean).join(' ')}`)
  }
}

function printSummary(results: readonly Result[]): void {
  const count = (some: readonly Result[], verdict: Verdict) =>
    some.filter((one) => one.verdict === verdict).length
  const rows: Rows = {}
  for (const kind of ['do', 'guard', 'cannot', 'all'] as const) {
    const some = results.filter(({ trial }) => kind === 'all' || trial.kind === kind)
    const verdicts = VERDICTS.map((verdict): [string, number] => [verdict, count(some, verdict)])
    rows[kind] = { trials: some.length, ...Object.fromEntries(verdicts) }
  }
  console.log()
  printRows('kind', rows)
  const doable = results.filter(({ trial }) => trial.kind !== 'cannot')
  const solved = count(doable, 'solved')
  const wrong = count(results, 'claim') + count(results, 'deed')
  console.log(`can be done: ${solved} of ${doable.length} solved (${percent(solved, doable.length)})`)
  console.log(`false claims and wrong actions: ${wrong} of ${results.length}`)
}

/** What the model took. */
function printUsage(results: readonly Result[]): void {
  const sum = (part: 'rounds' | 'inputTokens' | 'outputTokens' | 'cachedTokens' | 'cost') =>
    results.reduce((total, { outcome }) => total + (outcome?.usage?.[part] ?? 0), 0)
  const isPriced = results.some(({ outcome }) => outcome?.usage?.cost !== undefined)
  printRows('with a model', {
    all: {
      rounds: sum('rounds'),
      'input tokens': sum('inputTokens'),
      cached: sum('cachedTokens'),
      'output tokens': sum('outputTokens'),
      cost: isPriced ? sum('cost') : 'unknown without --prices',
    },
  })
}
