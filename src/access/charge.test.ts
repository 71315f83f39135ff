import assert from 'node:assert/strict'
import { it } from 'node:test'
import { createMeter } from './charge.ts'

const ledger = {
  hold: async () => ({ held: true as const }),
  settle: async (id: string) => id !== 'gone',
  release: async () => true,
}

it('a meter counts settled credits per piece of work, and nothing else', async () => {
  const meter = createMeter()
  const { settle } = meter.wrap(ledger)
  const bills = [{ credits: 0 }, { credits: 0 }]
  await Promise.all([
    meter.run(bills[0]!, async () => {
      await settle('a', 3)
      await Promise.all([settle('b', 1), settle('gone', 9)])
    }),
    meter.run(bills[1]!, () => settle('c', 5)),
    settle('d', 7),
  ])
  assert.deepEqual(bills, [{ credits: 4 }, { credits: 5 }])
})
