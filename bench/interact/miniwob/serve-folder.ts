import { readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { serve } from '../serve.ts'
import type { Served } from '../serve.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.png': 'image/png',
  '.gif': 'image/gif',
  '.svg': 'image/svg+xml',
}

/** The files of a folder on a loopback port. */
export async function serveFolder(folder: string): Promise<Served> {
  return await serve(async ({ path }) => {
    const body = await readFile(join(folder, path)).catch(() => undefined)
    return body === undefined
      ? { status: 404, body: '' }
      : { type: TYPES[extname(path)] ?? 'application/octet-stream', body }
  })
}
