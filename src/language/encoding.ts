import { createRequire } from 'node:module'
import type { detectAll } from 'jschardet'

/** Guesses encodings. Loaded on first use: its tables take a tenth of a second and 25 MB, and most texts do not need it. */
export function encodingDetector(): { detectAll: typeof detectAll } {
  return createRequire(import.meta.url)('jschardet') as { detectAll: typeof detectAll }
}
