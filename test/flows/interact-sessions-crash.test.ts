import { describe, it } from 'node:test'
import { surviveSessionKills } from '../chaos/session-kills.ts'

describe('kill -9 in the middle of sessions', () => {
  it('leaves each of them ended and billed once, and every balance the sum of its entries', async () => {
    await surviveSessionKills(1, 20)
  })
})
