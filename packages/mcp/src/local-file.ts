import { open } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { ToolFailure } from './failure.ts'

/** The size limit of the service. */
export const MAX_FILE_BYTES = 52_428_800

/** Reads a local file, if it is a regular file within the size limit. */
export async function readLocalFile(
  path: string,
): Promise<{ data: Uint8Array<ArrayBuffer>; filename: string }> {
  const whole = resolve(path)
  try {
    await using file = await open(whole, 'r')
    const { size, ...kind } = await file.stat().then((stat) => ({ size: stat.size, isFile: stat.isFile() }))
    if (!kind.isFile) throw new ToolFailure('NOT_A_FILE', `${whole} is not a file.`)
    if (size > MAX_FILE_BYTES) throw tooLarge(whole, size)
    // Reads one byte more than the limit, so that a file that grows meanwhile is detected.
    const data = new Uint8Array(Math.min(size, MAX_FILE_BYTES) + 1)
    let length = 0
    for (;;) {
      const { bytesRead } = await file.read(data, length, data.length - length, length)
      if (bytesRead === 0) break
      length += bytesRead
      if (length === data.length) throw tooLarge(whole, length)
    }
    return { data: data.subarray(0, length), filename: basename(whole) }
  } catch (failure) {
    throw explain(whole, failure)
  }
}

function tooLarge(path: string, size: number): ToolFailure {
  return new ToolFailure(
    'FILE_TOO_LARGE',
    `${path} has ${size} bytes or more; the limit is ${MAX_FILE_BYTES} (50 MB).`,
  )
}

const REASONS: Record<string, [code: string, reason: string]> = {
  ENOENT: ['FILE_NOT_FOUND', 'does not exist on the machine that runs this server'],
  ENOTDIR: ['FILE_NOT_FOUND', 'does not exist on the machine that runs this server'],
  EISDIR: ['NOT_A_FILE', 'is a folder'],
  EACCES: ['FILE_NOT_READABLE', 'cannot be read by this server: permission denied'],
  EPERM: ['FILE_NOT_READABLE', 'cannot be read by this server: permission denied'],
}

function explain(path: string, failure: unknown): unknown {
  if (failure instanceof ToolFailure) return failure
  const [code, reason] = REASONS[(failure as NodeJS.ErrnoException).code ?? ''] ?? [
    'FILE_NOT_READABLE',
    'could not be read',
  ]
  return new ToolFailure(code, `${path} ${reason}.`, {
    nextActions: ['Check filePath; use an absolute path.'],
  })
}
