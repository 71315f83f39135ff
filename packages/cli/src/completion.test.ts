import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { describe, it } from 'node:test'
import { COMMANDS } from './commands.ts'
import { completionScript, SHELLS } from './completion.ts'
import { helpOf, overview } from './help.ts'

/** The words that bash offers while the last word is being typed. */
function offered(...words: string[]): string[] {
  const script = `${completionScript('bash', COMMANDS)}
COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _winnow; printf '%s\\n' "\${COMPREPLY[@]}"`
  return execFileSync('bash', ['-c', script, 'bash', 'winnow', ...words], { encoding: 'utf8' })
    .trim()
    .split('\n')
}

describe('completion in bash', () => {
  it('offers commands, their subcommands, options and values', () => {
    assert.deepEqual(offered('sc'), ['scrape'])
    assert.deepEqual(offered('monitor', 'che'), ['checks', 'check'])
    assert.deepEqual(offered('crawl', 'https://a.test', '--max-d'), ['--max-depth'])
    assert.deepEqual(offered('monitor', 'update', '--pau'), ['--pause'])
    assert.deepEqual(offered('crawl', '--sitemap', 'o'), ['only'])
    assert.deepEqual(offered('usage', '--api-k'), ['--api-key'])
  })
})

describe('completion scripts', () => {
  for (const shell of SHELLS) {
    it(`name every command and option for ${shell}`, () => {
      const script = completionScript(shell, COMMANDS)
      for (const [name, { flags }] of Object.entries(COMMANDS)) {
        for (const word of name.split(' ')) assert.ok(script.includes(word), word)
        for (const flag of Object.keys(flags))
          assert.ok(script.includes(shell === 'fish' ? `-l ${flag}` : `--${flag}`), flag)
      }
    })
  }
})

describe('a group of commands', () => {
  it('has its own description', () => {
    const line = completionScript('fish', COMMANDS).match(/^.* -a browser -d (.*)$/m)
    assert.equal(line?.[1], "'launch-session, execute, list, replay, close'")
  })
})

describe('help', () => {
  it('has every command, each with its options and examples', () => {
    const all = overview(COMMANDS, '1.2.3')
    for (const [name, command] of Object.entries(COMMANDS)) {
      assert.match(all, new RegExp(`^  ${name} +\\S`, 'm'))
      const help = helpOf(name, command)
      for (const flag of Object.keys(command.flags)) assert.ok(help.includes(`--${flag}`), flag)
      for (const [line] of command.examples) assert.ok(help.includes(`winnow ${line}`), line)
    }
  })
})
