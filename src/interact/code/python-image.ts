import { randomUUID } from 'node:crypto'
import { open, unlink } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Log } from '../../log.ts'
import type { ProgramProcess } from './program-process.ts'

/** The memory of a Python that has started, which others begin with: starting takes seconds, reading it a fraction of one. */
export interface PythonImage extends AsyncDisposable {
  /** Undefined until it is made. */
  descriptor(): number | undefined
  /** Makes it in the background, once. */
  prepare(): void
}

/** `start` begins a process that writes the image and ends. The file has no name, so nothing is left of it. */
export function createPythonImage(start: () => ProgramProcess, log: Log): PythonImage {
  let file: FileHandle | undefined
  let making: Promise<void> | undefined
  let isClosed = false

  async function make(): Promise<void> {
    const image = await openNameless()
    try {
      if (isClosed) throw new Error('The service stops.')
      const program = start()
      await image.writeFile(program.from)
      const { code } = await program.exited
      if (code !== 0) throw new Error(`The process ended with ${code}.`)
      file = image
    } catch (failure) {
      await image.close()
      log.info({ err: failure }, 'could not make an image of Python; programs start without one')
    }
  }

  return {
    descriptor: () => file?.fd,
    prepare: () => void (making ??= make()),
    async [Symbol.asyncDispose]() {
      isClosed = true
      await making
      await file?.close()
    },
  }
}

async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `winnow-python-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}
