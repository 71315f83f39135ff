import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { API_KEY } from '../service.ts'
import type { BenchService } from '../service.ts'

const OPTIONS = { formats: ['markdown'], onlyMainContent: false, timeout: 300_000 }

/** The service's response to a document. */
export interface Answer {
  status: number
  code: string | undefined
  error: string | undefined
  markdown: string | undefined
  pages: number
  ms: number
}

export async function parse(service: BenchService, file: string, options: object = {}): Promise<Answer> {
  const form = new FormData()
  form.set('file', await openAsBlob(file), basename(file))
  form.set('options', JSON.stringify({ ...OPTIONS, ...options }))
  const since = performance.now()
  const headers = { authorization: `Bearer ${API_KEY}` }
  const response = await fetch(`${service.url}/v2/parse`, { method: 'POST', body: form, headers })
  const { code, error, data } = (await response.json()) as {
    code?: string
    error?: string
    data?: { markdown?: string; metadata?: { numPages?: number } }
  }
  const ms = performance.now() - since
  const pages = data?.metadata?.numPages ?? 1
  return { status: response.status, code, error, markdown: data?.markdown, pages, ms }
}
