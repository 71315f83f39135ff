import type { Queryable } from '../database/database.ts'
import type { ArchivedTable } from './archive.ts'

/** What an extension brought with it is neither ours nor in our way. */
const NOT_OF_AN_EXTENSION = `not exists (
  select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

/** Tables of a schema that survive a crash, with the columns that are stored rather than computed. */
export function keptTables(db: Queryable, schema: string): Promise<ArchivedTable[]> {
  return db.rows<ArchivedTable>(
    `select $1 as schema, c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
     from pg_class c
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p') and not c.relispartition
       and c.relpersistence = 'p' and ${NOT_OF_AN_EXTENSION}
     group by c.relname order by c.relname`,
    [schema],
  )
}

/** Everything in our schema that holds rows, as names that can stand in a statement. */
export async function allTables(db: Queryable): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
       and ${NOT_OF_AN_EXTENSION} order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Whatever somebody put into the database, ours or not. */
export async function foreignObjects(db: Queryable, queueSchema: string): Promise<string[]> {
  const rows = await db.rows<{ name: string }>(
    `select c.oid::regclass::text as name from pg_class c
     where c.relnamespace in ('public'::regnamespace, to_regnamespace($1)) and c.relkind in ('r', 'p', 'v', 'm', 'S', 'f')
       and ${NOT_OF_AN_EXTENSION} order by 1`,
    [queueSchema],
  )
  return rows.map(({ name }) => name)
}

export interface Sequence {
  name: string
  lastValue: string
}

/** Sequences that were drawn from. They run ahead of any snapshot, never behind it. */
export function drawnSequences(db: Queryable): Promise<Sequence[]> {
  return db.rows<Sequence>(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as "lastValue"
     from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  )
}

interface Obstacle {
  /** Takes what would hinder loading rows in any order out of the way. */
  lift: string
  restore: string
}

/** Foreign keys, which want rows in their order, and triggers, whose work is in the rows already. */
export function loadingObstacles(db: Queryable): Promise<Obstacle[]> {
  return db.rows<Obstacle>(
    `select format('alter table %s drop constraint %I', conrelid::regclass, conname) as lift,
            format('alter table %s add constraint %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid)) as restore
     from pg_constraint
     where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
     union all
     select format('alter table %s disable trigger %I', tgrelid::regclass, tgname),
            format('alter table %s enable %s trigger %I', tgrelid::regclass, case tgenabled when 'A' then 'always' end, tgname)
     from pg_trigger t join pg_class c on c.oid = t.tgrelid
     where not t.tgisinternal and t.tgparentid = 0 and t.tgenabled in ('O', 'A')
       and c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`,
  )
}

/** The columns of a table with their types, as far as it exists. */
export async function columnTypes(
  db: Queryable,
  { schema, name }: ArchivedTable,
): Promise<Map<string, string>> {
  const rows = await db.rows<{ column: string; type: string }>(
    `select a.attname::text as column, format_type(a.atttypid, a.atttypmod) as type from pg_attribute a
     where a.attrelid = to_regclass(format('%I.%I', $1::text, $2::text)) and a.attnum > 0
       and not a.attisdropped and a.attgenerated = ''`,
    [schema, name],
  )
  return new Map(rows.map(({ column, type }) => [column, type]))
}
