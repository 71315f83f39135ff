import { WinnowError } from '../../../client/src/client.ts'
import { CODE_FLAGS, languageOf, showRun } from '../code-run.ts'
import { command } from '../command.ts'
import type { Command, Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { isJobId } from '../job-id.ts'
import { readLast, rememberLast } from '../last-used.ts'
import { compact } from '../scrape-flags.ts'

const SESSION_FLAG = {
  session: { kind: 'text', takes: 'id', help: 'Session id; by default the browser opened last' },
} as const

/** For commands that open or use a session. */
export const RECORD_FLAG = {
  kind: 'switch',
  help: 'Record the actions, with a screenshot after each; see `browser replay`',
} as const

/** Commands for browser sessions. */
export const browserCommands: Record<string, Command> = {
  'browser launch-session': command({
    summary: 'Open a browser session',
    flags: {
      ttl: { kind: 'number', takes: 'seconds', min: 1, help: 'Maximum lifetime (600)' },
      'ttl-inactivity': { kind: 'number', takes: 'seconds', min: 1, help: 'Maximum idle time (300)' },
      profile: { kind: 'text', takes: 'name', help: 'Browser profile with its cookies' },
      'no-save-changes': { kind: 'switch', help: 'Do not save changes to the profile' },
      record: RECORD_FLAG,
    },
    examples: [
      ['browser launch-session', 'Open a browser and print its id'],
      [
        'browser launch-session --profile shop --ttl 3600',
        'Keep it for an hour at most, with the cookies of a profile',
      ],
    ],
    async run({ flags }, { client, out, signal, configFile }) {
      const options = compact({
        ttl: flags.ttl,
        activityTtl: flags['ttl-inactivity'],
        recordSession: flags.record,
        profile: flags.profile && { name: flags.profile, saveChanges: !flags['no-save-changes'] },
      })
      const opened = await client.openBrowser(options, { signal })
      await rememberLast('browser', opened.id, configFile)
      if (opened.liveViewUrl) out.note(`Live view: ${opened.liveViewUrl}`)
      await out.result({ text: opened.id, data: opened })
      return EXIT.ok
    },
  }),
  'browser execute': command({
    summary: 'Run code in an open browser',
    takes: '[code]',
    about:
      'Pass the code as an argument, with -c, or on standard input (- or no argument). `page` is the open page.',
    flags: { ...CODE_FLAGS, ...SESSION_FLAG },
    examples: [
      [
        'browser execute "await page.goto(\'https://example.com\'); await page.title()"',
        'Use the browser opened last',
      ],
      [
        'browser execute --session 01890a5d-ac96-774b-bcce-b302099a8057 - < steps.js',
        'Run a file in another browser',
      ],
    ],
    async run({ flags, words }, session) {
      const { client, signal } = session
      const code = flags.code ?? (await codeFrom(words, session))
      const id = await browserFor(flags.session, session)
      const task = { code, language: languageOf(flags), timeout: flags.timeout } as const
      const ran = await client.runInBrowser(id, compact(task) as typeof task, { signal }).catch(explain(id))
      return await showRun(ran, { id }, session)
    },
  }),
  'browser list': command({
    summary: 'List open and closed browsers',
    takes: '[active | destroyed]',
    flags: {},
    examples: [['browser list active', 'List open browsers']],
    async run({ words }, { client, out, signal }) {
      const [status] = words
      if (status !== undefined && status !== 'active' && status !== 'destroyed')
        throw new UsageError(`browser list takes active or destroyed, not "${status}".`)
      const answer = await client.listBrowsers(compact({ status }), { signal })
      const lines = answer.sessions.map(({ id, status: state, createdAt }) => `${id}\t${state}\t${createdAt}`)
      if (lines.length === 0) out.note('No browsers.')
      await out.result({ text: lines.join('\n'), data: answer })
      return EXIT.ok
    },
  }),
  'browser replay': command({
    summary: 'Show the actions of a recorded browser',
    takes: '[id]',
    about: 'Prints one line per action, with the URL of its screenshot. --json prints all fields.',
    flags: SESSION_FLAG,
    examples: [['browser replay', 'Use the browser opened last']],
    async run({ flags, words }, session) {
      const id = await browserFor(flags.session ?? words[0], session)
      const { out, client, signal } = session
      const answer = await client.replayBrowser(id, { signal }).catch(explain(id))
      const lines = answer.steps.map(({ at, type, target, value, effect, error, picture }) =>
        [at, type, target, value, error ?? effect, picture].map((part) => part ?? '').join('\t'),
      )
      if (answer.warning) out.note(answer.warning)
      await out.result({ text: lines.join('\n'), data: answer })
      return EXIT.ok
    },
  }),
  'browser close': command({
    summary: 'Close an open browser',
    takes: '[id]',
    flags: SESSION_FLAG,
    examples: [['browser close', 'Use the browser opened last']],
    async run({ flags, words }, session) {
      const id = await browserFor(flags.session ?? words[0], session)
      const answer = await session.client.closeBrowser(id, { signal: session.signal }).catch(explain(id))
      const text = `browser ${id} closed, ${answer.creditsBilled} credits`
      await session.out.result({ text, data: answer })
      return EXIT.ok
    },
  }),
}

async function codeFrom(words: readonly string[], { input }: Session): Promise<string> {
  const isPiped = words[0] === '-' || (words.length === 0 && !input.isTerminal)
  const code = isPiped ? new TextDecoder().decode(await input.bytes()) : words.join(' ')
  if (code.trim() !== '') return code
  throw new UsageError('No code was given.', 'winnow browser execute "await page.title()"')
}

async function browserFor(named: string | undefined, { configFile }: Session): Promise<string> {
  const id = named ?? (await readLast('browser', configFile))
  if (id === undefined)
    throw new UsageError('No browser was named, and none was opened before.', 'winnow browser launch-session')
  if (!isJobId(id)) throw new UsageError(`"${id}" is not the id of a browser.`, 'winnow browser list active')
  return id
}

/** Names the browser id, because the id may be one remembered from an earlier command. */
function explain(id: string) {
  return (failure: unknown): never => {
    if (failure instanceof WinnowError && [403, 404, 410].includes(failure.status ?? 0))
      throw new Error(`Browser ${id}: ${failure.message} Open a new one: winnow browser launch-session`)
    throw failure
  }
}
