import type { Session } from './command.ts'
import { EXIT } from './exit-codes.ts'
import type { ExitCode } from './exit-codes.ts'
import type { Flags, FlagValues } from './flag.ts'

/** Options of everything that runs code in a browser. */
export const CODE_FLAGS = {
  code: { kind: 'text', short: 'c', takes: 'code', help: 'Code to run in the page' },
  node: { kind: 'switch', help: 'The code is JavaScript (the default)' },
  python: { kind: 'switch', help: 'The code is Python' },
  bash: { kind: 'switch', help: 'The code is Bash' },
  timeout: { kind: 'number', takes: 'seconds', min: 1, max: 300, help: 'Time limit (30)' },
} as const satisfies Flags

export function languageOf({ python, bash }: FlagValues<Pick<typeof CODE_FLAGS, 'python' | 'bash'>>) {
  return python ? 'python' : bash ? 'bash' : 'node'
}

/** How code or a task in words ended. */
interface RunResult {
  success: boolean
  output?: string
  stdout?: string
  stderr?: string
  result?: unknown
  error?: string
  liveViewUrl?: string
}

export async function showRun(
  result: RunResult,
  about: Record<string, unknown>,
  { out }: Session,
): Promise<ExitCode> {
  if (result.stderr) out.warn(result.stderr.trimEnd())
  if (result.liveViewUrl) out.note(`Watch it: ${result.liveViewUrl}`)
  if (!result.success && result.error && result.error.trim() !== result.stderr?.trim())
    out.warn(`winnow: ${result.error}`)
  const text = result.output ?? (result.stdout || valueText(result.result))
  await out.result({ text, data: { ...about, ...result } })
  return result.success ? EXIT.ok : EXIT.failed
}

function valueText(value: unknown): string {
  if (value === undefined || value === null) return ''
  return typeof value === 'string' ? value : JSON.stringify(value, undefined, 2)
}
