import { command } from '../command.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

/**
 * What only a checkout of the service has. There the executable hands these words over before this program is loaded;
 * here it can only be said where the service is to be had.
 */
export const serviceCommands: Record<string, Command> = {
  serve: checkoutCommand('Run the service (in a checkout of it)', 'serve'),
  admin: checkoutCommand('Administer the service (in a checkout of it)', 'admin --help'),
  migrate: checkoutCommand('Bring the database up to date (in a checkout of the service)', 'migrate'),
}

function checkoutCommand(summary: string, example: string): Command {
  return command({
    summary,
    takes: '[...]',
    flags: {},
    examples: [[example, summary]],
    async run(_, { out }) {
      out.warn('winnow: this package is the command line alone; the service is run from a checkout of it:')
      out.warn('  git clone <the repository of the service> && cd winnow && npm ci && npm start')
      out.warn(
        'A service that runs elsewhere is used with --api-url, SERVICE_API_URL or: winnow login --api-url <url>',
      )
      return EXIT.failed
    },
  })
}
