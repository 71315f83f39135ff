import { spawn } from 'node:child_process'
import type { Grey, Turn } from './grey.ts'

/** Reads pictures of text. */
export interface OcrEngine {
  /** How the picture is to be turned clockwise to stand upright, and its script; undefined when it cannot tell. */
  look(grey: Grey): Promise<Look | undefined>
  /** The words of an upright picture, line by line. */
  read(grey: Grey, how: HowToRead): Promise<ReadLine[]>
}

export interface HowToRead {
  /** As the data of Tesseract is named, such as `eng`. */
  language: string
  dpi: number
  /** Columns of text, or single words anywhere. */
  layout: 'page' | 'sparse'
}

export interface Look {
  turn: Turn
  /** How sure the turn is; from about 2 on it can be relied on. */
  turnConfidence: number
  /** As Unicode names it, such as `Latin` or `Han`. */
  script: string
  scriptConfidence: number
}

/** Words that stand on one line. */
export interface ReadLine {
  words: ReadWord[]
}

/** A word with the edges of its ink, in pixels. */
export interface ReadWord {
  text: string
  left: number
  top: number
  right: number
  bottom: number
  /** From 0 to 1. */
  confidence: number
}

/** The number by which Tesseract knows a layout. Both take the picture as upright. */
export const SEGMENTATION: Record<HowToRead['layout'], number> = {
  page: 3,
  sparse: 11,
}

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
      const options = ['-l', language, '--psm', String(SEGMENTATION[layout])]
      return linesOf(await read(grey, [...options, '--dpi', String(Math.round(dpi)), 'tsv']))
    },
  }
}

/** As plain a picture as there is: a line of text, then the pixels. */
function toPgm({ width, height, pixels }: Grey): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

function lookOf(text: string): Look | undefined {
  const valueOf = (name: string) => new RegExp(`^${name}: *(\\S+)`, 'm').exec(text)?.[1]
  const turn = ([0, 90, 180, 270] as const).find((degrees) => degrees === Number(valueOf('Rotate')))
  const script = valueOf('Script')
  if (turn === undefined || script === undefined) return undefined
  return {
    turn,
    turnConfidence: Number(valueOf('Orientation confidence') ?? 0),
    script,
    scriptConfidence: Number(valueOf('Script confidence') ?? 0),
  }
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

/** Reads the table that Tesseract writes: one line for each page, block, paragraph, line and word. */
export function linesOf(tsv: string): ReadLine[] {
  const lines: ReadLine[] = []
  for (const row of tsv.split('\n')) {
    const [level, , , , , , left, top, width, height, confidence, ...text] = row.split('\t')
    if (level === LINE) lines.push({ words: [] })
    if (level !== WORD) continue
    const word: ReadWord = {
      text: text.join(' ').trim(),
      left: Number(left),
      top: Number(top),
      right: Number(left) + Number(width),
      bottom: Number(top) + Number(height),
      confidence: Math.max(0, Number(confidence)) / 100,
    }
    if (word.text !== '') lines.at(-1)?.words.push(word)
  }
  return lines.filter(({ words }) => words.length > 0)
}

const LINE = '4'
const WORD = '5'
