import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Session } from './command.ts'
import { UsageError } from './exit-codes.ts'
import { toUrl, isUrl } from './job-id.ts'

/**
 * The URLs given to a command: its words, the lines of a file, and the lines of standard input (with `-`, or
 * when nothing else is given). Skips empty lines and lines that start with #.
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

/** Rejects mistyped ids and options, which would pass as URLs; the service checks URLs from lists. */
function checkUrlWord(word: string): string {
  if (/^[a-z][a-z0-9+.-]*:\/\/\S+$/i.test(word) || isUrl(word)) return word
  throw new UsageError(`"${word}" is not a URL.`, 'For example https://example.com')
}

/** The only URL of a command; undefined if none was given. */
export async function readSingleUrl(
  words: readonly string[],
  session: Pick<Session, 'input' | 'folder'>,
): Promise<string | undefined> {
  const [url, ...others] = await readUrls(words, session)
  if (others.length > 0)
    throw new UsageError(
      `Only one URL is allowed; remove "${others[0]}".`,
      'To scrape several pages: winnow batch',
    )
  return url
}
