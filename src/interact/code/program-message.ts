/** What the process of a program says. */
export type ProgramMessage =
  | { say: 'ready' }
  | { say: 'print'; stream: 'stdout' | 'stderr'; text: string }
  | { say: 'call'; id: number; question: unknown }
  | { say: 'done'; exitCode: number; result: string | undefined; error: string | undefined }

/** A line as a message; undefined when it is none, which only a process can say that got out of hand. */
export function readMessage(line: string): ProgramMessage | undefined {
  const { say, id, question, stream, text, exitCode, result, error } = parsed(line)
  if (say === 'ready') return { say }
  if (say === 'call' && typeof id === 'number') return { say, id, question }
  if (say === 'print' && (stream === 'stdout' || stream === 'stderr') && typeof text === 'string') {
    return { say, stream, text }
  }
  if (say === 'done' && typeof exitCode === 'number') {
    return { say, exitCode, result: textOf(result), error: textOf(error) }
  }
  return undefined
}

function parsed(line: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(line)
    return value !== null && typeof value === 'object' ? (value as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
