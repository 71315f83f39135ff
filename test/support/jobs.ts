import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { jobKind, startJobs } from '../../src/jobs/jobs.ts'
import type { Job, JobAborted, JobKind, JobList, Jobs, RunJob } from '../../src/jobs/jobs.ts'
import { createLog } from '../../src/log.ts'
import type { Log } from '../../src/log.ts'
import { createJobList } from '../../src/store/jobs/job-list.ts'
import type { TestDatabase } from './database.ts'

export interface Note {
  text: string
}

/** Runs until the signal fires, and throws its reason. */
export const untilAborted: RunJob<Note> = async ({ signal }) => {
  await once(signal, 'abort')
  throw signal.reason
}

export const reasonOf = (job: Job<Note> | undefined) =>
  (job?.signal.reason as JobAborted | undefined)?.abortCause

/** The jobs of one database, with helpers for tests. */
export function jobsIn({ db }: TestDatabase) {
  const list: JobList = createJobList(db)
  return {
    list,

    /** A process of the service; several of them share the queue. */
    openProcess: (runsWork = true, log: Log = createLog('silent', false)): Promise<Jobs> =>
      startJobs({ database: db, log, runsWork }),

    /** A job kind that no other test uses. */
    async newKind(jobs: Jobs, options: Partial<JobKind<Note>> = {}): Promise<JobKind<Note>> {
      const kind = jobKind({ name: `test-${randomUUID()}`, parse: (stored) => stored as Note, ...options })
      await jobs.define(kind)
      return kind
    },

    async countsOf({ name }: JobKind<Note>) {
      const { kind: _, ...counts } = (await list.counts()).find(({ kind }) => kind === name)!
      return counts
    },

    /** Of the newest job of a kind. */
    async stateOf({ name }: JobKind<Note>): Promise<string | undefined> {
      return (await list.page({ limit: 1, kind: name })).items[0]?.state
    },
  }
}
