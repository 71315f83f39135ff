import { readBlocks } from './read-blocks.ts'
import type { Block } from './read-blocks.ts'
import { carryDeclarations } from './carry-declarations.ts'
import { checkSyntax } from './check-syntax.ts'
import { openShell } from './shell.ts'
import type { Shell, ShellRun } from './shell.ts'

/** Replaces `http://localhost:3002` and `https://example.com` of the docs; blocks run in `folder`. */
export interface Place {
  serviceUrl: string
  siteUrl: string
  folder: string
  env: Record<string, string>
}

/** Runs the blocks of a page in order, in one shell. Throws at the first that does not do what the page says. */
export async function runPage(name: string, markdown: string, place: Place): Promise<void> {
  const blocks = readBlocks(markdown)
  await using shell = await openShell(place)
  const modules: string[] = []
  for (const block of blocks) {
    if (block.language === 'other') continue
    try {
      if (block.syntaxOnly !== undefined || block.language === 'python') await checkSyntax(block, place)
      else await runBlock(block, { place, shell, modules })
    } catch (error) {
      const { message } = error as Error
      throw new Error(`${name}:${block.line}: ${message}\n--- block\n${block.code}`, { cause: error })
    }
  }
}

interface PageState {
  place: Place
  shell: Shell
  /** The JavaScript of earlier blocks. */
  modules: string[]
}

async function runBlock(block: Block, { place, shell, modules }: PageState): Promise<void> {
  const code = block.language === 'sh' ? block.code : carryDeclarations(modules, block.code)
  if (block.language !== 'sh') modules.push(block.code)
  const run = await shell.run(block.language, toLoopback(code, place))
  const shown = { out: fromLoopback(run.out, place), err: fromLoopback(run.err, place) }
  const output = `--- standard output\n${cut(shown.out)}\n--- standard error\n${cut(shown.err)}`
  const problem =
    problemOf(run, block) ??
    block.expects
      .filter((text) => !shown.out.includes(text) && !shown.err.includes(text))
      .map((text) => `The output does not contain ${JSON.stringify(text)}.`)[0]
  if (problem !== undefined) throw new Error(`${problem}\n${output}`)
  for (const [variable, path] of block.saves) {
    const value = valueAt(jsonOf(run.out), path)
    if (value === undefined || value === null)
      throw new Error(`The output has no value at ${path} for ${variable}.\n${output}`)
    await shell.set(variable, typeof value === 'string' ? value : JSON.stringify(value))
  }
}

/** Every other host would be a public one. */
function toLoopback(code: string, { serviceUrl, siteUrl }: Place): string {
  const rewritten = code
    .replaceAll(/https?:\/\/example\.com(?![\w.-]*\w)/g, siteUrl)
    .replaceAll(/\blocalhost:3002\b/g, new URL(serviceUrl).host)
  const [, stranger] =
    [...rewritten.matchAll(/\b(?:https?|wss?):\/\/([^\s/'"`)<>:]+)/g)].find(
      ([, host]) => !LOOPBACK.test(host!),
    ) ?? []
  if (stranger !== undefined)
    throw new Error(
      `A block that runs may name only localhost:3002 and https://example.com, not ${stranger}.`,
    )
  return rewritten
}

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\]|\$)/

function fromLoopback(text: string, { serviceUrl, siteUrl }: Place): string {
  return text
    .replaceAll(siteUrl, 'https://example.com')
    .replaceAll(serviceUrl, 'http://localhost:3002')
    .replaceAll(new URL(siteUrl).host, 'example.com')
    .replaceAll(new URL(serviceUrl).host, 'localhost:3002')
}

function problemOf({ code, out }: ShellRun, { expects }: Block): string | undefined {
  if (code === undefined) return 'The block did not end in time.'
  if (code !== 0) return `The block ended with exit code ${code}.`
  // curl succeeds on every response, so a failure that the page does not announce is looked for.
  const response = jsonOf(out) as { success?: boolean; status?: string; error?: unknown } | undefined
  const hasFailed = response
    ? response.success === false || response.status === 'failed' || typeof response.error === 'string'
    : /"success":\s*false/.test(out)
  const isExpected = expects.some((text) =>
    /"success":\s*false|error|fail|^"?[A-Z]+(?:_[A-Z]+)*"?$/i.test(text),
  )
  return hasFailed && !isExpected
    ? 'The response is an error. Where the page is about this error, expect its code: <!-- expect "BAD_REQUEST" -->.'
    : undefined
}

/** The whole output as JSON, or its last line. */
function jsonOf(out: string): unknown {
  for (const text of [out, out.trim().split('\n').at(-1)!]) {
    try {
      return JSON.parse(text)
    } catch {}
  }
  return undefined
}

function valueAt(value: unknown, path: string): unknown {
  return path
    .split(/[.[\]]/)
    .filter((key) => key !== '')
    .reduce<unknown>((part, key) => (part as Record<string, unknown> | undefined)?.[key], value)
}

function cut(text: string): string {
  return text.length > MOST_SHOWN
    ? `${text.slice(0, MOST_SHOWN)}… (${text.length} characters)`
    : text.trimEnd()
}

const MOST_SHOWN = 3_000
