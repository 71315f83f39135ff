import type { Command } from './command.ts'
import { COMMON_FLAGS } from './flag.ts'
import type { Flags } from './flag.ts'
import type { Paint } from './output.ts'

export type Commands = Readonly<Record<string, Command>>

/** The help of the whole program. */
export function overview(commands: Commands, version: string): string {
  const rows = Object.entries(commands).map(([name, { summary }]) => [name, summary] as const)
  return [
    `winnow ${version}: pages, sites and documents as Markdown and data`,
    section('Usage', [
      'winnow <command> [words] [options]',
      'winnow <url> [options]    the same as winnow scrape',
    ]),
    section('Commands', table(rows)),
    section('Options of every command', flagTable(COMMON_FLAGS)),
    section('Settings', [
      'Options, then the environment (SERVICE_API_KEY, SERVICE_API_URL; also WINNOW_API_…), then the file of',
      '`winnow login`, then FIRECRAWL_API_…, then http://localhost:3002. `winnow config` shows the current values.',
    ]),
    section('Exit codes', ['0 done   1 failed   2 wrong command line   3 partial result   130 interrupted']),
    section('Examples', [
      'winnow https://example.com',
      'winnow crawl https://example.com -o site/',
      'winnow parse report.pdf -o report.md',
      'winnow help crawl',
    ]),
  ].join('\n\n')
}

/** The help of one command. */
export function helpOf(name: string, { summary, takes, about, flags, examples }: Command): string {
  return [
    summary,
    section('Usage', [`winnow ${[name, takes, '[options]'].filter(Boolean).join(' ')}`]),
    ...(about ? [wrap(about, 100)] : []),
    ...(Object.keys(flags).length > 0 ? [section('Options', flagTable(flags))] : []),
    section('Options of every command', flagTable(COMMON_FLAGS)),
    section(
      'Examples',
      examples.flatMap(([line, does]) => [`winnow ${line}`, `    ${does}`]),
    ),
  ].join('\n\n')
}

/** Highlights headings where colours are enabled. */
export const paintHelp: Paint = (plain, color) =>
  plain.replaceAll(/^[A-Z][A-Za-z ]+:$/gm, (heading) => color('strong', heading))

function section(title: string, lines: readonly string[]): string {
  return [`${title}:`, ...lines.map((line) => `  ${line}`)].join('\n')
}

function flagTable(flags: Flags): string[] {
  return table(
    Object.entries(flags).map(([name, flag]) => {
      const short = flag.short ? `-${flag.short}, ` : '    '
      return [`${short}--${name}${flag.kind === 'switch' ? '' : ` <${flag.takes}>`}`, flag.help]
    }),
  )
}

const WIDEST_NAME = 34

function table(rows: readonly (readonly [string, string])[]): string[] {
  const width = Math.min(WIDEST_NAME, Math.max(...rows.map(([name]) => name.length)))
  return rows.map(([name, says]) => `${name.padEnd(width)}  ${says}`)
}

function wrap(text: string, width: number): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1)!
    if (line === '') lines[lines.length - 1] = word
    else if (line.length + word.length < width) lines[lines.length - 1] = `${line} ${word}`
    else lines.push(word)
  }
  return lines.join('\n')
}
