import assert from 'node:assert/strict'
import { randomInt } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import type { Queryable } from '../../src/store/database/database.ts'
import { startCrawlSite } from '../support/crawl-site.ts'
import type { CrawlSite } from '../support/crawl-site.ts'
import { ask } from './fixture.ts'
import type { ChaosFixture } from './fixture.ts'

/** A lamp as the task is to find it: what it weighs stands on its own page alone. */
interface Lamp {
  name: string
  price: number
  weight: string
}

function lampsOf(count: number): Lamp[] {
  return Array.from({ length: count }, (_, nr) => ({
    name: `${WORDS[nr % WORDS.length]} lamp ${String.fromCodePoint(65 + Math.floor(nr / WORDS.length))}`,
    price: 20 + nr,
    weight: `${(nr + 10) / 10} kg`,
  }))
}

const WORDS = 'Harbour Quay Beacon Jetty Anchor Tide Gull Mast Keel Dune Reef Cliff'.split(' ')

/** A shop with a list of lamps and a page for each, which takes a while. */
export function startLampShop(count: number, longestMs: number): Promise<CrawlSite> {
  const lamps = lampsOf(count)
  return startCrawlSite(async (path) => {
    if (path === '/lamps') return page('All lamps', `<ul>${lamps.map(card).join('')}</ul>`)
    const lamp = lamps[Number(/^\/lamps\/(\d+)$/.exec(path)?.[1] ?? -1)]
    if (!lamp) return undefined
    await delay(randomInt(longestMs))
    const row = (name: string, value: string) => `<tr><th>${name}</th><td>${value}</td></tr>`
    const table = row('Name', lamp.name) + row('Price', `€${lamp.price}.00`) + row('Weight', lamp.weight)
    return page(lamp.name, `<p>It gives a warm and even light.</p><table>${table}</table>`)
  })
}

function card({ name, price }: Lamp, nr: number): string {
  return `<li class="card"><h2><a href="/lamps/${nr}">${name}</a></h2><p class="price">€${price}.00</p></li>`
}

function page(title: string, body: string): string {
  return `<!doctype html><html lang="en"><head><title>${title}</title></head><body>
<nav><a href="/lamps">Lamps</a></nav><main><h1>${title}</h1>${body}</main></body></html>`
}

const LAMP_LIST = {
  type: 'object',
  properties: {
    lamps: {
      type: 'array',
      items: {
        type: 'object',
        properties: { name: { type: 'string' }, price: { type: 'number' }, weight: { type: 'string' } },
        required: ['name', 'price', 'weight'],
      },
    },
  },
}

export async function startTask({ serviceUrl, team }: ChaosFixture, shopUrl: string): Promise<string> {
  const json = {
    prompt: 'All lamps with their name, price and weight',
    urls: [`${shopUrl}/lamps`],
    schema: LAMP_LIST,
    effort: 'high',
  }
  return (await ask(`${serviceUrl}/v2/agent`, { key: team.key, json })).id
}

/** Whether a task is still under way, and how many steps it has taken. */
export async function stepsOf(db: Queryable, id: string): Promise<{ isRunning: boolean; done: number }> {
  const [row] = await db.rows<{ state: string; steps: number }>(
    `select state, steps from agent_tasks where id = $1`,
    [id],
  )
  return { isRunning: row!.state === 'processing', done: row!.steps }
}

/** Every lamp is there, no page was charged twice, and the ledger took exactly what the steps cost. */
export async function checkTask(
  { serviceUrl, db, team, credits }: ChaosFixture,
  id: string,
  lamps: number,
): Promise<void> {
  const status = await ask(`${serviceUrl}/v2/agent/${id}`, team)
  assert.equal(status.status, 'completed', JSON.stringify(status).slice(0, 2000))
  const byName = (one: Lamp, other: Lamp) => one.name.localeCompare(other.name)
  assert.deepEqual(status.data.lamps.toSorted(byName), lampsOf(lamps).toSorted(byName))
  const [steps] = await db.rows<{ cost: number; made: number; pages: number }>(
    `select sum(credits)::bigint as cost, count(*) as made, count(distinct move::json ->> 'url') as pages
     from agent_steps where task_id = $1`,
    [id],
  )
  assert.equal(steps!.pages, steps!.made, 'a page was visited for money twice')
  assert.equal(steps!.cost, 2 * (lamps + 1))
  const [ledger] = await db.rows(
    `select (select count(*) from credit_entries where team_id = $1 and kind = 'settle') as settled,
       (select sum(used)::bigint from credit_entries where team_id = $1 and kind = 'settle') as used,
       (select sum(amount)::bigint from credit_entries where team_id = $1) as entries,
       (select amount from balances where team_id = $1) as balance,
       (select count(*) from holds where team_id = $1) as holds`,
    [team.id],
  )
  const left = credits - steps!.cost
  assert.deepEqual(ledger, { settled: 1, used: steps!.cost, entries: left, balance: left, holds: 0 })
  assert.equal(status.creditsUsed, steps!.cost)
}
