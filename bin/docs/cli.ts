import { COMMANDS as ADMIN_COMMANDS } from '../../src/admin/commands.ts'
import { ALIASES, COMMANDS } from '../../packages/cli/src/commands.ts'
import type { Command } from '../../packages/cli/src/command.ts'
import { EXIT } from '../../packages/cli/src/exit-codes.ts'
import { COMMON_FLAGS } from '../../packages/cli/src/flag.ts'
import type { Flag, Flags } from '../../packages/cli/src/flag.ts'
import { tableOf } from './marked-section.ts'

/** Every command of the command line with its options. */
export function cliReference(): string {
  return [
    '## Commands',
    tableOf(
      ['Command', 'Purpose'],
      Object.entries(COMMANDS).map(([name, { summary }]) => [
        `[\`winnow ${name}\`](#${anchorOf(name)})`,
        summary,
      ]),
    ),
    '## Options of every command',
    optionTable(COMMON_FLAGS),
    '## Exit codes',
    tableOf(
      ['Code', 'Meaning'],
      Object.entries(EXIT).map(([name, code]) => [String(code), EXIT_MEANINGS[name as keyof typeof EXIT]]),
    ),
    ...Object.entries(COMMANDS).map(([name, command]) => commandSection(name, command)),
    '## Administration',
    'These commands work on the database of the service, beside a running service or without one. `--json` prints JSON.',
    ...ADMIN_COMMANDS.map(adminSection),
    '## Other names',
    tableOf(
      ['Name', 'Command'],
      Object.entries(ALIASES).map(([alias, name]) => [`\`winnow ${alias}\``, `\`winnow ${name}\``]),
    ),
  ].join('\n\n')
}

const EXIT_MEANINGS: Record<keyof typeof EXIT, string> = {
  ok: 'Success.',
  failed: 'The command failed.',
  usage: 'The command line is wrong. No request was sent.',
  partial: 'Some pages or files failed.',
  interrupted: 'Interrupted with Ctrl-C. A job on the service continues.',
}

function anchorOf(name: string): string {
  return `winnow-${name.replaceAll(' ', '-')}`
}

function commandSection(name: string, { summary, takes, about, flags, examples }: Command): string {
  return [
    `## winnow ${name}`,
    sentence(summary),
    `\`\`\`text\n${['winnow', name, takes, '[options]'].filter(Boolean).join(' ')}\n\`\`\``,
    ...(about ? [about] : []),
    ...(Object.keys(flags).length > 0 ? [optionTable(flags)] : []),
    ...(examples.length > 0
      ? [
          tableOf(
            ['Example', 'Effect'],
            examples.map(([line, does]) => [`\`winnow ${line}\``, does]),
          ),
        ]
      : []),
  ].join('\n\n')
}

function optionTable(flags: Flags): string {
  return tableOf(
    ['Option', 'Value', 'Meaning'],
    Object.entries(flags).map(([name, flag]) => [
      `\`--${name}\`${flag.short ? `, \`-${flag.short}\`` : ''}`,
      valueOf(flag),
      flag.help,
    ]),
  )
}

function valueOf(flag: Flag): string {
  if (flag.kind === 'switch') return ''
  const choices =
    'choices' in flag && flag.choices ? flag.choices.map((one) => `\`${one}\``).join(', ') : undefined
  const range = flag.kind === 'number' ? rangeOf(flag) : ''
  return `${choices ?? `\`<${flag.takes}>\``}${range}${flag.kind === 'list' ? ', several' : ''}`
}

function rangeOf({ min, max }: { min?: number; max?: number }): string {
  if (min !== undefined && max !== undefined) return `, ${min} to ${max}`
  if (min !== undefined) return `, at least ${min}`
  return max === undefined ? '' : `, at most ${max}`
}

function adminSection({
  words,
  arguments: names = [],
  options = {},
  summary,
}: (typeof ADMIN_COMMANDS)[number]): string {
  const usage = ['winnow admin', ...words, ...names.map((name) => `<${name}>`)].join(' ')
  const table = tableOf(
    ['Option', 'Meaning'],
    Object.entries(options).map(([name, meaning]) => [`\`--${name}\``, meaning]),
  )
  return [
    `### ${usage.replaceAll('<', '&lt;')}`,
    sentence(summary),
    ...(Object.keys(options).length > 0 ? [table] : []),
  ].join('\n\n')
}

function sentence(text: string): string {
  return /[.!?)]$/.test(text) ? text : `${text}.`
}
