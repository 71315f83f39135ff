import { command } from '../command.ts'
import type { Command } from '../command.ts'
import { EXIT } from '../exit-codes.ts'

/**
 * Commands that need a checkout of the service. There the executable runs them before this program is loaded;
 * here they only print where to get the service.
 */
export const serviceCommands: Record<string, Command> = {
  serve: checkoutCommand('Run the service (in a checkout of it)', 'serve'),
  admin: checkoutCommand('Administer the service (in a checkout of it)', 'admin --help'),
  migrate: checkoutCommand('Migrate the database (in a checkout of the service)', 'migrate'),
}

function checkoutCommand(summary: string, example: string): Command {
  return command({
    summary,
    takes: '[...]',
    flags: {},
    examples: [[example, summary]],
    async run(_, { out }) {
      out.warn('winnow: this package contains only the command line. To run the service, clone it:')
      out.warn('  git clone <the repository of the service> && cd winnow && npm ci && npm start')
      out.warn(
        'To use a service that runs elsewhere: --api-url, SERVICE_API_URL or winnow login --api-url <url>',
      )
      return EXIT.failed
    },
  })
}
