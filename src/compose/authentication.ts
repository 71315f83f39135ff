import {
  createAuthenticate,
  createAuthenticateAdmin,
  createAuthenticatePartner,
  createAdmitKeyless,
  createKeylessCharge,
  createCheckKeyless,
} from '../access/access.ts'
import type { AdmitKeyless, Charge, CheckKeyless } from '../access/access.ts'
import type { HttpNeeds } from '../http/http.ts'
import {
  createApiKeys,
  createPartners,
  readSetting,
  createKeylessDays,
  createKeylessTeam,
} from '../store/store.ts'
import type { CoreServices } from './core.ts'
import type { Scrapes } from '../scrape/scrape.ts'

export function openAuthentication({ store: { database } }: CoreServices): {
  authenticators: HttpNeeds['authenticators']
  adminKeyHash: () => Promise<Buffer>
} {
  const apiKeys = createApiKeys(database)
  const adminKeyHash = async () =>
    Buffer.from((await readSetting<string>(database, 'adminKeyHash')) ?? '', 'hex')
  return {
    adminKeyHash,
    authenticators: {
      team: createAuthenticate(apiKeys, adminKeyHash),
      partner: createAuthenticatePartner(createPartners(database)),
      admin: createAuthenticateAdmin(adminKeyHash, apiKeys),
      signed: async () => undefined,
      open: async () => undefined,
    },
  }
}

/** The parts for callers without a key: admission, charging, and storing nothing. */
export async function openKeyless(
  { config, store: { database }, processId }: CoreServices,
  { charge, scrapes }: { charge: Charge; scrapes: Scrapes },
): Promise<{ charge: Charge; scrapes: Scrapes; admitKeyless?: AdmitKeyless; checkKeyless?: CheckKeyless }> {
  const { WINNOW_KEYLESS, WINNOW_KEYLESS_REQUESTS, WINNOW_KEYLESS_CREDITS } = config
  const teamId = await readSetting<string>(database, 'keylessTeamId')
  // A worker has no callers, and may start before the first start has created the team.
  if (WINNOW_KEYLESS === 'off' || teamId === undefined) return { charge, scrapes }
  const limits = { requests: WINNOW_KEYLESS_REQUESTS, credits: WINNOW_KEYLESS_CREDITS }
  const days = createKeylessDays(database, limits, processId)
  return {
    admitKeyless: createAdmitKeyless({ team: createKeylessTeam(database, teamId), days, limits }),
    checkKeyless: createCheckKeyless(days),
    charge: createKeylessCharge(charge, days, limits),
    scrapes: ignoreTeam(scrapes, teamId),
  }
}

/** Looking up a scrape needs a key, so these could never be read. */
function ignoreTeam(scrapes: Scrapes, teamId: string): Scrapes {
  return {
    ...scrapes,
    async keep(scrape) {
      if (scrape.teamId !== teamId) await scrapes.keep(scrape)
    },
  }
}
