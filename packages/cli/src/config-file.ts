import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { UsageError } from './exit-codes.ts'

/** The settings saved by `login` and `config`. */
export interface SavedSettings {
  /** The service to use when nothing else names one. */
  apiUrl?: string
  /** API keys by the root URL of their service. */
  keys: Readonly<Record<string, string>>
}

/** The path of the settings file: by the XDG convention, or in the usual folder of the operating system. */
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
    throw new UsageError(`${path} is not JSON.`, 'Fix it, or delete it and run: winnow login')
  }
}

/** Writes the settings atomically and readable only by their owner. */
export async function writeSavedSettings(path: string, saved: SavedSettings): Promise<void> {
  const isEmpty = saved.apiUrl === undefined && Object.keys(saved.keys).length === 0
  if (isEmpty) return await rm(path, { force: true })
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  const draft = `${path}.${process.pid}`
  await writeFile(draft, `${JSON.stringify(saved, undefined, 2)}\n`, { mode: 0o600 })
  await chmod(draft, 0o600)
  await rename(draft, path)
}
