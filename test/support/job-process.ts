import { once } from 'node:events'
import { createLog } from '../../src/log.ts'
import { jobKind, startJobs } from '../../src/jobs/jobs.ts'
import { openDatabase } from '../../src/store/database/database.ts'

/** A separate process that claims one job, prints that, and keeps it until it is killed. */
const [connectionString, name] = process.argv.slice(2)
const log = createLog('silent', false)
const database = await openDatabase({ connectionString: connectionString! }, log)
const jobs = await startJobs({ database, log, runsWork: true })
const kind = jobKind({ name: name!, parse: () => ({}) })
await jobs.define(kind)
jobs.work(kind, async ({ signal }) => {
  console.log('started')
  await once(signal, 'abort')
})
