import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './exit-codes.ts'

/** What `login` and `config` keep. */
export interface SavedSettings {
  /** The service to use where nothing else names one. */
  apiUrl?: string
  /** Keys by the root of the service that each is for. */
  keys: Readonly<Record<string, string>>
}

/** Where settings are kept: as the desktop's conventions say, or where the operating system has such files. */
export function configFileIn(
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
  platform: string,
): string {
  if (environment.WINNOW_CONFIG) return environment.WINNOW_CONFIG
  const folder =
    environment.XDG_CONFIG_HOME ||
    (platform === 'win32' && environment.APPDATA ? environment.APPDATA : join(home, '.config'))
  return join(folder, 'winnow', 'config.json')
}

export async function readSavedSettings(path: string): Promise<SavedSettings> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch {
    return { keys: {} }
  }
  try {
    const { apiUrl, keys } = JSON.parse(text) as { apiUrl?: unknown; keys?: object }
    const known = Object.entries(keys ?? {}).filter(([, key]) => typeof key === 'string')
    return { ...(typeof apiUrl === 'string' && { apiUrl }), keys: Object.fromEntries(known) }
  } catch {
    throw new UsageError(`${path} is not JSON.`, 'Correct it, or remove it and run: winnow login')
  }
}

/** Writes the settings so that only their owner can read them, and never half of them. */
export async function writeSavedSettings(path: string, saved: SavedSettings): Promise<void> {
  const isEmpty = saved.apiUrl === undefined && Object.keys(saved.keys).length === 0
  if (isEmpty) return await rm(path, { force: true })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(saved, undefined, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
}
