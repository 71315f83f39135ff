import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import { linesOf, SEGMENTATION, withCommand } from './engine.ts'
import type { Look, OcrEngine } from './engine.ts'
import type { Grey } from './grey.ts'
import { dataOf } from './languages.ts'

/** What reads pictures, and what unpacks them. */
interface Ocr {
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

/** Reads with the Tesseract that comes along as WASM. Only one picture is read at a time. */
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
    async look(grey) {
      const reader = readerOf('osd', LEGACY)
      return withPicture(tesseract, reader, grey, () => lookOf(tesseract, reader))
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

function withPicture<T>(tesseract: Tesseract, reader: TessBaseApi, grey: Grey, use: () => T): T {
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

function lookOf(tesseract: Tesseract, reader: TessBaseApi): Look | undefined {
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
  SetVariable(name: string, value: string): boolean
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
  get_xres(): number
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

/** A reader for a language, by the data of the package that is installed for it. */
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
