import { SEGMENTATION } from './engine.ts'
import type { Look, OcrEngine } from './engine.ts'
import type { Grey } from './grey.ts'
import { startReader } from './tesseract-wasm.ts'
import type { TessBaseApi, Tesseract } from './tesseract-wasm.ts'
import { linesOf } from './tsv.ts'

/** Reads with the Tesseract that comes along as WASM. Only one picture is read at a time. */
export function startWasmEngine(tesseract: Tesseract): OcrEngine {
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
