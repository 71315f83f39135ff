import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from './exit-codes.ts'

/** An option that is JSON on the command line, or in a file when its companion `-file` names one. */
export async function readJson(
  name: string,
  given: { text: string | undefined; file: string | undefined },
  folder: string,
): Promise<Record<string, unknown> | undefined> {
  if (given.text !== undefined && given.file !== undefined)
    throw new UsageError(`--${name} and --${name}-file cannot be given together.`)
  const text =
    given.file === undefined
      ? given.text
      : await readFile(resolve(folder, given.file), 'utf8').catch((failure: Error) => {
          throw new UsageError(`--${name}-file: ${failure.message}`)
        })
  if (text === undefined) return undefined
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>
  } catch {
    // Told below, like everything else that is no object.
  }
  throw new UsageError(`--${given.file === undefined ? name : `${name}-file`} is not JSON.`)
}
