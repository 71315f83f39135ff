import { ThreatProtection } from '../contract/threat-protection.ts'
import type { Queryable } from './database.ts'

/** An organization as a statement saw it: `organization_version` is its `xmin`, another one after each change of the row. */
interface SeenOrganization {
  organization_id: string
  organization_version: string
}

export type ThreatProtections = (
  seen: readonly SeenOrganization[],
) => Promise<ReadonlyMap<string, ThreatProtection>>

/** Beyond this many, those that were read first are read again when they are wanted. */
const MOST_REMEMBERED = 500

/**
 * What organizations say about screening URLs. Every request needs it, and it may be thousands of domains: it is read
 * again only when its row has changed, which whoever looks up a key learns along the way.
 */
export function createThreatProtections(db: Queryable): ThreatProtections {
  const remembered = new Map<string, { version: string; protection: ThreatProtection }>()

  async function read(organizationIds: string[]): Promise<void> {
    const rows = await db.prepared<{ id: string; version: string; threat_protection: unknown }>(
      `select id, xmin::text as version, threat_protection from organizations where id = any ($1)`,
      [organizationIds],
    )
    for (const id of organizationIds) remembered.delete(id)
    for (const { id, version, threat_protection } of rows) {
      remembered.set(id, { version, protection: ThreatProtection.parse(threat_protection) })
    }
  }

  function forgetSome(): void {
    for (const id of remembered.keys()) {
      if (remembered.size <= MOST_REMEMBERED) return
      remembered.delete(id)
    }
  }

  return async (seen) => {
    const changed = seen.filter(
      (one) => remembered.get(one.organization_id)?.version !== one.organization_version,
    )
    if (changed.length > 0) await read([...new Set(changed.map((one) => one.organization_id))])
    const found = new Map(
      seen.flatMap(({ organization_id: id }) => {
        const known = remembered.get(id)
        // One that was removed a moment ago has nothing to say any more.
        return known ? [[id, known.protection] as const] : []
      }),
    )
    forgetSome()
    return found
  }
}
