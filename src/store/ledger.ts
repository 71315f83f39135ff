import type { HoldRequest, Ledger } from '../access/access.ts'
import { batched } from './batched.ts'
import type { Queryable } from './database.ts'

type HoldOutcome = Awaited<ReturnType<Ledger['hold']>>

/**
 * The credits ledger. Every statement below moves entries, open holds and balance together, so each commit leaves the
 * balance equal to the sum of its entries. Balances are locked in the order of their team, so that two processes never
 * wait for each other.
 */
export function createLedger(db: Queryable, processId: () => string): Ledger {
  const tryClose = batched((items: Closing[]) => closeHolds(db, items))
  const tryHold = batched((items: HoldRequest[]) => openHolds(db, processId(), items))
  const doubtful = createDoubts((holdId) => tryClose({ holdId, usedCredits: null }))
  const close = (closing: Closing) => doubtful.watch(closing.holdId, tryClose(closing))
  return {
    async hold(request) {
      for (;;) {
        const outcome = await doubtful.watch(request.id, tryHold(request))
        if (outcome !== 'undecided') return outcome
      }
    },
    settle: (holdId, usedCredits) => close({ holdId, usedCredits }),
    release: (holdId) => close({ holdId, usedCredits: null }),
  }
}

const RETRY_MS = 1_000

/**
 * Holds whose statement failed: whether it took effect is not known, and whoever asked was told that it failed. They
 * are released until that succeeds; releasing what is not held changes nothing.
 */
function createDoubts(release: (holdId: string) => Promise<unknown>) {
  const ids = new Set<string>()
  let timer: NodeJS.Timeout | undefined

  async function resolve(): Promise<void> {
    const settled = await Promise.allSettled([...ids].map((id) => release(id).then(() => ids.delete(id))))
    timer = undefined
    if (settled.some(({ status }) => status === 'rejected') || ids.size > 0) schedule()
  }

  function schedule(): void {
    timer ??= setTimeout(() => void resolve(), RETRY_MS).unref()
  }

  return {
    async watch<Answer>(holdId: string, statement: Promise<Answer>): Promise<Answer> {
      try {
        return await statement
      } catch (failure) {
        ids.add(holdId)
        schedule()
        throw failure
      }
    },
  }
}

interface Closing {
  holdId: string
  /** Null gives the whole hold back. */
  usedCredits: number | null
}

/**
 * Opens holds in the order given, as long as each team's balance lasts. Behind the first refusal of its team
 * nothing is held any more; what would fit into what was left then is undecided and tried again in the next batch.
 */
async function openHolds(
  db: Queryable,
  processId: string,
  items: HoldRequest[],
): Promise<(HoldOutcome | 'undecided')[]> {
  const rows = await db.prepared<{ place: number; held: boolean; left_over: number }>(OPEN, [
    items.map((item) => item.id),
    items.map((item) => item.teamId),
    items.map((item) => item.keyId),
    items.map((item) => item.credits),
    items.map((item) => item.reason),
    processId,
  ])
  const tried = new Map(rows.map((row) => [row.place, row]))
  const leftOver = new Map<string, number>()
  return items.map(({ teamId, credits }, index) => {
    const row = tried.get(index + 1)
    if (row?.held) return { held: true }
    const balance = leftOver.get(teamId) ?? row?.left_over ?? 0
    const isFirst = !leftOver.has(teamId)
    leftOver.set(teamId, balance)
    return isFirst || credits > balance ? { held: false, balance } : 'undecided'
  })
}

/**
 * Not flushed to disk by itself: nobody is told of a hold, and the settlement that is told of is flushed together with
 * everything before it. A hold lost in a crash of the database was a hold to be released.
 */
const OPEN = `
  with lazily as materialized (
    select set_config('synchronous_commit', 'off', true)
  ), asked as (
    select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::bigint[], $5::text[])
      with ordinality as a (hold_id, team_id, api_key_id, amount, reason, place)
  ), purse as materialized (
    select team_id, amount as balance, unlimited from balances
    where team_id in (select team_id from asked) order by team_id for update
  ), tried as materialized (
    select a.*, p.balance, sum(a.amount) over (partition by a.team_id order by a.place) as running,
      p.unlimited or sum(a.amount) over (partition by a.team_id order by a.place) <= p.balance as held
    from asked a join purse p using (team_id)
  ), opened as (
    insert into holds (id, team_id, api_key_id, process_id, amount, reason)
      select hold_id, team_id, api_key_id, $6, amount, reason from tried where held
  ), entered as (
    insert into credit_entries (team_id, api_key_id, kind, amount, hold_id, reason)
      select team_id, api_key_id, 'hold', -amount, hold_id, reason from tried where held
  ), taken as (
    update balances b set amount = b.amount - t.total
    from (select team_id, sum(amount) as total from tried where held group by team_id) t
    where b.team_id = t.team_id
  )
  select place::int, held, (balance - running + amount)::bigint as left_over from tried, lazily`

/**
 * Closes holds; an item whose hold is not there any more is answered with false and changes nothing. Of two items for
 * the same hold the first counts.
 */
async function closeHolds(db: Queryable, items: Closing[]): Promise<boolean[]> {
  const firsts = new Map(items.toReversed().map((item) => [item.holdId, item]))
  const rows = await db.prepared<{ id: string }>(CLOSE, [
    [...firsts.keys()],
    [...firsts.values()].map((item) => item.usedCredits),
  ])
  const closed = new Set(rows.map((row) => row.id))
  return items.map((item) => firsts.get(item.holdId) === item && closed.has(item.holdId))
}

const CLOSE = `
  with asked as (
    select * from unnest($1::uuid[], $2::bigint[]) as a (hold_id, used)
  ), purse as materialized (
    select team_id from balances
    where team_id in (select h.team_id from holds h join asked a on a.hold_id = h.id) order by team_id for update
  ), closed as (
    delete from holds h using asked a
    where h.id = a.hold_id and (select count(*) from purse) > 0
    returning h.id, h.team_id, h.api_key_id, h.amount, h.reason, a.used
  ), entered as (
    insert into credit_entries (team_id, api_key_id, kind, amount, used, hold_id, reason)
      select team_id, api_key_id, case when used is null then 'release' else 'settle' end,
        amount - coalesce(used, 0), used, id, reason from closed
  ), returned as (
    update balances b set amount = b.amount + c.total
    from (select team_id, sum(amount - coalesce(used, 0)) as total from closed group by team_id) c
    where b.team_id = c.team_id
  )
  select id from closed`

/** Releases every hold of a process that is not alive any more. */
export async function releaseAbandonedHolds(db: Queryable): Promise<number> {
  const abandoned = await db.rows<{ id: string }>(
    `select h.id from holds h
     where not exists (select from processes p where p.id = h.process_id and p.expires_at > now()) limit 10000`,
  )
  if (abandoned.length === 0) return 0
  const closed = await closeHolds(
    db,
    abandoned.map(({ id }) => ({ holdId: id, usedCredits: null })),
  )
  return closed.filter(Boolean).length
}
