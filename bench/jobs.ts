import { setTimeout as delay } from 'node:timers/promises'
import { jobKind, startJobs } from '../src/jobs/jobs.ts'
import type { Jobs } from '../src/jobs/jobs.ts'
import { createLog } from '../src/log.ts'
import { openStore } from '../src/store/store.ts'
import { temporaryFolder } from '../test/support/service.ts'
import { inParallel, printRows, quantile, timed } from './figures.ts'

const BACKLOG = 10_000
const FLOW_MS = 5000
const SINGLE_JOBS = 200
const SENDERS = 4

/** No-op jobs per second from a backlog and while they are being enqueued, and the delay until a single job starts. */
export async function benchJobs(): Promise<void> {
  const log = createLog('silent', false)
  await using folder = await temporaryFolder()
  const settings = { dataDir: folder.path, databaseUrl: undefined, secret: undefined }
  await using store = await openStore(settings, log)
  const { database } = store
  await using sender = await startJobs({ database, log, runsWork: false })
  await using worker = await startJobs({ database, log, runsWork: true })
  const { enqueueMs, drainMs } = await measureBacklog(sender, worker)
  const flowing = await measureFlow(sender, worker)
  printRows('no-op jobs', {
    [`enqueue ${BACKLOG}`]: { 'per second': Math.round((BACKLOG * 1000) / enqueueMs) },
    [`run a backlog of ${BACKLOG}`]: { 'per second': Math.round((BACKLOG * 1000) / drainMs) },
    'enqueue and run': { 'per second': Math.round((flowing * 1000) / FLOW_MS) },
  })
  const latencies = await measureStart(sender, worker)
  const [p50, p95, longest] = [0.5, 0.95, 1].map((share) => quantile(latencies, share))
  printRows('commit to start, ms', { 'single job': { p50, p95, longest } })
}

async function measureBacklog(sender: Jobs, worker: Jobs): Promise<{ enqueueMs: number; drainMs: number }> {
  const kind = await defineNoop(sender, 'bench-backlog')
  const enqueueMs = await timed(() => inParallel(BACKLOG, SENDERS, () => sender.enqueue(kind, {})))
  const drainMs = await timed(async () => {
    const drained = Promise.withResolvers<void>()
    let ran = 0
    worker.work(kind, async () => {
      if (++ran === BACKLOG) drained.resolve()
    })
    await drained.promise
  })
  return { enqueueMs, drainMs }
}

async function measureFlow(sender: Jobs, worker: Jobs): Promise<number> {
  const kind = await defineNoop(sender, 'bench-flow')
  let ran = 0
  worker.work(kind, async () => void ran++)
  const until = performance.now() + FLOW_MS
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (performance.now() < until) await sender.enqueue(kind, {})
    }),
  )
  return ran
}

async function measureStart(sender: Jobs, worker: Jobs): Promise<number[]> {
  const kind = await defineNoop(sender, 'bench-start')
  let started = Promise.withResolvers<number>()
  worker.work(kind, async () => started.resolve(performance.now()))
  const latencies: number[] = []
  for (let job = 0; job < SINGLE_JOBS; job++) {
    started = Promise.withResolvers()
    // A worker pauses for a moment after it has emptied its queue; this measures an idle one.
    await delay(20)
    await sender.enqueue(kind, {})
    const committed = performance.now()
    latencies.push(Math.max(0, (await started.promise) - committed))
  }
  return latencies
}

async function defineNoop(jobs: Jobs, name: string) {
  const kind = jobKind({ name, parse: () => ({}), concurrency: 100, keepSeconds: 60 })
  await jobs.define(kind)
  return kind
}
