import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** Keeps which page was scraped last, so that `interact` needs no id. Not being able to is no failure. */
export async function rememberScrape(configFile: string, scrapeId: string): Promise<void> {
  try {
    await mkdir(dirname(configFile), { recursive: true, mode: 0o700 })
    await writeFile(fileBeside(configFile), `${scrapeId}\n`, { mode: 0o600 })
  } catch {
    // The scrape itself has worked; `interact` will ask for the id.
  }
}

export async function lastScrape(configFile: string): Promise<string | undefined> {
  const text = await readFile(fileBeside(configFile), 'utf8').catch(() => '')
  return text.trim() || undefined
}

function fileBeside(configFile: string): string {
  return join(dirname(configFile), 'last-scrape')
}
