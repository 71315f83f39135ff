import { hashKey } from '../../access/access.ts'
import type { Actor, CountIn, Member, TeamMembers } from '../../access/access.ts'
import type { Members, SignInCodes, TeamChoice } from '../../oauth/oauth.ts'
import type { Database, Queryable } from '../database/database.ts'
import { newId, pageStart, toPage } from '../database/keyset.ts'
import { readSetting } from '../database/settings.ts'
import { recordChange } from './audit-trail.ts'

/** A code is good for so long. */
const CODE_LIFE = `interval '10 minutes'`

/** Which users belong to which teams, as the operator sees and changes it. */
export function createTeamMembers(db: Database): TeamMembers {
  return {
    add: (teamId, email, by = 'command line') =>
      db.transaction(async (tx) => {
        const organizationId = await organizationOf(tx, teamId)
        if (organizationId === undefined) return undefined
        const [user] = await tx.rows<Member>(
          `insert into users (id, email) values ($1, $2)
           on conflict (email) do update set created_at = users.created_at returning ${MEMBER}`,
          [newId(), email],
        )
        const added = await tx.rows(
          `insert into memberships (user_id, team_id) values ($1, $2) on conflict do nothing returning user_id`,
          [user!.id, teamId],
        )
        if (added.length > 0)
          await recordChange(tx, by, { action: 'user.add', target: user!.id, teamId, organizationId })
        return user!
      }),
    async list(teamId, page) {
      const rows = await db.rows<Member>(
        `select ${MEMBER} from users u join memberships m on m.user_id = u.id
         where m.team_id = $1 and u.id > $2 order by u.id limit $3`,
        [teamId, pageStart(page), page.limit + 1],
      )
      return toPage(rows, page)
    },
    remove: (teamId, userId, by = 'command line') =>
      db.transaction((tx) => removeMember(tx, { teamId, userId, by })),
  }
}

/** A user that belongs to no other team is of no use to anybody. Its keys stay, which are the team's. */
async function removeMember(
  tx: Queryable,
  { teamId, userId, by }: { teamId: string; userId: string; by: Actor },
): Promise<boolean> {
  await tx.rows(`select from users where id = $1 for update`, [userId])
  const removed = await tx.rows(
    `delete from memberships where user_id = $1 and team_id = $2 returning user_id`,
    [userId, teamId],
  )
  if (removed.length === 0) return false
  await tx.rows(
    `delete from users u where u.id = $1 and not exists (select from memberships m where m.user_id = u.id)`,
    [userId],
  )
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
  const [team] = await tx.rows<{ organization_id: string }>(
    `select organization_id from teams where id = $1 for key share`,
    [teamId],
  )
  return team?.organization_id
}

const MEMBER = `id, email, created_at as "createdAt"`

/** Those who may sign in. */
export function createMembers(db: Queryable): Members {
  return {
    async exists(userId) {
      const rows = await db.rows(`select from memberships where user_id = $1 limit 1`, [userId])
      return rows.length > 0
    },
    async emailOf(userId) {
      const [user] = await db.rows<{ email: string }>(`select email from users where id = $1`, [userId])
      return user?.email
    },
    teamsOf: (userId) =>
      db.rows<TeamChoice>(
        `select t.id, t.name from teams t join memberships m on m.team_id = t.id where m.user_id = $1
         order by t.name, t.id limit 200`,
        [userId],
      ),
    async defaultTeam() {
      const id = await readSetting<string>(db, 'defaultTeamId')
      const [team] = await db.rows<TeamChoice>(`select id, name from teams where id = $1`, [id])
      return team!
    },
  }
}

/** The codes that users sign in with. The place is kept as a hash, because it is half of what a browser shows. */
export function createSignInCodes(db: Queryable): SignInCodes {
  return {
    async issue(email, place, hash) {
      const rows = await db.rows(
        `insert into sign_in_codes (user_id, place, hash, expires_at)
           select u.id, $2, $3, now() + ${CODE_LIFE} from users u
           where u.email = $1 and exists (select from memberships m where m.user_id = u.id)
         on conflict (user_id, place) do update set hash = excluded.hash, expires_at = excluded.expires_at
         returning user_id`,
        [email, hashKey(place), hash],
      )
      return rows.length > 0
    },
    async find(email, place) {
      const rows = await db.rows<{ user_id: string; hash: Buffer }>(
        `select c.user_id, c.hash from sign_in_codes c join users u on u.id = c.user_id
         where u.email = $1 and c.place = any ($2) and c.expires_at > now()`,
        [email, [hashKey(place), hashKey('')]],
      )
      return rows.map((row) => ({ userId: row.user_id, hash: row.hash }))
    },
    async use(userId, hash) {
      const rows = await db.rows(
        `delete from sign_in_codes where user_id = $1 and hash = $2 returning user_id`,
        [userId, hash],
      )
      return rows.length > 0
    },
  }
}

/** Fixed windows that begin with the first event after the last one ended. */
export function createCountIn(db: Queryable): CountIn {
  return async (key, windowSeconds) => {
    const [row] = await db.rows<{ used: number; left: number }>(
      `insert into oauth_windows as w (key, started_at, used) values ($1, now(), 1)
       on conflict (key) do update set
         started_at = case when w.started_at <= now() - $2::integer * interval '1 second' then now() else w.started_at end,
         used = case when w.started_at <= now() - $2::integer * interval '1 second' then 1 else w.used + 1 end
       returning used, ceil(extract(epoch from w.started_at + $2::integer * interval '1 second' - now()))::integer as left`,
      [hashKey(key), windowSeconds],
    )
    return { place: row!.used, secondsLeft: Math.max(1, row!.left) }
  }
}
