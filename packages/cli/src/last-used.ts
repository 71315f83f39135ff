import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** What later commands go on with when they are given no id. */
type Kind = 'scrape' | 'browser'

/** Keeps which one was used last. Not being able to is no failure. */
export async function rememberLast(kind: Kind, id: string, configFile: string): Promise<void> {
  try {
    await mkdir(dirname(configFile), { recursive: true, mode: 0o700 })
    await writeFile(fileOf(kind, configFile), `${id}\n`, { mode: 0o600 })
  } catch {
    // The command itself has worked; the next one will ask for the id.
  }
}

export async function readLast(kind: Kind, configFile: string): Promise<string | undefined> {
  const text = await readFile(fileOf(kind, configFile), 'utf8').catch(() => '')
  return text.trim() || undefined
}

function fileOf(kind: Kind, configFile: string): string {
  return join(dirname(configFile), `last-${kind}`)
}
