import type { StayingHolding } from './team-holding.ts'

const OF_TEAM = 'goes with the team itself'
const own = `team_id = $1`

/** What a team has besides content: who it is, what it has paid and what was changed about it. No erasure removes it. */
export const TEAM_ACCOUNT: readonly StayingHolding[] = [
  {
    table: 'teams',
    ofTeam: `id = $1`,
    kind: 'team',
    columns: 'id organization_id partner_id name limits zero_data_retention created_at',
    leftOut: { webhook_secret: 'a secret' },
    stays: OF_TEAM,
  },
  {
    table: 'balances',
    ofTeam: own,
    kind: 'balance',
    columns: 'amount unlimited',
    stays: OF_TEAM,
  },
  {
    table: 'users',
    ofTeam: `id in (select user_id from memberships where team_id = $1)`,
    kind: 'user',
    columns: 'id email created_at',
    stays: OF_TEAM,
  },
  { table: 'memberships', ofTeam: own, kind: { notShown: 'its users are' }, stays: OF_TEAM },
  {
    table: 'sign_in_codes',
    ofTeam: `user_id in (select user_id from memberships where team_id = $1)`,
    kind: { notShown: 'hashes of codes for the next ten minutes' },
    stays: 'goes with its user, or after ten minutes',
  },
  {
    table: 'api_keys',
    ofTeam: own,
    kind: 'api_key',
    columns: 'id user_id name last_four created_at expires_at allowed_ips scopes',
    leftOut: { hash: 'a secret', sealed: 'a secret' },
    stays: OF_TEAM,
  },
  {
    table: 'holds',
    ofTeam: own,
    kind: 'hold',
    columns: 'id api_key_id amount reason created_at',
    leftOut: { process_id: 'who works on it at the moment' },
    stays: 'accounting of what runs at the moment',
  },
  {
    table: 'credit_entries',
    ofTeam: own,
    kind: 'credit_entry',
    columns: 'id api_key_id kind amount used hold_id reason created_at',
    stays: 'accounting, which names no content',
  },
  {
    table: 'audit_events',
    ofTeam: own,
    kind: 'audit_event',
    columns: 'id organization_id actor username action target details created_at',
    stays: 'who changed what must not be removable',
  },
  {
    table: 'siem_events',
    ofTeam: `(event::jsonb ->> 'teamId')::uuid = $1`,
    kind: { notShown: 'on their way to the collector of the organization' },
    stays: 'what was done is told to the organization',
  },
  {
    table: 'rate_windows',
    ofTeam: own,
    kind: { notShown: 'requests of the last minute, counted' },
    stays: 'a limit must not be lifted by an erasure',
  },
  {
    table: 'slots',
    ofTeam: own,
    kind: { notShown: 'what runs at the moment' },
    stays: 'returned by whoever has them',
  },
  {
    table: 'erasures',
    ofTeam: own,
    kind: { notShown: 'that the team is being erased' },
    stays: 'needed for a quarter of an hour',
  },
]
