import { describe, it } from 'node:test'
import { surviveSessionKills } from './session-kills.ts'

describe('browser sessions', () => {
  it('are billed exactly once over 20 kills of their process', { timeout: 600_000 }, async () => {
    await surviveSessionKills(20, 100)
  })
})
