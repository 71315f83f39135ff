import type { Commands } from './help.ts'
import { COMMON_FLAGS } from './flag.ts'
import type { Flag, Flags } from './flag.ts'

export const SHELLS = ['bash', 'zsh', 'fish'] as const
export type Shell = (typeof SHELLS)[number]

/** A script that completes commands, options and enumerated values. */
export function completionScript(shell: Shell, commands: Commands): string {
  return { bash, zsh, fish }[shell](commands)
}

function bash(commands: Commands): string {
  const cases = Object.entries(commands).map(
    ([name, { flags }]) => `    ${quote(name)}) opts=${quote(optionsOf(flags).join(' '))} ;;`,
  )
  const values = choiceFlags(commands).map(
    ([name, choices]) =>
      `    --${name}) COMPREPLY=($(compgen -W ${quote(choices.join(' '))} -- "$cur")); return ;;`,
  )
  return `# bash completion of winnow
_winnow() {
  local cur="\${COMP_WORDS[COMP_CWORD]}" prev="\${COMP_WORDS[COMP_CWORD-1]}" command="" opts="" word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [[ "$word" == -* ]] && continue
    case "$command" in
      "") command="$word" ;;
${groupsOf(commands)
  .map(
    ([group, verbs]) =>
      `      ${group}) case "$word" in ${verbs.join('|')}) command="${group} $word" ;; esac ;;`,
  )
  .join('\n')}
    esac
  done
  case "$prev" in
${values.join('\n')}
    -o|--output|--file|--*-file) COMPREPLY=($(compgen -f -- "$cur")); return ;;
  esac
  case "$command" in
    "") COMPREPLY=($(compgen -W ${quote([...topLevel(commands), 'help'].join(' '))} -- "$cur")); return ;;
    help) COMPREPLY=($(compgen -W ${quote(topLevel(commands).join(' '))} -- "$cur")); return ;;
${groupsOf(commands)
  .map(
    ([group, verbs]) =>
      `    ${group}) [[ "$cur" != -* ]] && COMPREPLY=($(compgen -W ${quote(verbs.join(' '))} -- "$cur")) && return ;;`,
  )
  .join('\n')}
  esac
  case "$command" in
${cases.join('\n')}
    *) opts=${quote(optionsOf({}).join(' '))} ;;
  esac
  if [[ "$cur" == -* ]]; then COMPREPLY=($(compgen -W "$opts" -- "$cur")); else COMPREPLY=($(compgen -f -- "$cur")); fi
}
complete -o filenames -F _winnow winnow
`
}

function zsh(commands: Commands): string {
  const described = (rows: (readonly [string, string])[]) =>
    rows
      .map(([name, says]) => quote(`${name.replaceAll(':', '\\:')}:${says.replaceAll(':', '\\:')}`))
      .join(' ')
  const tops = topLevel(commands).map((name) => [name, summaryOf(name, commands)] as const)
  const cases = Object.entries(commands).map(([name, { flags }]) => {
    const specs = Object.entries({ ...flags, ...COMMON_FLAGS }).flatMap(([option, flag]) =>
      zshOption(option, flag),
    )
    return `    ${quote(name)}) _arguments -S ${specs.map(quote).join(' ')} '*: :_files' ;;`
  })
  return `#compdef winnow
_winnow() {
  local command="\${words[2]}"
  if (( CURRENT == 2 )); then
    local -a commands=(${described([...tops, ['help', 'Help about a command']])})
    _describe 'command' commands
    return
  fi
${groupsOf(commands)
  .map(
    ([group, verbs]) => `  if [[ "$command" == ${group} ]]; then
    if (( CURRENT == 3 )) && [[ "\${words[3]}" != -* ]]; then
      local -a verbs=(${described(verbs.map((verb) => [verb, commands[`${group} ${verb}`]!.summary] as const))})
      _describe 'command' verbs
    fi
    case "\${words[3]}" in ${verbs.join('|')}) command="${group} \${words[3]}" ;; esac
  fi`,
  )
  .join('\n')}
  shift words; (( CURRENT-- ))
  case "$command" in
${cases.join('\n')}
    *) _files ;;
  esac
}
if [[ "$funcstack[1]" == _winnow ]]; then _winnow "$@"; else compdef _winnow winnow; fi
`
}

function zshOption(name: string, flag: Flag): string[] {
  const says = flag.help.replaceAll(/[[\]:\\]/g, (one) => `\\${one}`)
  const value =
    flag.kind === 'switch'
      ? ''
      : `:${flag.takes}:${choicesOf(flag).length > 0 ? `(${choicesOf(flag).join(' ')})` : '_files'}`
  return [`--${name}[${says}]${value}`, ...(flag.short ? [`-${flag.short}[${says}]${value}`] : [])]
}

function fish(commands: Commands): string {
  const lines = ['# fish completion of winnow', 'complete -c winnow -n __fish_use_subcommand -f']
  for (const name of topLevel(commands))
    lines.push(
      `complete -c winnow -n __fish_use_subcommand -f -a ${name} -d ${quote(summaryOf(name, commands))}`,
    )
  for (const [group, verbs] of groupsOf(commands))
    for (const verb of verbs)
      lines.push(
        `complete -c winnow -n '__fish_seen_subcommand_from ${group}; and not __fish_seen_subcommand_from ${verbs.join(' ')}' -f -a ${verb} -d ${quote(commands[`${group} ${verb}`]!.summary)}`,
      )
  for (const [name, { flags }] of Object.entries(commands)) {
    const seen = name
      .split(' ')
      .map((word) => `__fish_seen_subcommand_from ${word}`)
      .join('; and ')
    for (const [option, flag] of Object.entries(flags))
      lines.push(fishOption(option, flag, ` -n ${quote(seen)}`))
  }
  for (const [option, flag] of Object.entries(COMMON_FLAGS)) lines.push(fishOption(option, flag, ''))
  return `${lines.join('\n')}\n`
}

function fishOption(name: string, flag: Flag, when: string): string {
  const short = flag.short ? ` -s ${flag.short}` : ''
  const value =
    flag.kind === 'switch'
      ? ''
      : choicesOf(flag).length > 0
        ? ` -x -a ${quote(choicesOf(flag).join(' '))}`
        : ' -r'
  return `complete -c winnow${when} -l ${name}${short}${value} -d ${quote(flag.help)}`
}

/** The first words of all commands, without duplicates. */
function topLevel(commands: Commands): string[] {
  return [...new Set(Object.keys(commands).map((name) => name.split(' ')[0]!))]
}

/** The summary of a command, or the list of subcommands of a group. */
function summaryOf(name: string, commands: Commands): string {
  const verbs = groupsOf(commands).find(([group]) => group === name)?.[1] ?? []
  return commands[name]?.summary ?? verbs.join(', ')
}

/** Two-word commands, grouped by their first word. */
function groupsOf(commands: Commands): [group: string, verbs: string[]][] {
  const groups = new Map<string, string[]>()
  for (const name of Object.keys(commands)) {
    const [group, verb] = name.split(' ') as [string, string?]
    if (verb !== undefined) groups.set(group, [...(groups.get(group) ?? []), verb])
  }
  return [...groups]
}

function optionsOf(flags: Flags): string[] {
  return Object.keys({ ...flags, ...COMMON_FLAGS }).map((name) => `--${name}`)
}

function choicesOf(flag: Flag): readonly string[] {
  return (flag.kind === 'text' || flag.kind === 'list') && flag.choices ? flag.choices : []
}

function choiceFlags(commands: Commands): [string, readonly string[]][] {
  const found = new Map<string, readonly string[]>()
  for (const { flags } of Object.values(commands))
    for (const [name, flag] of Object.entries(flags))
      if (choicesOf(flag).length > 0) found.set(name, choicesOf(flag))
  return [...found]
}

/** All three shells take text between single quotes literally. */
function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
