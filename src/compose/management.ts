import { createSeal } from '../access/access.ts'
import type { JobList } from '../jobs/jobs.ts'
import type { TestCollector } from '../siem/siem.ts'
import {
  createApiKeys,
  createAuditTrail,
  createConnections,
  createDeliveryLog,
  createOrganizations,
  createPartnerAccounts,
  createPartners,
  createTeamData,
  createTeamMembers,
  createTeams,
  createUsage,
  readSetting,
} from '../store/store.ts'
import { noPolicies } from './ground.ts'
import type { Ground } from './ground.ts'

export function openManagement(
  { store, seals }: Ground,
  {
    hasCollector,
    testCollector,
    jobs,
  }: { hasCollector: boolean; testCollector: TestCollector; jobs: JobList },
) {
  const { database, rootSecret } = store
  return {
    organizations: createOrganizations(database),
    teams: createTeams(database),
    teamData: createTeamData(database),
    members: createTeamMembers(database),
    connections: createConnections(database),
    apiKeys: createApiKeys(database),
    usage: createUsage(database),
    deliveryLog: createDeliveryLog(database),
    partners: createPartners(database),
    partnerAccounts: createPartnerAccounts(database, {
      seal: createSeal(rootSecret, 'partner api key'),
      policies: noPolicies(),
    }),
    jobs,
    audit: createAuditTrail(database),
    hasCollector,
    testCollector,
    webhookSeal: seals.webhookSecrets,
    defaultOrganizationId: async () => (await readSetting<string>(database, 'defaultOrganizationId'))!,
  }
}
