import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { GreyImage, Turn } from './grey-image.ts'
import { dataOf } from './languages.ts'

interface Ocr {
  engine: OcrEngine
  tesseract: Tesseract
}

/** How long it is kept when nobody reads: its memory does not shrink. */
const IDLE_MS = 30_000

let started: Promise<Ocr> | undefined
let users = 0
let idle: NodeJS.Timeout | undefined

/** Uses the one engine of this process. Reading is synchronous in parts, so users at the same time take turns. */
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
  return { tesseract, engine: await withSystemTesseract(startWasmEngine(tesseract)) }
}

function startWasmEngine(tesseract: Tesseract): OcrEngine {
  const readers = new Map<string, TessBaseApi>()

  function readerOf(language: string, engineMode: number): TessBaseApi {
    const known = readers.get(language)
    if (known) return known
    for (const [oldest, reader] of readers) {
      if (readers.size < MAX_READERS) break
      reader.End()
      tesseract.destroy(reader)
      readers.delete(oldest)
    }
    const reader = startReader(tesseract, language, engineMode)
    readers.set(language, reader)
    return reader
  }

  return {
    async detectOrientation(grey) {
      const reader = readerOf('osd', LEGACY)
      return withPicture(tesseract, reader, grey, () => detectedOrientation(tesseract, reader))
    },
    async read(grey, { language, dpi, layout }) {
      const reader = readerOf(language, LSTM)
      return withPicture(tesseract, reader, grey, () => {
        reader.SetSourceResolution(dpi)
        reader.SetPageSegMode(SEGMENTATION[layout])
        reader.Recognize(null)
        return linesOf(reader.GetTSVText(0))
      })
    },
  }
}

/** Each holds the data of a language, which for some is large. */
const MAX_READERS = 4
const LEGACY = 0
const LSTM = 1

function withPicture<T>(tesseract: Tesseract, reader: TessBaseApi, grey: GreyImage, use: () => T): T {
  const pointer = tesseract._malloc(grey.pixels.length)
  try {
    new Uint8Array(tesseract.memory.buffer).set(grey.pixels, pointer)
    reader.SetImage(pointer, grey.width, grey.height, 1, grey.width)
    return use()
  } finally {
    reader.Clear()
    tesseract._free(pointer)
  }
}

function detectedOrientation(tesseract: Tesseract, reader: TessBaseApi): Orientation | undefined {
  const results = new tesseract.OSResults()
  try {
    if (!reader.DetectOS(results)) return undefined
    const best = results.get_best_result()
    const turn = TURNS[best.get_orientation_id()]
    if (turn === undefined) return undefined
    return {
      turn,
      turnConfidence: best.get_oconfidence(),
      script: results.get_unicharset().get_script_from_script_id(best.get_script_id()),
      scriptConfidence: best.get_sconfidence(),
    }
  } finally {
    tesseract.destroy(results)
  }
}

/** By the number that Tesseract gives to the side that is up. */
const TURNS = [0, 270, 180, 90] as const

/** What we use of the WASM build of Tesseract and of the picture library within it. */
export interface Tesseract {
  FS: {
    writeFile(path: string, bytes: Uint8Array): void
    unlink(path: string): void
  }
  TessBaseAPI: new () => TessBaseApi
  OSResults: new () => OsResults
  Pix: object
  wrapPointer(pointer: number, type: object): Pix
  getPointer(object: unknown): number
  destroy(object: unknown): void
  _malloc(size: number): number
  _free(pointer: number): void
  _pixReadMem(pointer: number, size: number): number
  _pixDestroy(pointerToPointer: number): void
  memory: { readonly buffer: ArrayBuffer }
}

interface TessBaseApi {
  Init(dataPath: string, languages: string, engineMode: number): number
  SetPageSegMode(mode: number): void
  SetImage(pixels: number, width: number, height: number, bytesPerPixel: number, bytesPerLine: number): void
  SetSourceResolution(dpi: number): void
  Recognize(monitor: null): number
  DetectOS(results: OsResults): boolean
  GetTSVText(page: number): string
  Clear(): void
  End(): void
}

interface OsResults {
  get_best_result(): {
    get_orientation_id(): number
    get_script_id(): number
    get_oconfidence(): number
    get_sconfidence(): number
  }
  get_unicharset(): { get_script_from_script_id(id: number): string }
}

export interface Pix {
  get_w(): number
  get_h(): number
  get_d(): number
  get_spp(): number
  get_wpl(): number
  get_data(): number
  get_colormap(): unknown
}

type Load = (options: object) => Promise<Omit<Tesseract, 'memory'>>

/** Starts a Tesseract of its own, with nothing in its memory. It goes with its memory as soon as nothing holds it. */
export async function startTesseract(): Promise<Tesseract> {
  const require = createRequire(import.meta.url)
  const load = require('tesseract.js-core/tesseract-core-simd.js') as Load
  let memory: Tesseract['memory'] | undefined
  const module = await load({
    print: () => {},
    printErr: () => {},
    // Started by us, because its memory is not told otherwise, and pixels go in and out through it.
    instantiateWasm(imports: object, receive: (instance: WasmInstance) => void) {
      const bytes = readFileSync(require.resolve('tesseract.js-core/tesseract-core-simd.wasm'))
      void WebAssembly.instantiate(bytes, imports).then(({ instance }) => {
        memory = Object.values(instance.exports).find((value) => value instanceof WebAssembly.Memory)
        receive(instance)
      })
      return {}
    },
  })
  return Object.assign(module, { memory: memory! })
}

interface WasmInstance {
  exports: Record<string, unknown>
}

/** The types of this project know neither browsers nor this. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: WasmInstance }>
  Memory: new () => Tesseract['memory']
}

function startReader(tesseract: Tesseract, language: string, engineMode: number): TessBaseApi {
  const packed = dataOf(language)
  const path = `/${language}.traineddata`
  const reader = new tesseract.TessBaseAPI()
  tesseract.FS.writeFile(path, gunzipSync(readFileSync(packed)))
  try {
    if (reader.Init('/', language, engineMode) !== 0)
      throw new Error(`Tesseract does not start in ${language}.`)
  } finally {
    tesseract.FS.unlink(path)
  }
  return reader
}

export interface OcrEngine {
  /** How the picture is to be turned clockwise to stand upright, and its script; undefined when it cannot tell. */
  detectOrientation(grey: GreyImage): Promise<Orientation | undefined>
  read(grey: GreyImage, options: OcrOptions): Promise<ReadLine[]>
}

export interface OcrOptions {
  language: string
  dpi: number
  layout: 'page' | 'sparse'
}

export interface Orientation {
  turn: Turn
  /** How sure the turn is; from about 2 on it can be relied on. */
  turnConfidence: number
  script: string
  scriptConfidence: number
}

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
  confidence: number
}

const SEGMENTATION: Record<OcrOptions['layout'], number> = {
  page: 3,
  sparse: 11,
}

const PATHS = ['/usr/bin/tesseract', '/usr/local/bin/tesseract']
const START_MS = 5000
const READ_MS = 180_000

/** Reads with the Tesseract of the system, which is faster and more exact, or with `other` where it cannot. */
export async function withSystemTesseract(
  other: OcrEngine,
  paths: readonly string[] = PATHS,
): Promise<OcrEngine> {
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
    return new Set()
  }
}

function commandEngine(path: string, languages: ReadonlySet<string>, other: OcrEngine): OcrEngine {
  const read = (grey: GreyImage, options: string[]) =>
    run(path, ['stdin', 'stdout', ...options], { input: toPgm(grey), timeoutMs: READ_MS })
  return {
    async detectOrientation(grey) {
      if (!languages.has('osd')) return await other.detectOrientation(grey)
      try {
        return orientationOf(await read(grey, ['-l', 'osd', '--psm', '0']))
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
function toPgm({ width, height, pixels }: GreyImage): Uint8Array {
  return Buffer.concat([Buffer.from(`P5\n${width} ${height}\n255\n`), pixels])
}

function orientationOf(text: string): Orientation | undefined {
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
