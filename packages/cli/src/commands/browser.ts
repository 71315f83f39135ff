import { WinnowError } from '../../../client/src/client.ts'
import { CODE_FLAGS, languageOf, showRun } from '../code-run.ts'
import { command } from '../command.ts'
import type { Command, Session } from '../command.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { isJobId } from '../job-id.ts'
import { readLast, rememberLast } from '../last-used.ts'
import { compact } from '../scrape-flags.ts'

const SESSION_FLAG = {
  session: { kind: 'text', takes: 'id', help: 'Which browser; without it, the one that was opened last' },
} as const

/** For commands that open a session, or go on in one. */
export const RECORD_FLAG = {
  kind: 'switch',
  help: 'Record the actions, with a picture after each; see `browser replay`',
} as const

/** Commands about browsers that stay open. */
export const browserCommands: Record<string, Command> = {
  'browser launch-session': command({
    summary: 'Open a browser that stays open',
    flags: {
      ttl: { kind: 'number', takes: 'seconds', min: 1, help: 'How long it lives at most (600)' },
      'ttl-inactivity': { kind: 'number', takes: 'seconds', min: 1, help: 'How long it lives unused (300)' },
      profile: { kind: 'text', takes: 'name', help: 'Browser profile with its cookies' },
      'no-save-changes': { kind: 'switch', help: 'Leave the profile as it was' },
      record: RECORD_FLAG,
    },
    examples: [
      ['browser launch-session', 'Prints its id'],
      ['browser launch-session --profile shop --ttl 3600', 'An hour at most, with the cookies of a profile'],
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
      if (opened.liveViewUrl) out.note(`Watch it: ${opened.liveViewUrl}`)
      await out.result({ text: opened.id, data: opened })
      return EXIT.ok
    },
  }),
  'browser execute': command({
    summary: 'Run code in an open browser',
    takes: '[code]',
    about: 'The code is the word, -c, or standard input with - or without a word. `page` is the open page.',
    flags: { ...CODE_FLAGS, ...SESSION_FLAG },
    examples: [
      [
        'browser execute "await page.goto(\'https://example.com\'); await page.title()"',
        'In the last one opened',
      ],
      ['browser execute --session 01890a5d-ac96-774b-bcce-b302099a8057 - < steps.js', 'A file, in another'],
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
    summary: 'Browsers that are open, or were',
    takes: '[active | destroyed]',
    flags: {},
    examples: [['browser list active', 'Those that are open']],
    async run({ words }, { client, out, signal }) {
      const [status] = words
      if (status !== undefined && status !== 'active' && status !== 'destroyed')
        throw new UsageError(`browser list takes active or destroyed, not "${status}".`)
      const answer = await client.listBrowsers(compact({ status }), { signal })
      const lines = answer.sessions.map(({ id, status: state, createdAt }) => `${id}\t${state}\t${createdAt}`)
      if (lines.length === 0) out.note('There are none.')
      await out.result({ text: lines.join('\n'), data: answer })
      return EXIT.ok
    },
  }),
  'browser replay': command({
    summary: 'The actions of a recorded browser',
    takes: '[id]',
    about: 'One line for each action, with the URL of its picture. --json prints everything.',
    flags: SESSION_FLAG,
    examples: [['browser replay', 'The one that was opened last']],
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
    examples: [['browser close', 'The one that was opened last']],
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
  throw new UsageError('Which code? It is missing.', 'winnow browser execute "await page.title()"')
}

async function browserFor(named: string | undefined, { configFile }: Session): Promise<string> {
  const id = named ?? (await readLast('browser', configFile))
  if (id === undefined)
    throw new UsageError('Which browser? None was opened.', 'winnow browser launch-session')
  if (!isJobId(id)) throw new UsageError(`"${id}" is not the id of a browser.`, 'winnow browser list active')
  return id
}

/** A browser that is gone is told by its id, because it may be one that was only remembered. */
function explain(id: string) {
  return (failure: unknown): never => {
    if (failure instanceof WinnowError && [403, 404, 410].includes(failure.status ?? 0))
      throw new Error(`Browser ${id}: ${failure.message} A new one: winnow browser launch-session`)
    throw failure
  }
}
