import { createCipher } from '../access/access.ts'
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
import { defaultPolicies } from './core.ts'
import type { CoreServices } from './core.ts'

export function openManagement(
  { store, ciphers }: CoreServices,
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
      cipher: createCipher(rootSecret, 'partner api key'),
      policies: defaultPolicies(),
    }),
    jobs,
    audit: createAuditTrail(database),
    hasCollector,
    testCollector,
    webhookCipher: ciphers.webhookSecrets,
    defaultOrganizationId: async () => (await readSetting<string>(database, 'defaultOrganizationId'))!,
  }
}
