import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { UsageError } from './exit-codes.ts'

/** The value of a JSON option, or of the file named by its `-file` option. */
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
    // The check below reports this with all other values that are not objects.
  }
  throw new UsageError(`--${given.file === undefined ? name : `${name}-file`} is not JSON.`)
}
