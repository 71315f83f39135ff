import { setTimeout as delay } from 'node:timers/promises'
import { memoryMb, treeOf, wholeCpuMs } from '../processes.ts'
import type { BenchService } from '../service.ts'

interface Progress {
  status: string
  completed: number
  creditsUsed: number
}

const POLL_MS = 250

/** Starts a crawl of everything that a URL leads to. */
export async function startCrawl(service: BenchService, url: string): Promise<string> {
  const body = { url, limit: 10_000, scrapeOptions: { formats: ['markdown'] } }
  return (await service.ask<{ id: string }>('/v2/crawl', body)).id
}

export function progressOf(service: BenchService, id: string): Promise<Progress> {
  return service.ask(`/v2/crawl/${id}?limit=1`)
}

export async function waitForCrawl(service: BenchService, id: string): Promise<Progress> {
  for (;;) {
    const now = await progressOf(service, id)
    if (now.status !== 'scraping') return now
    await delay(POLL_MS)
  }
}

/** How many different URLs the documents of a crawl have. */
export async function distinctPages(service: BenchService, id: string): Promise<number> {
  const found = new Set<string>()
  for (let path: string | undefined = `/v2/crawl/${id}?limit=1000`; path;) {
    const page: Documents = await service.ask(path)
    for (const { metadata } of page.data) found.add(metadata.url)
    path = page.next?.slice(service.url.length)
  }
  return found.size
}

interface Documents {
  next?: string
  data: { metadata: { url: string } }[]
}

/** What a tree of processes used between two moments. */
export interface Usage {
  cpuMs: number
  wallMs: number
  peakMb: number
  samples: { atMs: number; memoryMb: number }[]
}

const SAMPLE_MS = 1_000

/** Watches a tree of processes, by its root: CPU time, and memory once a second (shared pages counted once). */
export function startMeter(root: number): { read(): Usage } & Disposable {
  const cpuBefore = treeCpuMs(root)
  const since = performance.now()
  const samples: Usage['samples'] = []
  const sample = () => samples.push({ atMs: performance.now() - since, memoryMb: memoryMb(treeOf(root)) })
  const timer = setInterval(sample, SAMPLE_MS)
  return {
    read() {
      const wallMs = performance.now() - since
      const cpuMs = treeCpuMs(root) - cpuBefore
      sample()
      return { cpuMs, wallMs, peakMb: Math.max(...samples.map((one) => one.memoryMb)), samples }
    },
    [Symbol.dispose]: () => clearInterval(timer),
  }
}

/** With the threads that have ended and the children that were waited for, such as the server's vacuum workers. */
export function treeCpuMs(root: number): number {
  return wholeCpuMs(treeOf(root))
}
