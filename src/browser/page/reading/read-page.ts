import { Fault } from '../../../fault.ts'
import type { OpenTab } from '../tab/open-tab.ts'
import { orAborted } from '../../../concurrency/abort.ts'
import { READING } from './page-script.ts'
import type { Reader } from './reader.ts'

// Open shadow roots flattened, frames replaced by their content. Read by our own script and not by the page's; a
// frame that does not answer is left out.
export async function readPage(tab: ReadTab): Promise<string> {
  const budget: Budget = { frames: MAX_FRAMES, length: MAX_LENGTH }
  return await readFrame(tab, tab.reader, budget, 0)
}

type ReadTab = Pick<OpenTab, 'frame' | 'signal' | 'reader' | 'warn'>

interface Budget {
  frames: number
  length: number
}

async function readFrame(tab: ReadTab, reader: Reader, budget: Budget, depth: number): Promise<string> {
  const { pieces, complete } = await reader.call(READING, 'serialise', {
    inner: depth > 0,
    maxLength: budget.length,
  })
  budget.length -= pieces.reduce((sum, piece) => sum + piece.length, 0)
  if (!complete || budget.length < 0) {
    throw new Fault('SCRAPE_UNSUPPORTED_FILE_ERROR', 'The page has more than 50 MB of HTML.')
  }
  const parts = [pieces[0] ?? '']
  for (const [index, piece] of pieces.slice(1).entries()) {
    parts.push(await readChild(tab, reader, index, budget, depth + 1), piece)
  }
  return parts.join('')
}

async function readChild(tab: ReadTab, parent: Reader, index: number, budget: Budget, depth: number) {
  if (depth > MAX_DEPTH || budget.frames <= 0) {
    tab.warn('The page has more frames than are read; the content of some is missing.')
    return ''
  }
  budget.frames--
  const signal = AbortSignal.any([tab.signal, AbortSignal.timeout(FRAME_MS)])
  try {
    return await orAborted(readChildFrame(tab, parent, index, budget, depth), signal)
  } catch {
    tab.signal.throwIfAborted()
    tab.warn('The content of a frame could not be read.')
    return ''
  }
}

async function readChildFrame(tab: ReadTab, parent: Reader, index: number, budget: Budget, depth: number) {
  const frameId = await parent.frameOf(READING, 'frame', index)
  const frame = frameId === undefined ? undefined : await tab.frame(frameId)
  return frame === undefined ? '' : await readFrame(tab, frame.reader, budget, depth)
}

const MAX_FRAMES = 40
const MAX_DEPTH = 4
const FRAME_MS = 2000
const MAX_LENGTH = 50 * 1024 * 1024
