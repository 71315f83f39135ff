import { z } from 'zod'
import {
  createAuthenticate,
  createCharge,
  createMeter,
  createRateLimit,
  holdLease,
} from '../src/access/access.ts'
import { createMetrics } from '../src/http/metrics.ts'
import { route } from '../src/http/route.ts'
import { createServer } from '../src/http/server.ts'
import { createLog } from '../src/log.ts'
import {
  createApiKeys,
  createFirstStart,
  createLedger,
  createProcesses,
  createRateWindows,
  openStore,
} from '../src/store/store.ts'

/** The service's own line around a handler that does nothing. Ends with its standard input. */
const log = createLog('info', false)
log.level = 'error'
const store = await openStore({ dataDir: process.argv[2]!, databaseUrl: undefined, secret: undefined }, log)
const { database } = store
const lease = await holdLease(createProcesses(database), 'api', log)
const meter = createMeter()
const charge = createCharge(meter.over(createLedger(database, () => lease.current().processId)))
const shown = await createFirstStart(database)({
  apiKey: undefined,
  adminKey: undefined,
  partnerKey: undefined,
  concurrency: 8,
  threatProtection: { enabled: false, allowOverrides: true, enforced: false },
  siem: {},
})
const nobody = () => Promise.reject(new Error('not part of this measurement'))
const app = await createServer({
  routes: [
    route({
      method: 'POST',
      path: '/v2/noop',
      access: 'team',
      scope: 'scrape',
      bucket: 'scrape',
      tag: 'bench',
      summary: 'nothing',
      body: z.strictObject({}),
      answer: z.object({}),
      handle: async ({ who }) => {
        await charge(who, { credits: 1, reason: 'bench' }, async () => ({ value: undefined, usedCredits: 1 }))
        return { success: true }
      },
    }),
  ],
  gate: {
    team: createAuthenticate(createApiKeys(database), async () => Buffer.alloc(0)),
    admin: nobody,
    partner: nobody,
    signed: nobody,
    open: nobody,
  },
  limitRate: createRateLimit(createRateWindows(database)),
  recordEvent: nobody,
  meter,
  publicUrl: () => 'http://localhost',
  metrics: createMetrics([]),
  log,
  trustedProxies: [],
  shutdown: new AbortController().signal,
})
const url = await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${JSON.stringify({ url: `${url}/v2/noop`, key: shown.apiKey })}\n`)
process.stdin.on('end', () => {
  void app
    .close()
    .then(() => lease[Symbol.asyncDispose]())
    .then(() => store[Symbol.asyncDispose]())
})
process.stdin.resume()
