import { stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/** Whether a user who owns none of them can walk through every folder from the root down to this one. */
export async function openToOthers(folder: string): Promise<boolean> {
  if (((await stat(folder)).mode & 0o001) === 0) return false
  const parent = dirname(folder)
  return parent === folder || openToOthers(parent)
}
