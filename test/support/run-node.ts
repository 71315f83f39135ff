import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface ProcessResult {
  code: number | null
  out: string
  err: string
}

/** A program in the checkout, as a path from its root. */
export function inCheckout(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** What has Node compile a program once for all its runs, where the test run has a place for that. */
export function compiledOnce(): Record<string, string> {
  const { NODE_COMPILE_CACHE: place } = process.env
  return place === undefined ? {} : { NODE_COMPILE_CACHE: place }
}

/**
 * Runs a Node program of the checkout to its end, with nothing of the developer's own settings. What it has printed so far
 * is told to `hear` whenever there is more of it.
 */
export async function runNode(
  program: string,
  words: readonly string[],
  onOutput: (out: string) => void = () => {},
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [inCheckout(program), ...words], {
    // What it keeps at home goes with the folder of the test run.
    env: { PATH: process.env.PATH!, HOME: tmpdir(), TMPDIR: tmpdir(), ...compiledOnce() },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let err = ''
  child.stdout.on('data', (chunk: Buffer) => onOutput((out += chunk.toString())))
  child.stderr.on('data', (chunk: Buffer) => (err += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number | null]
  return { code, out, err }
}
