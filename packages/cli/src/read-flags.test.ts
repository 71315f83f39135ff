import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, it } from 'node:test'
import { COMMANDS } from './commands.ts'
import { UsageError } from './exit-codes.ts'
import { COMMON_FLAGS } from './flag.ts'
import type { Flags } from './flag.ts'
import { readFlags } from './read-flags.ts'

const FLAGS = {
  json: { kind: 'switch', help: '' },
  output: { kind: 'text', short: 'o', takes: 'path', help: '' },
  limit: { kind: 'number', takes: 'number', min: 1, max: 10, help: '' },
  format: { kind: 'list', short: 'f', takes: 'formats', help: '' },
  header: { kind: 'list', whole: true, takes: 'header', help: '' },
  sitemap: { kind: 'text', takes: 'use', choices: ['include', 'skip', 'only'], help: '' },
} as const satisfies Flags

const read = (...args: string[]) => readFlags(args, FLAGS)

describe('the options of a command line', () => {
  it('are read in any position', () => {
    const { flags, words } = read('a', '--json', '-o', '-', 'b', '--limit=3', '--', '--json')
    assert.deepEqual(words, ['a', 'b', '--json'])
    assert.deepEqual([flags.json, flags.output, flags.limit, flags.format], [true, '-', 3, undefined])
  })

  it('can be lists, with commas or repeated', () => {
    assert.deepEqual(read('-f', 'a, b', '-f', 'c').flags.format, ['a', 'b', 'c'])
    assert.deepEqual(read('--header', 'a: 1, 2').flags.header, ['a: 1, 2'])
  })

  const refused: Record<string, [string[], RegExp, RegExp?]> = {
    'an unknown option': [['--jsn'], /Unknown option --jsn/, /--json/],
    'an unknown letter': [['-x'], /Unknown option -x/],
    'a missing value': [['--output'], /--output needs a value/],
    'an option instead of a value': [['-o', '--json'], /-o needs a value/],
    'a value of a switch': [['--json=yes'], /--json takes no value/],
    'no number': [['--limit', 'many'], /--limit takes a number from 1 to 10, not "many"/],
    'an empty number': [['--limit='], /--limit takes a number/],
    'too large a number': [['--limit', '11'], /from 1 to 10/],
    'a negative number': [['--limit', '-1'], /from 1 to 10/],
    'another choice': [['--sitemap', 'onl'], /does not take "onl"/, /only/],
  }
  for (const [what, [args, says, hint]] of Object.entries(refused)) {
    it(`rejects ${what}`, () => {
      assert.throws(
        () => read(...args),
        (failure) =>
          failure instanceof UsageError &&
          says.test(failure.message) &&
          (hint?.test(failure.hint ?? '') ?? true),
      )
    })
  }
})

describe('the options of all commands', () => {
  it('have one kind and one letter in all commands', () => {
    const kinds = new Map<string, string>()
    const letters = new Map<string, string>()
    for (const { flags } of [...Object.values(COMMANDS), { flags: COMMON_FLAGS as Flags }])
      for (const [name, { kind, short }] of Object.entries(flags)) {
        assert.equal(kinds.get(name) ?? kind, kind, `--${name}`)
        kinds.set(name, kind)
        if (!short) continue
        assert.equal(letters.get(short) ?? name, name, `-${short}`)
        letters.set(short, name)
      }
  })

  it('are valid in every example of the help', () => {
    for (const [name, { examples }] of Object.entries(COMMANDS)) {
      assert.ok(examples.length > 0, name)
      for (const [line] of examples) check(`winnow ${line}`)
    }
  })

  it('are valid in every example of the guides', () => {
    const guides = ['../README.md', '../../../docs/integrations/command-line.md'].map((path) =>
      readFileSync(new URL(path, import.meta.url), 'utf8'),
    )
    const lines = guides.flatMap((guide) =>
      [...guide.matchAll(/^(?:npx )?(winnow .*)$/gm)].map(([, line]) => line!),
    )
    assert.ok(lines.length > 30)
    for (const line of lines) check(line.replace(/\s#.*/, ''))
  })
})

/** Splits a line into commands as the shell does, and checks each. */
function check(line: string): void {
  for (const one of line.split('|')) {
    const [, ...args] = [...one.split(/[<>]/)[0]!.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map(
      ([, a, b, c]) => a ?? b ?? c!,
    )
    const name = [args.slice(0, 2).join(' '), args[0]!].find((words) => Object.hasOwn(COMMANDS, words))
    readFlags(args, { ...COMMON_FLAGS, ...COMMANDS[name ?? 'scrape']!.flags })
  }
}
