import { setTimeout as sleep } from 'node:timers/promises'
import { createLog } from '../src/log.ts'
import { jobKind, startJobs } from '../src/jobs/jobs.ts'
import type { Jobs, JobsOptions } from '../src/jobs/jobs.ts'

const BACKLOG = 10_000
const FLOW_MS = 5000
const SINGLE_JOBS = 200
const SENDERS = 4

export interface JobsMeasured {
  enqueuedPerSecond: number
  backlogJobsPerSecond: number
  flowJobsPerSecond: number
  startLatencyMs: { p50: number; p95: number; max: number }
}

/** No-op jobs per second from a backlog and while they are being enqueued, and how soon a single job starts. */
export async function benchJobs(database: JobsOptions['database']): Promise<JobsMeasured> {
  const log = createLog('silent', false)
  await using sender = await startJobs({ database, log, runsWork: false })
  await using worker = await startJobs({ database, log, runsWork: true })
  const { enqueuedPerSecond, backlogJobsPerSecond } = await measureBacklog(sender, worker)
  const flowJobsPerSecond = await measureFlow(sender, worker)
  const startLatencyMs = await measureStart(sender, worker)
  const measured = { enqueuedPerSecond, backlogJobsPerSecond, flowJobsPerSecond, startLatencyMs }
  console.log('jobs', measured)
  return measured
}

async function measureBacklog(sender: Jobs, worker: Jobs) {
  const kind = await defineNoop(sender, 'bench-backlog')
  const enqueueMs = await timed(() => inParallel(BACKLOG, () => sender.enqueue(kind, {})))
  const drainMs = await timed(async () => {
    const drained = Promise.withResolvers<void>()
    let ran = 0
    worker.work(kind, async () => {
      if (++ran === BACKLOG) drained.resolve()
    })
    await drained.promise
  })
  return {
    enqueuedPerSecond: Math.round((BACKLOG / enqueueMs) * 1000),
    backlogJobsPerSecond: Math.round((BACKLOG / drainMs) * 1000),
  }
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
  return Math.round((ran / FLOW_MS) * 1000)
}

async function measureStart(sender: Jobs, worker: Jobs): Promise<JobsMeasured['startLatencyMs']> {
  const kind = await defineNoop(sender, 'bench-start')
  let started = Promise.withResolvers<number>()
  worker.work(kind, async () => started.resolve(performance.now()))
  const latencies: number[] = []
  for (let job = 0; job < SINGLE_JOBS; job++) {
    started = Promise.withResolvers()
    // A worker that has just emptied its queue rests for a moment; this measures one that was idle.
    await sleep(20)
    await sender.enqueue(kind, {})
    const committed = performance.now()
    latencies.push(Math.max(0, (await started.promise) - committed))
  }
  latencies.sort((a, b) => a - b)
  const at = (share: number) => Number(latencies[Math.ceil(share * latencies.length) - 1]!.toFixed(1))
  return { p50: at(0.5), p95: at(0.95), max: at(1) }
}

async function defineNoop(jobs: Jobs, name: string) {
  const kind = jobKind({ name, parse: () => ({}), concurrency: 100, keepSeconds: 60 })
  await jobs.define(kind)
  return kind
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

async function inParallel(times: number, work: () => Promise<unknown>): Promise<void> {
  let left = times
  await Promise.all(
    Array.from({ length: SENDERS }, async () => {
      while (left-- > 0) await work()
    }),
  )
}
