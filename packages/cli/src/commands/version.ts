import { command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'
import { VERSION } from '../version.ts'

export const version = command({
  summary: 'The version',
  flags: {},
  examples: [['version', 'Print the version of the command line']],
  async run(_, { out }) {
    await out.result({ text: VERSION, data: { version: VERSION } })
    return EXIT.ok
  },
})
