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
