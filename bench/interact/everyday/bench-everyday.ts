import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import type { Page } from 'playwright-core'
import type { PromptOutcome, RunPrompt } from '../../../src/interact/run.ts'
import { openBenchBrowser } from '../bench-browser.ts'
import { createBenchPlanner } from '../bench-planner.ts'

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

const DEFAULT_FOLDER = '../shared/bench/everyday/interact'
const TRIAL_MS = 90_000
/** Pages answer requests that a run has caused a moment after it has ended. */
const LATE_REQUESTS_MS = 400

/** Runs a set of everyday instructions without a model and without the service around it. */
export async function benchEveryday(words: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args: words,
    allowPositionals: true,
    options: {
      only: { type: 'string' },
      trials: { type: 'string', default: 'trials.mjs' },
      verbose: { type: 'boolean', default: false },
      silent: { type: 'boolean', default: false },
    },
  })
  const set = await loadSet(resolve(positionals[0] ?? DEFAULT_FOLDER), values.trials)
  const wanted = values.only?.split(',')
  const trials = set.TRIALS.filter(({ id }) => !wanted || wanted.some((part) => id.startsWith(part)))
  await using browser = await openBenchBrowser()
  const planner = createBenchPlanner()
  const apps = await set.startApps()
  const results: Result[] = []
  for (const trial of trials) {
    const signal = AbortSignal.timeout(TRIAL_MS)
    const result = await browser.use(signal, ({ page, openStage }) =>
      runTrial(trial, { set, apps, page, planner, openStage, signal }),
    )
    results.push(result)
    if (!values.silent) printResult(result, values.verbose)
  }
  await apps.close()
  printSummary(results)
}

async function loadSet(folder: string, trials: string): Promise<TrialSet> {
  const load = async (file: string) => (await import(pathToFileURL(resolve(folder, file)).href)) as object
  return { ...(await load('server.mjs')), ...(await load('score.mjs')), ...(await load(trials)) } as TrialSet
}

interface TrialNeeds {
  set: TrialSet
  apps: Awaited<ReturnType<TrialSet['startApps']>>
  page: Page
  planner: RunPrompt
  openStage: () => Parameters<RunPrompt>[1]
  signal: AbortSignal
}

async function runTrial(
  trial: Trial,
  { set, apps, page, planner, openStage, signal }: TrialNeeds,
): Promise<Result> {
  apps.reset(trial.id, trial.app, trial.seed)
  await page.goto(`${apps.url}/${trial.id}/${trial.app}/${trial.path}`)
  await page.waitForLoadState('networkidle')
  const began = performance.now()
  try {
    const outcome = await planner(trial.prompt, openStage(), signal)
    const ms = Math.round(performance.now() - began)
    await new Promise((done) => setTimeout(done, LATE_REQUESTS_MS))
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
    const parts = [
      type,
      target,
      value === undefined ? undefined : JSON.stringify(value),
      effect && `→ ${effect}`,
    ]
    console.log(`        · ${parts.filter(Boolean).join(' ')}`)
  }
}

function printSummary(results: readonly Result[]): void {
  const count = (rows: readonly Result[], verdict: Verdict) =>
    rows.filter((row) => row.verdict === verdict).length
  console.log(`\n${''.padEnd(10)}${['trials', ...VERDICTS].map((word) => word.padStart(8)).join('')}`)
  for (const kind of ['do', 'guard', 'cannot', undefined] as const) {
    const rows = results.filter(({ trial }) => kind === undefined || trial.kind === kind)
    const figures = [rows.length, ...VERDICTS.map((verdict) => count(rows, verdict))]
    console.log(
      `${(kind ?? 'total').padEnd(10)}${figures.map((figure) => String(figure).padStart(8)).join('')}`,
    )
  }
  const doable = results.filter(({ trial }) => trial.kind !== 'cannot')
  const share = (100 * count(doable, 'solved')) / Math.max(1, doable.length)
  const wrong = count(results, 'claim') + count(results, 'deed')
  console.log(`\ncan be done: ${count(doable, 'solved')} of ${doable.length} solved (${share.toFixed(1)} %)`)
  console.log(`false claims and wrong actions: ${wrong} of ${results.length}`)
}
