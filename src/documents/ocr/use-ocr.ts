import { withCommand } from './command-engine.ts'
import type { OcrEngine } from './engine.ts'
import { startTesseract } from './tesseract-wasm.ts'
import type { Tesseract } from './tesseract-wasm.ts'
import { startWasmEngine } from './wasm-engine.ts'

/** What reads pictures, and what unpacks them. */
export interface Ocr {
  engine: OcrEngine
  tesseract: Tesseract
}

/** How long it is kept when nobody reads: its memory does not shrink. */
const IDLE_MS = 30_000

let started: Promise<Ocr> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

/**
 * Uses the one engine of this process, and starts it when there is none. Reading is synchronous in parts, so two users at
 * the same time only take turns.
 */
export async function useOcr<T>(use: (ocr: Ocr) => Promise<T>): Promise<T> {
  clearTimeout(idle)
  users++
  try {
    started ??= start()
    return await use(await started)
  } catch (cause) {
    // What failed within may have left the memory of the engine in disorder.
    started = undefined
    throw cause
  } finally {
    if (--users === 0) idle = setTimeout(() => (started = undefined), IDLE_MS).unref()
  }
}

async function start(): Promise<Ocr> {
  const tesseract = await startTesseract()
  return { tesseract, engine: await withCommand(startWasmEngine(tesseract)) }
}
