import type { Queryable } from './database.ts'
import { sql } from './sql.ts'

export async function readSetting<Value>(db: Queryable, name: string): Promise<Value | undefined> {
  const [row] = await db.rows<{ value: Value }>(sql`select value from settings where name = ${name}`)
  return row?.value
}

export async function writeSetting(db: Queryable, name: string, value: unknown): Promise<void> {
  await db.rows(sql`
    insert into settings (name, value) values (${name}, ${JSON.stringify(value)})
      on conflict (name) do update set value = excluded.value`)
}

export function createTokenCounter(db: Queryable): (day: string, tokens: number) => Promise<number> {
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
