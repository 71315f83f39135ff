import { hashedKey, newAdminKey, newApiKey, noKeyLimits, noLimits } from '../../access/access.ts'
import type { FirstStart, FirstStartOptions, GeneratedKeys } from '../../access/access.ts'
import { Fault } from '../../fault.ts'
import type { Database, Queryable } from '../database/database.ts'
import { sql } from '../database/sql.ts'
import { readSetting, writeSetting } from '../database/settings.ts'
import { insertApiKey } from './api-keys.ts'
import { insertOrganization, insertTeam } from './teams.ts'
import { insertPartner } from './partners.ts'

/**
 * Creates the rows that every installation needs, once: processes that start together take turns behind one
 * lock.
 */
export function createFirstStart(db: Database): FirstStart {
  return (options) =>
    db.transaction(async (tx) => {
      await tx.rows(`select pg_advisory_xact_lock(hashtext('winnow first start'))`)
      const generated: GeneratedKeys = {}
      const teamId =
        (await readSetting<string>(tx, 'defaultTeamId')) ?? (await insertDefaultTeam(tx, options, generated))
      await ensureKeylessTeam(tx, options)
      if (options.apiKey !== undefined) await ensureApiKey(tx, teamId, options.apiKey)
      await ensureAdminKey(tx, options.adminKey, generated)
      if (options.partnerKey !== undefined) await ensurePartner(tx, options.partnerKey)
      return generated
    })
}

async function insertDefaultTeam(
  tx: Queryable,
  options: FirstStartOptions,
  generated: GeneratedKeys,
): Promise<string> {
  const organization = await insertOrganization(tx, {
    name: 'Default',
    threatProtection: options.threatProtection,
    siem: options.siem,
  })
  const team = await insertTeam(tx, {
    organizationId: organization.id,
    name: 'Default',
    credits: null,
    limits: { ...noLimits, concurrency: options.concurrency },
  })
  await writeSetting(tx, 'defaultOrganizationId', organization.id)
  await writeSetting(tx, 'defaultTeamId', team.id)
  if (options.apiKey === undefined) {
    const key = newApiKey()
    await insertApiKey(tx, team.id, { name: 'first key', ...noKeyLimits }, key)
    generated.apiKey = key.key
  }
  return team.id
}

/** All callers without a key share one team, in the organization whose policies apply to them. */
async function ensureKeylessTeam(tx: Queryable, { concurrency }: FirstStartOptions): Promise<void> {
  if ((await readSetting(tx, 'keylessTeamId')) !== undefined) return
  const team = await insertTeam(tx, {
    organizationId: (await readSetting<string>(tx, 'defaultOrganizationId'))!,
    name: 'Keyless',
    credits: null,
    limits: { ...noLimits, concurrency },
  })
  await writeSetting(tx, 'keylessTeamId', team.id)
}

async function ensureApiKey(tx: Queryable, teamId: string, given: string): Promise<void> {
  const key = hashedKey(given)
  const found = await tx.rows(sql`select id from api_keys where hash = ${key.hash}`)
  if (found.length === 0) await insertApiKey(tx, teamId, { name: 'WINNOW_API_KEY', ...noKeyLimits }, key)
}

async function ensureAdminKey(
  tx: Queryable,
  given: string | undefined,
  generated: GeneratedKeys,
): Promise<void> {
  if (given !== undefined) return writeSetting(tx, 'adminKeyHash', hashedKey(given).hash.toString('hex'))
  if ((await readSetting(tx, 'adminKeyHash')) !== undefined) return
  const key = newAdminKey()
  await writeSetting(tx, 'adminKeyHash', key.hash.toString('hex'))
  generated.adminKey = key.key
}

async function ensurePartner(tx: Queryable, given: string): Promise<void> {
  const key = hashedKey(given)
  const [other] = await tx.rows<{ name: string }>(sql`
    select name from partners where key_hash = ${key.hash} and name <> 'default'`)
  if (other) {
    throw new Fault(
      'CONFLICT',
      `WINNOW_PARTNER_KEY is already the key of the partner '${other.name}'. Set it to another value, or remove it.`,
    )
  }
  if ((await insertPartner(tx, { name: 'default', couponCredits: 0 }, key)) !== undefined) return
  await tx.rows(sql`
    update partners set key_hash = ${key.hash}, key_last_four = ${key.lastFour} where name = 'default'`)
}
