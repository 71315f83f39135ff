import { spawn } from 'node:child_process'
import { SEGMENTATION } from './engine.ts'
import type { Look, OcrEngine } from './engine.ts'
import type { Grey, Turn } from './grey.ts'
import { linesOf } from './tsv.ts'

/** Where systems put the Tesseract that they come with. */
const PATHS = ['/usr/bin/tesseract', '/usr/local/bin/tesseract']
const START_MS = 5000
const READ_MS = 180_000

/**
 * Reads with the Tesseract of the system, which knows newer processors and is more exact; what it has no data for is read
 * by `other`. Gives `other` itself when there is none, or when it does not work.
 */
export async function withCommand(other: OcrEngine, paths: readonly string[] = PATHS): Promise<OcrEngine> {
  for (const path of paths) {
    const languages = await languagesOf(path)
    if (languages.has('eng')) return commandEngine(path, languages, other)
  }
  return other
}

async function languagesOf(path: string): Promise<Set<string>> {
  try {
    const output = await run(path, ['--list-langs'], { input: new Uint8Array(), timeoutMs: START_MS })
    return new Set(output.split(/\s+/))
  } catch {
    // Not installed, or not allowed.
    return new Set()
  }
}

function commandEngine(path: string, languages: ReadonlySet<string>, other: OcrEngine): OcrEngine {
  const read = (grey: Grey, options: string[]) =>
    run(path, ['stdin', 'stdout', ...options], { input: toPgm(grey), timeoutMs: READ_MS })
  return {
    async look(grey) {
      if (!languages.has('osd')) return await other.look(grey)
      try {
        return lookOf(await read(grey, ['-l', 'osd', '--psm', '0']))
      } catch {
        // It fails on pictures with too few letters.
        return undefined
      }
    },
    async read(grey, how) {
      const { language, dpi, layout } = how
      if (!languages.has(language)) return await other.read(grey, how)
      const options = [
        '-l',
        language,
        '--psm',
        String(SEGMENTATION[layout]),
        '--dpi',
        String(Math.round(dpi)),
        'tsv',
      ]
      return linesOf(await read(grey, options))
    },
  }
}

/** As plain a picture as there is: a line of text, then the pixels. */
function toPgm({ width, height, pixels }: Grey): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

function lookOf(text: string): Look | undefined {
  const valueOf = (name: string) => new RegExp(`^${name}: *(\\S+)`, 'm').exec(text)?.[1]
  const turn = Number(valueOf('Rotate'))
  const script = valueOf('Script')
  if (!isTurn(turn) || script === undefined) return undefined
  return {
    turn,
    turnConfidence: Number(valueOf('Orientation confidence') ?? 0),
    script,
    scriptConfidence: Number(valueOf('Script confidence') ?? 0),
  }
}

function isTurn(degrees: number): degrees is Turn {
  return [0, 90, 180, 270].includes(degrees)
}

function run(
  path: string,
  options: string[],
  { input, timeoutMs }: { input: Uint8Array; timeoutMs: number },
): Promise<string> {
  return new Promise((resolve, reject) => {
    // One thread: pages are read side by side by several processes.
    const child = spawn(path, options, {
      env: { OMP_THREAD_LIMIT: '1' },
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: timeoutMs,
      killSignal: 'SIGKILL',
    })
    const chunks: Buffer[] = []
    child.stdout.on('data', (chunk: Buffer) => chunks.push(chunk))
    child.on('error', reject)
    child.on('close', (code) => {
      if (code === 0) resolve(Buffer.concat(chunks).toString())
      else reject(new Error(`Tesseract ended with ${code}.`))
    })
    // It may end before it has read everything.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}
