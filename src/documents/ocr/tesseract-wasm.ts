import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { dataOf } from './ocr-languages.ts'

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

export interface TessBaseApi {
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
export function startReader(tesseract: Tesseract, language: string, engineMode: number): TessBaseApi {
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
