import { createAdmitKeyless, createKeylessCharge, createKeylessDay } from '../access/access.ts'
import type { AdmitKeyless, Charge, KeylessDay } from '../access/access.ts'
import type { Config } from '../config/config.ts'
import type { Scrapes } from '../scrape/scrape.ts'
import { createKeylessDays, createKeylessTeam, readSetting } from '../store/store.ts'
import type { Store } from '../store/store.ts'

interface KeylessNeeds {
  store: Store
  processId: () => string
  charge: Charge
  scrapes: Scrapes
}

/** What differs for callers without a key: how they are let in, what they are charged with, and that nothing of theirs is kept. */
export async function openKeyless(
  { WINNOW_KEYLESS, WINNOW_KEYLESS_REQUESTS, WINNOW_KEYLESS_CREDITS }: Config,
  { store: { database }, processId, charge, scrapes }: KeylessNeeds,
): Promise<{ charge: Charge; scrapes: Scrapes; admitKeyless?: AdmitKeyless; keylessDay?: KeylessDay }> {
  const teamId = await readSetting<string>(database, 'keylessTeamId')
  // A worker, which nobody calls, may be there before the first start made the team.
  if (WINNOW_KEYLESS === 'off' || teamId === undefined) return { charge, scrapes }
  const limits = { requests: WINNOW_KEYLESS_REQUESTS, credits: WINNOW_KEYLESS_CREDITS }
  const days = createKeylessDays(database, limits, processId)
  return {
    admitKeyless: createAdmitKeyless({ team: createKeylessTeam(database, teamId), days, limits }),
    keylessDay: createKeylessDay(days),
    charge: createKeylessCharge(charge, days, limits),
    scrapes: withoutTeam(scrapes, teamId),
  }
}

/** Looking a scrape up needs a key, so nobody could. */
function withoutTeam(scrapes: Scrapes, teamId: string): Scrapes {
  return {
    ...scrapes,
    async keep(scrape) {
      if (scrape.teamId !== teamId) await scrapes.keep(scrape)
    },
  }
}
