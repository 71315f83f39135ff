import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { after, before, describe, it } from 'node:test'
import { API_KEY } from '../app.ts'
import type { TestApp } from '../app.ts'
import { waitUntil } from '../wait-until.ts'
import type { Answer, Area, HostileCase } from './hostile-case.ts'
import { gives } from './hostile-case.ts'
import { listen } from './listening.ts'
import type { Listening } from './listening.ts'
import { heldMiB, watchMemory } from './memory.ts'

/** The targets that the service may reach in these tests: the hostile sites, and a range without servers. */
export const HOSTILE_ENVIRONMENT = { WINNOW_ALLOWED_TARGETS: '127.0.0.1/32,127.64.0.0/16' }

/**
 * Runs the cases of an area one after the other through the public API of one service. For any target, the
 * response must arrive by the timeout plus two seconds; another request must run undisturbed meanwhile, and
 * so must the next one.
 */
export function tryArea<World extends AsyncDisposable>(
  app: () => TestApp,
  area: Area<World>,
  { onlyQuick = false } = {},
): void {
  describe(area.name, () => {
    let world: World
    let ordinary: Listening
    before(async () => {
      world = await area.open()
      ordinary = await listen(createServer((_, response) => response.end('<h1>Fine</h1><p>All is well.</p>')))
      if (area.usesBrowser) await browserStarted(app(), ordinary)
    })
    after(async () => {
      await world[Symbol.asyncDispose]()
      await ordinary[Symbol.asyncDispose]()
    })

    for (const hostile of area.cases.filter(({ isQuick }) => isQuick || !onlyQuick)) {
      it(hostile.id, async () => {
        const usesBrowser = area.usesBrowser ?? false
        const defectsBefore = await metric(app(), 'winnow_defects_total')
        const [answer] = await Promise.all([
          attempt(app(), hostile, world),
          scrapeOrdinary(app(), ordinary, false),
        ])
        hostile.outcome(answer)
        await scrapeOrdinary(app(), ordinary, usesBrowser)
        if (usesBrowser) await waitUntil(async () => (await metric(app(), OPEN_TABS)) === 0)
        await hostile.afterwards?.(world, answer)
        assert.equal(await metric(app(), 'winnow_defects_total'), defectsBefore)
      })
    }
  })
}

const OPEN_TABS = 'winnow_browser_tabs{state="open"}'
/** For cases that respond at once, even on a busy machine. */
const QUICK_TIMEOUT_MS = 15_000
/** For cases that may use their whole time limit. */
const SLOW_TIMEOUT_MS = 2_000
const GRACE_MS = 2_000
/** The allowance for caches, compiled code and kept connections; a case that leaks a body exceeds it. */
const MAX_LEFT_MIB = 24

async function attempt<World>(app: TestApp, hostile: HostileCase<World>, world: World): Promise<Answer> {
  const { timeoutMs = hostile.isQuick ? QUICK_TIMEOUT_MS : SLOW_TIMEOUT_MS, request = {} } = hostile
  const options = typeof request === 'function' ? request(world) : request
  const body = { url: hostile.url(world), maxAge: 0, timeout: timeoutMs, ...options }
  if (hostile.maxGrowthMiB === undefined) return await scrape(app, body)

  const heldBefore = heldMiB()
  await using memory = await watchMemory()
  const answer = await scrape(app, body)
  const grown = memory.growthMiB()
  assert.ok(grown < hostile.maxGrowthMiB, `the process grew by ${Math.round(grown)} MiB`)
  await waitUntil(() => heldMiB() - heldBefore < MAX_LEFT_MIB).catch(() =>
    assert.fail(`${Math.round(heldMiB() - heldBefore)} MiB are still held afterwards`),
  )
  return answer
}

/** Aborts when the response is late, and parses it strictly. */
async function scrape(app: TestApp, request: { timeout: number }): Promise<Answer> {
  const response = await fetch(`${app.url}/v2/scrape`, {
    method: 'POST',
    headers: { authorization: `Bearer ${API_KEY}`, 'content-type': 'application/json' },
    body: JSON.stringify(request),
    signal: AbortSignal.timeout(request.timeout + GRACE_MS),
  })
  const text = new TextDecoder('utf-8', { fatal: true }).decode(await response.arrayBuffer())
  const body: unknown = JSON.parse(text, (_, value: unknown) => {
    if (typeof value === 'string') assert.ok(value.isWellFormed() && !value.includes('\0'), 'text is sound')
    return value
  })
  assert.notEqual((body as { code?: string }).code, 'UNKNOWN_ERROR', text.slice(0, 400))
  return { status: response.status, body }
}

async function scrapeOrdinary(app: TestApp, { port }: Listening, withBrowser: boolean): Promise<void> {
  const request = { url: `http://127.0.0.1:${port}/`, maxAge: 0, timeout: 15_000 }
  const answer = await scrape(app, withBrowser ? { ...request, ...BY_BROWSER } : request)
  gives({ markdown: /All is well/ })(answer)
}

/** A fresh data directory first unpacks its Chromium. */
async function browserStarted(app: TestApp, ordinary: Listening): Promise<void> {
  const isUp = () =>
    scrapeOrdinary(app, ordinary, true).then(
      () => true,
      () => false,
    )
  await waitUntil(isUp, 60_000)
}

/** The value of a metric of the service. */
export async function metric(app: TestApp, name: string): Promise<number> {
  const { body } = await app.call('/metrics')
  const line = (body as string).split('\n').find((text) => text.startsWith(`${name} `))
  assert.ok(line, `there is a metric ${name}`)
  return Number(line.slice(name.length))
}

/** Any wait makes the service use its browser at once. */
export const BY_BROWSER = { waitFor: 100 }
