import { hashKey } from '../../access/access.ts'
import type { Actor, CountInWindow, Member, TeamMembers } from '../../access/access.ts'
import type { Members, SignInCodes, TeamChoice } from '../../oauth/oauth.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { raw, sql } from '../database/sql.ts'
import { readSetting } from '../database/settings.ts'
import { recordChange } from './audit-trail.ts'

const CODE_LIFETIME = `interval '10 minutes'`

/** The members of teams, for the operator. */
export function createTeamMembers(db: Database): TeamMembers {
  return {
    add: (teamId, email, by = 'command line') =>
      db.transaction(async (tx) => {
        const organizationId = await organizationOf(tx, teamId)
        if (organizationId === undefined) return undefined
        const [user] = await tx.rows<Member>(sql`insert into users (id, email) values (${newId()}, ${email})
          on conflict (email) do update set created_at = users.created_at returning ${raw(MEMBER_COLUMNS)}`)
        const added = await tx.rows(sql`
          insert into memberships (user_id, team_id) values (${user!.id}, ${teamId}) on conflict do nothing
            returning user_id`)
        if (added.length > 0)
          await recordChange(tx, by, { action: 'user.add', target: user!.id, teamId, organizationId })
        return user!
      }),
    async list(teamId, page) {
      const rows = await db.rows<Member>(sql`
        select ${raw(MEMBER_COLUMNS)} from users u join memberships m on m.user_id = u.id
        where m.team_id = ${teamId} and u.id > ${pageStart(page)} order by u.id limit ${page.limit + 1}`)
      return toPage(rows, page)
    },
    remove: (teamId, userId, by = 'command line') =>
      db.transaction((tx) => removeMember(tx, { teamId, userId, by })),
  }
}

/** A user without a team is deleted. Its keys stay, because they belong to the team. */
async function removeMember(
  tx: Queryable,
  { teamId, userId, by }: { teamId: string; userId: string; by: Actor },
): Promise<boolean> {
  await tx.rows(sql`select from users where id = ${userId} for update`)
  const removed = await tx.rows(sql`
    delete from memberships where user_id = ${userId} and team_id = ${teamId} returning user_id`)
  if (removed.length === 0) return false
  await tx.rows(sql`
    delete from users u where u.id = ${userId}
      and not exists (select from memberships m where m.user_id = u.id)`)
  const organizationId = await organizationOf(tx, teamId)
  await recordChange(tx, by, {
    action: 'user.remove',
    target: userId,
    teamId,
    ...(organizationId !== undefined && { organizationId }),
  })
  return true
}

async function organizationOf(tx: Queryable, teamId: string): Promise<string | undefined> {
  const [team] = await tx.rows<{ organization_id: string }>(sql`
    select organization_id from teams where id = ${teamId} for key share`)
  return team?.organization_id
}

const MEMBER_COLUMNS = `id, email, created_at as "createdAt"`

export function createMembers(db: Queryable): Members {
  return {
    async exists(userId) {
      const rows = await db.rows(sql`select from memberships where user_id = ${userId} limit 1`)
      return rows.length > 0
    },
    async emailOf(userId) {
      const [user] = await db.rows<{ email: string }>(sql`select email from users where id = ${userId}`)
      return user?.email
    },
    teamsOf: (userId) =>
      db.rows<TeamChoice>(sql`
        select t.id, t.name from teams t join memberships m on m.team_id = t.id where m.user_id = ${userId}
        order by t.name, t.id limit 200`),
    async defaultTeam() {
      const id = await readSetting<string>(db, 'defaultTeamId')
      const [team] = await db.rows<TeamChoice>(sql`select id, name from teams where id = ${id}`)
      return team!
    },
  }
}

/** Sign-in codes. The sign-in's id is stored as a hash, because it is half of the browser's credentials. */
export function createSignInCodes(db: Queryable): SignInCodes {
  return {
    async issue(email, interactionId, hash) {
      const rows = await db.rows(sql`insert into sign_in_codes (user_id, place, hash, expires_at)
          select u.id, ${hashKey(interactionId)}, ${hash}, now() + ${raw(CODE_LIFETIME)} from users u
          where u.email = ${email} and exists (select from memberships m where m.user_id = u.id)
        on conflict (user_id, place) do update set hash = excluded.hash, expires_at = excluded.expires_at
        returning user_id`)
      return rows.length > 0
    },
    async find(email, interactionId) {
      const rows = await db.rows<{ user_id: string; hash: Buffer }>(sql`
        select c.user_id, c.hash from sign_in_codes c join users u on u.id = c.user_id
        where u.email = ${email} and c.place = any (${[hashKey(interactionId), hashKey('')]}) and c.expires_at > now()`)
      return rows.map((row) => ({ userId: row.user_id, hash: row.hash }))
    },
    async use(userId, hash) {
      const rows = await db.rows(sql`
        delete from sign_in_codes where user_id = ${userId} and hash = ${hash} returning user_id`)
      return rows.length > 0
    },
  }
}

/** Fixed windows that begin with the first event after the previous window ended. */
export function createCountInWindow(db: Queryable): CountInWindow {
  return async (key, windowSeconds) => {
    const [row] = await db.rows<{ used: number; left: number }>(
      `insert into oauth_windows as w (key, started_at, used) values ($1, now(), 1)
       on conflict (key) do update set
         started_at = case when w.started_at <= now() - $2::integer * interval '1 second' then now() else w.started_at end,
         used = case when w.started_at <= now() - $2::integer * interval '1 second' then 1 else w.used + 1 end
       returning used, ceil(extract(epoch from w.started_at + $2::integer * interval '1 second' - now()))::integer as left`,
      [hashKey(key), windowSeconds],
    )
    return { count: row!.used, secondsLeft: Math.max(1, row!.left) }
  }
}
