import type { Queryable } from './database.ts'

/** A value of the whole installation, by name. */
export async function readSetting<Value>(db: Queryable, name: string): Promise<Value | undefined> {
  const [row] = await db.rows<{ value: Value }>(`select value from settings where name = $1`, [name])
  return row?.value
}

export async function writeSetting(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.rows(
    `insert into settings (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value`,
    [name, JSON.stringify(value)],
  )
}

/** Counts the tokens that a model took on a day, and returns the count of all processes. Only the last day is kept. */
export function createModelTokens(db: Queryable): (day: string, tokens: number) => Promise<number> {
  return async (day, tokens) => {
    const [row] = await db.rows<{ tokens: number }>(
      `insert into settings as s (name, value)
       values ('modelTokens', jsonb_build_object('day', $1::text, 'tokens', $2::bigint))
       on conflict (name) do update set value = jsonb_build_object('day', $1::text, 'tokens',
         $2::bigint + case when s.value ->> 'day' = $1 then (s.value ->> 'tokens')::bigint else 0 end)
       returning (value ->> 'tokens')::float8 as tokens`,
      [day, tokens],
    )
    return row!.tokens
  }
}
