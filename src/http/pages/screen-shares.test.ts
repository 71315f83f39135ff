import assert from 'node:assert/strict'
import { it } from 'node:test'
import { ThreatPolicy } from '../../contract/threat-protection.ts'
import { createScreening } from '../../screening/screening.ts'
import { createScreenShares } from './screen-hits.ts'

const forever = new AbortController().signal
const openScreen = createScreening(async () => ({ score: 0, categories: [] }))

it('charges a URL that several pages lead to only once', async () => {
  const screen = openScreen(ThreatPolicy.parse({}))
  await screen.admit('https://paid.test/', forever)
  const share = createScreenShares(screen)
  const [one, two] = [share(), share()]
  await Promise.all([
    one.admit('https://paid.test/', forever),
    one.admit('https://both.test/', forever),
    two.admit('https://both.test/', forever),
    two.admit('https://own.test/', forever),
  ])
  assert.deepEqual([one.credits() + two.credits(), screen.credits()], [4, 6])
})
