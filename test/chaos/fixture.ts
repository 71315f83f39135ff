import assert from 'node:assert/strict'
import type { Queryable } from '../../src/store/database/database.ts'

const API_KEY = `fc-${'c4'.repeat(16)}`

/** What every process of a crawl that is killed is started with: nothing but the processes themselves limits it. */
export const ENVIRONMENT = {
  WINNOW_API_KEY: API_KEY,
  WINNOW_ADMIN_KEY: 'an-admin-key-for-crashes',
  WINNOW_ALLOWED_TARGETS: '127.0.0.1/32',
  // Pages of a killed process count until its lease has run out; others must have room besides them.
  WINNOW_HOST_CONCURRENCY: '500',
  WINNOW_CRAWL_PAGES: '8',
}

/** Where workers are stopped. */
export interface ChaosFixture {
  serviceUrl: string
  db: Queryable
  team: { id: string; key: string }
  /** What the team had in the beginning. */
  credits: number
}

/** A team of its own, whose credits and concurrency are known. */
export async function newTeam(serviceUrl: string, credits: number): Promise<{ id: string; key: string }> {
  const admin = { key: ENVIRONMENT.WINNOW_ADMIN_KEY }
  const team = await ask(`${serviceUrl}/admin/v1/teams`, {
    ...admin,
    json: { name: 'Crashing', credits, limits: { concurrency: 500 } },
  })
  const { apiKey } = await ask(`${serviceUrl}/admin/v1/teams/${team.id}/api-keys`, { ...admin, json: {} })
  return { id: team.id, key: apiKey }
}

// oxlint-disable-next-line typescript/no-explicit-any -- the tests are what checks the shape of answers.
export async function ask(url: string, { key, json }: { key: string; json?: object }): Promise<any> {
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    ...(json && { method: 'POST', body: JSON.stringify(json) }),
  })
  assert.equal(response.status, 200, `${url}: ${response.status}`)
  return await response.json()
}
