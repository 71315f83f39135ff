import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'

/**
 * The bytes of a text in every encoding under which it may be stored: plain, UTF-16, base64 and hexadecimal.
 */
export function needlesFor(text: string): Buffer[] {
  const base64 = [0, 1, 2].map((shift) => {
    // The bytes before and after it in the same base64 triple are unknown.
    const encoded = Buffer.from('x'.repeat(shift) + text).toString('base64')
    return encoded.slice(shift === 0 ? 0 : 4, Math.floor((shift + text.length) / 3) * 4)
  })
  return [
    Buffer.from(text),
    Buffer.from(text, 'utf16le'),
    ...base64.map((encoded) => Buffer.from(encoded)),
    Buffer.from(Buffer.from(text).toString('hex')),
  ]
}

/** Files that the service unpacks from its packages before the first request, and never writes to again. */
const UNPACKED = /\/(?:chromium|fonts)-[^/]+(?:\/|$)/

/** Files below a folder whose content or name contains one of some texts. */
export async function filesWith(folder: string, texts: readonly string[]): Promise<string[]> {
  const needles = texts.flatMap(needlesFor)
  const found: string[] = []
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name)
    if (texts.some((text) => path.includes(text))) found.push(path)
    if (!entry.isFile() || UNPACKED.test(path)) continue
    // A file that was just deleted contains nothing.
    const bytes = await readFile(path).catch(() => Buffer.alloc(0))
    if (needles.some((needle) => bytes.includes(needle))) found.push(path)
  }
  return found
}

/** All tables of a database, in any schema, with a row that contains a text: as text or in bytes. */
export async function tablesWith(client: Client, marker: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of rows) {
    const { rows: hits } = await client.query(`select from ${name} t where t::text ilike any ($1) limit 1`, [
      needlesFor(marker).map((needle) => `%${needle.toString('latin1').replaceAll('\0', '')}%`),
    ])
    if (hits.length > 0) found.push(name)
  }
  return found
}
