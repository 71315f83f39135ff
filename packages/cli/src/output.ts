import { once } from 'node:events'
import { mkdir, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { plainJson, plainText } from './plain-text.ts'
import { progressLine } from './progress-line.ts'
import type { Progress } from './progress-line.ts'

/** A stream that may be a terminal. */
export type Screen = Writable & { isTTY?: boolean; columns?: number }

/** Where the result goes. */
type OutputTarget =
  | { kind: 'stdout'; isExplicit: boolean }
  | { kind: 'file'; path: string }
  | { kind: 'folder'; path: string }

export interface Output {
  target: OutputTarget
  isJson: boolean
  /** Whether a person is looking at the result. */
  isTerminal: boolean
  /** The result of a command: text for people, or data for programs, to where it was asked for. */
  result(result: { text: string; data: unknown; paint?: Paint }): Promise<void>
  /** A part of the result, for what comes in parts; standard output only. */
  print(text: string, paint?: Paint): Promise<void>
  jsonOf(data: unknown): string
  /** Writes a file and the folders it needs. */
  save(path: string, content: string | Uint8Array): Promise<void>
  /** Something to know while it runs, on standard error. */
  note(line: string): void
  /** Something that went wrong, said even when quiet. */
  warn(line: string): void
  /** Shows how far it is, where somebody is looking. */
  progress(progress: Progress): void
}

/** Adds colours to text that was made plain before; only ever asked for where colours are wanted. */
export type Paint = (plain: string, color: (kind: keyof typeof COLORS, text: string) => string) => string

interface OutputOptions {
  stdout: Screen
  stderr: Screen
  folder: string
  flags: { output?: string | undefined; json: boolean; pretty: boolean; quiet: boolean; progress?: boolean }
  hasColor: boolean
}

const COLORS = { good: '32', bad: '31', doubtful: '33', strong: '1', faint: '2' } as const

export async function createOutput({
  stdout,
  stderr,
  folder,
  flags,
  hasColor,
}: OutputOptions): Promise<Output> {
  const target = await targetOf(flags.output, folder)
  const isTerminal = stdout.isTTY === true
  const isJson = flags.json || flags.pretty || (target.kind === 'file' && /\.json$/i.test(target.path))
  let shownLength = 0
  let lastProgress = ''

  const clear = () => {
    if (shownLength > 0) stderr.write('\r\x1b[2K')
    shownLength = 0
  }
  const print = async (text: string, paint?: Paint) => {
    clear()
    const plain = isTerminal ? plainText(text) : text
    const painted = paint && hasColor ? paint(plain, colored) : plain
    if (!stdout.write(painted) && !stdout.destroyed) await once(stdout, 'drain')
  }
  const jsonOf = (data: unknown) => {
    const json = JSON.stringify(data, undefined, flags.pretty || isTerminal ? 2 : undefined)
    return isTerminal ? plainJson(json) : json
  }
  const save = async (path: string, content: string | Uint8Array) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
  const say = (line: string) => {
    clear()
    stderr.write(`${plainText(line)}\n`)
  }

  return {
    target,
    isJson,
    isTerminal,
    print,
    jsonOf,
    save,
    async result({ text, data, paint }) {
      const content = endLine(isJson ? jsonOf(data) : text)
      if (target.kind === 'stdout') return await print(content, isJson ? undefined : paint)
      const path =
        target.kind === 'file' ? target.path : join(target.path, isJson ? 'result.json' : 'result.md')
      await save(path, content)
      if (!flags.quiet) say(`Written to ${path}`)
    },
    note: (line) => void (flags.quiet || say(line)),
    warn: say,
    progress(progress) {
      if (flags.quiet) return
      if (stderr.isTTY !== true) {
        const line = `${progress.done}/${progress.total} ${progress.latest ?? ''}`.trimEnd()
        if (flags.progress && line !== lastProgress) say(line)
        lastProgress = line
        return
      }
      clear()
      const line = progressLine(progress, stderr.columns ?? 80)
      stderr.write(line)
      shownLength = line.length
    },
  }
}

function colored(kind: keyof typeof COLORS, text: string): string {
  return `\x1b[${COLORS[kind]}m${text}\x1b[0m`
}

function endLine(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`
}

async function targetOf(output: string | undefined, folder: string): Promise<OutputTarget> {
  if (output === undefined || output === '-') return { kind: 'stdout', isExplicit: output === '-' }
  const path = resolve(folder, output)
  const isFolder = /[/\\]$/.test(output) || (await stat(path).catch(() => undefined))?.isDirectory() === true
  return { kind: isFolder ? 'folder' : 'file', path }
}
