import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, it } from 'node:test'
import { Fault } from '../../src/fault.ts'
import { testDatabase } from '../support/database.ts'
import type { TestDatabase } from '../support/database.ts'
import { isFault } from '../support/is-fault.ts'
import {
  NEVER_ABORTED,
  codeTask,
  sessionOptions,
  accountStateOf,
  settledState,
  createOwner,
  fakeBrowser,
  startSessions,
} from '../support/sessions.ts'
import { waitUntil } from '../support/wait-until.ts'

let database: TestDatabase
before(async () => void (database = await testDatabase()))
after(() => database[Symbol.asyncDispose]())

const SECOND = 1000

const newOwner = (credits?: number, concurrency?: number) =>
  createOwner(database.db, { credits, concurrency })
const books = (teamId: string) => accountStateOf(database.db, teamId)
const heldFor = async (teamId: string) => (await books(teamId)).held

describe('opening a session', () => {
  it('takes one of the slots of the team, and is refused when there is none', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner(1000, 1)
    const { id } = await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
    await assert.rejects(process.sessions.open(owner, sessionOptions, NEVER_ABORTED), (failure: Fault) => {
      assert.deepEqual([failure.code, failure.retryAfterSeconds], ['RATE_LIMITED', 10])
      assert.match(failure.message, /concurrency slots/)
      return true
    })
    assert.equal(await heldFor(owner.teamId), 2)
    await process.sessions.stop(owner.teamId, id)
    await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)
  })

  it('is refused when the process has as many as it may', async () => {
    await using process = await startSessions(database.db, { most: 2 })
    const owner = await newOwner()
    const opened = await Promise.allSettled(
      [1, 2, 3].map(() => process.sessions.open(owner, sessionOptions, NEVER_ABORTED)),
    )
    const refused = opened.filter((one) => one.status === 'rejected')
    assert.equal(refused.length, 1)
    assert.ok(isFault('RATE_LIMITED', /2 browser sessions open/)(refused[0]!.reason))
  })

  it('costs nothing and leaves nothing when the browser does not open', async () => {
    await using process = await startSessions(database.db, {
      openBrowser() {
        throw new Fault('BROWSER_FAILED', 'The browser did not start.')
      },
    })
    const owner = await newOwner()
    const profile = { name: randomUUID(), saveChanges: true }
    await assert.rejects(
      process.sessions.open(owner, { ...sessionOptions, profile }, NEVER_ABORTED),
      isFault('BROWSER_FAILED'),
    )
    assert.deepEqual(await books(owner.teamId), settledState(1000, 0))
    assert.deepEqual(await database.db.rows(`select name from profiles where name = $1`, [profile.name]), [])
  })

  it('is given up with who asked for it', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const reason = new Error('The caller left.')
    await assert.rejects(process.sessions.open(owner, sessionOptions, AbortSignal.abort(reason)), reason)
    assert.deepEqual(await books(owner.teamId), settledState(1000, 0))
  })

  it('of one scrape by several at once opens it once', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const wish = { ...sessionOptions, scrapeId: randomUUID() }
    assert.equal(await process.sessions.findByScrape(owner.teamId, wish.scrapeId), undefined)
    const opened = await Promise.all([1, 2, 3].map(() => process.sessions.open(owner, wish, NEVER_ABORTED)))
    assert.equal(new Set(opened.map(({ id }) => id)).size, 1)
    assert.equal(process.browsers.length, 1)
    assert.equal((await process.sessions.open(owner, wish, NEVER_ABORTED)).id, opened[0]!.id)
    assert.equal((await process.sessions.findByScrape(owner.teamId, wish.scrapeId))!.id, opened[0]!.id)
    const stranger = await newOwner()
    await assert.rejects(process.sessions.open(stranger, wish, NEVER_ABORTED), isFault('NOT_FOUND'))
    await process.sessions.stop(owner.teamId, opened[0]!.id)
    assert.equal((await process.sessions.findByScrape(owner.teamId, wish.scrapeId))!.status, 'destroyed')
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('goes on for others when the first of them leaves', async () => {
    const leaving = new AbortController()
    const reason = new Error('The first one left.')
    await using process = await startSessions(database.db, {
      openBrowser(wish, signal) {
        leaving.abort(reason)
        signal!.throwIfAborted()
        return fakeBrowser(wish)
      },
    })
    const owner = await newOwner()
    const wish = { ...sessionOptions, scrapeId: randomUUID() }
    const first = process.sessions.open(owner, wish, leaving.signal)
    const second = process.sessions.open(owner, wish, NEVER_ABORTED)
    await assert.rejects(first, reason)
    assert.equal((await second).status, 'active')
  })

  it('a hundred times, however they end, leaves no slot, hold or session', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const wishes = Array.from({ length: 100 }, (_, nr) => ({
      ...sessionOptions,
      ttlSeconds: nr % 4 === 3 ? 30 : 600,
    }))
    const opened = await Promise.all(wishes.map((wish) => process.sessions.open(owner, wish, NEVER_ABORTED)))
    const ofTurn = (turn: number) => opened.filter((_, nr) => nr % 4 === turn)
    await Promise.all(ofTurn(0).map(({ id }) => process.sessions.stop(owner.teamId, id)))
    for (const { id } of ofTurn(1)) {
      ;(process.sessions.live(id)!.browser as ReturnType<typeof fakeBrowser>).crash()
    }
    process.clock.advance(30 * SECOND)
    await waitUntil(async () => (await books(owner.teamId)).active === 25)
    await process.sessions[Symbol.asyncDispose]()
    assert.deepEqual(
      process.browsers.filter(({ events: happened }) => happened.join() !== 'closed'),
      [],
    )
    assert.deepEqual(await books(owner.teamId), settledState(800, 100))
  })
})

describe('a session is reached', () => {
  it('by its own team only', async () => {
    await using process = await startSessions(database.db)
    const { sessions } = process
    const [owner, stranger] = [await newOwner(), await newOwner()]
    const wish = { ...sessionOptions, scrapeId: randomUUID() }
    const { id } = await sessions.open(owner, wish, NEVER_ABORTED)
    const refused = async () => {
      await assert.rejects(sessions.run(stranger, id, codeTask, NEVER_ABORTED), isFault('NOT_FOUND'))
      await assert.rejects(sessions.stop(stranger.teamId, id), isFault('NOT_FOUND'))
      await assert.rejects(sessions.find(stranger.teamId, id), isFault('NOT_FOUND'))
      assert.equal(await sessions.findByScrape(stranger.teamId, wish.scrapeId), undefined)
    }
    await refused()
    assert.deepEqual(await sessions.list(stranger.teamId, undefined), [])
    await sessions.stop(owner.teamId, id)
    await refused()
    for (const unknown of [randomUUID(), 'no-id']) {
      await assert.rejects(sessions.run(owner, unknown, codeTask, NEVER_ABORTED), isFault('NOT_FOUND'))
      await assert.rejects(sessions.stop(owner.teamId, unknown), isFault('NOT_FOUND'))
    }
  })

  it('in the process that has it, and nowhere when that is gone', async () => {
    await using one = await startSessions(database.db)
    await using other = await startSessions(database.db)
    const owner = await newOwner()
    const wish = { ...sessionOptions, scrapeId: randomUUID() }
    const { id } = await one.sessions.open(owner, wish, NEVER_ABORTED)
    assert.equal((await other.sessions.find(owner.teamId, id)).status, 'active')
    const elsewhere = isFault('UNAVAILABLE', /another process/)
    await assert.rejects(other.sessions.run(owner, id, codeTask, NEVER_ABORTED), elsewhere)
    await assert.rejects(other.sessions.stop(owner.teamId, id), elsewhere)
    await assert.rejects(other.sessions.open(owner, wish, NEVER_ABORTED), elsewhere)
    assert.equal(await heldFor(owner.teamId), 2)
    await one.vanish()
    await assert.rejects(other.sessions.run(owner, id, codeTask, NEVER_ABORTED), isFault('GONE', /restarted/))
    assert.equal((await other.sessions.find(owner.teamId, id)).status, 'destroyed')
    assert.deepEqual(await other.sessions.list(owner.teamId, 'active'), [])
    assert.equal((await other.sessions.stop(owner.teamId, id)).creditsBilled, 2)
    assert.equal((await one.sessions.stop(owner.teamId, id)).creditsBilled, 2)
    await waitUntil(async () => (await books(owner.teamId)).slots === 0)
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })

  it('by the list of its team, newest first', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const ids: string[] = []
    for (let nr = 0; nr < 3; nr++)
      ids.push((await process.sessions.open(owner, sessionOptions, NEVER_ABORTED)).id)
    await process.sessions.stop(owner.teamId, ids[1]!)
    const listed = async (status?: 'active' | 'destroyed') =>
      (await process.sessions.list(owner.teamId, status)).map(({ id }) => id)
    assert.deepEqual(await listed(), ids.toReversed())
    assert.deepEqual(await listed('active'), [ids[2], ids[0]])
    assert.deepEqual(await listed('destroyed'), [ids[1]])
  })
})

describe('the profile of a session', () => {
  it('is brought along, saved before the browser closes, and written by one at a time', async () => {
    await using process = await startSessions(database.db)
    const owner = await newOwner()
    const profile = { name: randomUUID(), saveChanges: true }
    const { id } = await process.sessions.open(owner, { ...sessionOptions, profile }, NEVER_ABORTED)
    assert.deepEqual(process.browsers[0]!.wish.visit.profile, { ...profile, state: undefined })
    await assert.rejects(
      process.sessions.open(owner, { ...sessionOptions, profile }, NEVER_ABORTED),
      isFault('CONFLICT'),
    )
    await process.sessions.stop(owner.teamId, id)
    assert.deepEqual(process.browsers[0]!.events, ['read', 'closed'])
    const reader = { name: profile.name, saveChanges: false }
    const again = await process.sessions.open(owner, { ...sessionOptions, profile: reader }, NEVER_ABORTED)
    assert.deepEqual(process.browsers[1]!.wish.visit.profile, { ...reader, state: 'a cookie' })
    await process.sessions.stop(owner.teamId, again.id)
    assert.deepEqual(process.browsers[1]!.events, ['closed'])
  })

  it('that cannot be saved is told of, and the session is billed', async () => {
    await using process = await startSessions(database.db, {
      openBrowser: (wish) => ({
        ...fakeBrowser(wish),
        profileState: () => Promise.reject(new Error('The browser does not answer.')),
      }),
    })
    const owner = await newOwner()
    const profile = { name: randomUUID(), saveChanges: true }
    const { id } = await process.sessions.open(owner, { ...sessionOptions, profile }, NEVER_ABORTED)
    assert.equal((await process.sessions.stop(owner.teamId, id)).creditsBilled, 2)
    await assert.rejects(
      process.sessions.run(owner, id, codeTask, NEVER_ABORTED),
      isFault('GONE', /it was stopped\. What it changed in the profile .* could not be saved/),
    )
    assert.deepEqual(await books(owner.teamId), settledState(998, 1))
  })
})
