import { describe, it } from 'node:test'
import { checkTask, startLampShop, startTask, stepsOf } from './agent-kills.ts'
import { killSoon, surviveStops } from './worker-stops.ts'

const LAMPS = 120

describe('a task of an agent', () => {
  it('survives 20 kills of its worker', { timeout: 900_000 }, async (t) => {
    await using shop = await startLampShop(LAMPS, 1_000)
    await surviveStops(t, {
      start: (on) => startTask(on, shop.url),
      progressOf: stepsOf,
      stops: killSoon(20, 700),
      check(on, id) {
        const requests = shop.paths.filter((path) => path.startsWith('/lamps/')).length
        t.diagnostic(`${requests} requests of ${LAMPS} pages`)
        return checkTask(on, id, LAMPS)
      },
    })
  })
})
