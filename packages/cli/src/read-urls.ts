import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Session } from './command.ts'
import { UsageError } from './exit-codes.ts'
import { toUrl, isUrl } from './job-id.ts'

/**
 * The addresses that a command is given: its words, the lines of a file, and those of standard input, where `-` says so or
 * nothing else is there. Empty lines and those that begin with # are left out.
 */
export async function readUrls(
  words: readonly string[],
  { input, folder }: Pick<Session, 'input' | 'folder'>,
  file?: string,
): Promise<string[]> {
  const isPiped = [...words, file].includes('-') || (words.length === 0 && !file && !input.isTerminal)
  const read = (path: string) =>
    readFile(resolve(folder, path), 'utf8').catch((failure: Error) => {
      throw new UsageError(`--file: ${failure.message}`)
    })
  const texts = [
    file === undefined || file === '-' ? '' : await read(file),
    isPiped ? new TextDecoder().decode(await input.bytes()) : '',
  ]
  const lines = texts.flatMap((text) => text.split(/\r?\n/)).map((line) => line.trim())
  const listed = lines.filter((line) => line !== '' && !line.startsWith('#'))
  const given = words.filter((word) => word !== '-').map(checkUrlWord)
  return [...given, ...listed].map(toUrl)
}

/** A mistyped id or option would be an address otherwise; what is listed is left to the service to sort out. */
function checkUrlWord(word: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(word) || isUrl(word)) return word
  throw new UsageError(`"${word}" is not an address.`, 'For example https://example.com')
}

/** The one address that a command takes; undefined where there is none. */
export async function readSingleUrl(
  words: readonly string[],
  session: Pick<Session, 'input' | 'folder'>,
): Promise<string | undefined> {
  const [url, ...others] = await readUrls(words, session)
  if (others.length > 0)
    throw new UsageError(`One address at a time; "${others[0]}" is too much.`, 'Several pages: winnow batch')
  return url
}
