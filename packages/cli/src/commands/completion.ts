import { command } from '../command.ts'
import { completionScript, SHELLS } from '../completion.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import type { Commands } from '../help.ts'

/** The completion script lists all commands, including this one, so it reads them when it runs. */
export function completionOf(commands: () => Commands) {
  return command({
    summary: 'Print a completion script for bash, zsh or fish',
    takes: '<bash | zsh | fish>',
    flags: {},
    examples: [
      ['completion bash > ~/.local/share/bash-completion/completions/winnow', 'For bash'],
      ['completion zsh > ~/.zfunc/_winnow', 'For zsh, with ~/.zfunc in fpath'],
      ['completion fish > ~/.config/fish/completions/winnow.fish', 'For fish'],
    ],
    async run({ words }, { out }) {
      const shell = SHELLS.find((name) => name === words[0])
      if (!shell)
        throw new UsageError(
          words[0] === undefined ? 'The shell is missing.' : `There is no completion for "${words[0]}".`,
          `winnow completion ${SHELLS.join(' | ')}`,
        )
      const script = completionScript(shell, commands())
      await out.result({ text: script, data: { shell, script } })
      return EXIT.ok
    },
  })
}
