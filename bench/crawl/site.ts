import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

export interface Site extends AsyncDisposable {
  /** Root without a final slash. */
  url: string
  pages: number
}

/** Starts a site of so many pages, each of which takes a while. */
export async function startSite(pages: number, { delayMs = 0, host = '127.0.0.1' } = {}): Promise<Site> {
  const program = fileURLToPath(new URL('./site-process.ts', import.meta.url))
  const child = spawn(process.execPath, [program, String(pages), String(delayMs), host], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const [url] = (await once(createInterface(child.stdout), 'line')) as [string]
  return {
    url,
    pages,
    async [Symbol.asyncDispose]() {
      child.stdin.end()
      await once(child, 'exit')
    },
  }
}
