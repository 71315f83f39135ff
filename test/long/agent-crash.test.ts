import { describe, it } from 'node:test'
import { checkTask, startLampShop, startTask, stepsOf } from '../chaos/agent-kills.ts'
import { stopAt, surviveStops } from '../chaos/worker-stops.ts'

const LAMPS = 16

describe('an agent task whose workers are killed or stopped', () => {
  it('continues on the next worker; all data is found and charged once', { timeout: 240_000 }, async (t) => {
    await using shop = await startLampShop(LAMPS, 300)
    await surviveStops(t, {
      start: (on) => startTask(on, shop.url),
      progressOf: stepsOf,
      stops: [stopAt(3), stopAt(8, 'SIGTERM')],
      endsLeases: true,
      check: (on, id) => checkTask(on, id, LAMPS),
    })
  })
})
