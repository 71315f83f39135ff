import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

export interface ProcessResult {
  code: number | null
  out: string
  err: string
}

/** A program in the checkout, given relative to its root. */
export function inCheckout(path: string): string {
  return fileURLToPath(new URL(`../../${path}`, import.meta.url))
}

/** Makes Node cache compiled code for all runs of a program, if the test run has a folder for it. */
export function compiledOnce(): Record<string, string> {
  const { NODE_COMPILE_CACHE: place } = process.env
  return place === undefined ? {} : { NODE_COMPILE_CACHE: place }
}

/**
 * Runs a Node program of the checkout to its end, without the developer's own settings. Calls `hear` with the
 * output so far whenever there is more.
 */
export async function runNode(
  program: string,
  words: readonly string[],
  onOutput: (out: string) => void = () => {},
): Promise<ProcessResult> {
  const child = spawn(process.execPath, [inCheckout(program), ...words], {
    // Its home is deleted with the folder of the test run.
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
