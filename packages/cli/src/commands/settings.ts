import { Winnow, WinnowError } from '../../../client/src/client.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { readSavedSettings, writeSavedSettings } from '../config-file.ts'
import type { SavedSettings } from '../config-file.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { masked, rootOf } from '../settings.ts'

export const login = command({
  summary: 'Keep an API key for this service',
  about:
    'Asks for the key without showing it, or reads it from standard input, tries it, and keeps it in a file that only ' +
    'you can read. With --api-url the address is kept too. Each service has a key of its own, which no other is sent.',
  flags: {},
  examples: [
    ['login', 'Asks for the key'],
    ['login --api-url https://winnow.example.com', 'The key of another service'],
    ['login < key.txt', 'From a file or a password manager'],
  ],
  async run(_, session) {
    const { out, settings, configFile, signal } = session
    const key = await readKey(session)
    if (!/^[\x21-\x7e]+$/.test(key))
      throw new UsageError('That is not a key: it is empty or has spaces or line breaks in it.')
    const client = new Winnow({ apiKey: key, apiUrl: settings.apiUrl.value, fetch: session.fetch })
    const isKnown = await client.creditUsage({ signal }).then(
      () => true,
      (failure: unknown) => {
        if (failure instanceof WinnowError && failure.status === 401) return false
        throw failure
      },
    )
    if (!isKnown) throw new Error(`${settings.apiUrl.value} does not know this key. Nothing was kept.`)
    const { value: apiUrl, from } = settings.apiUrl
    const saved = await readSavedSettings(configFile)
    await writeSavedSettings(configFile, {
      ...saved,
      ...(from !== 'default' && { apiUrl }),
      keys: { ...saved.keys, [apiUrl]: key },
    })
    await out.result({
      text: `The key ${masked(key)} for ${settings.apiUrl.value} is kept in ${configFile}`,
      data: { apiKey: masked(key), apiUrl: settings.apiUrl.value, file: configFile },
    })
    return EXIT.ok
  },
})

/** The option is for scripts; a key that is typed belongs neither on the screen nor in the shell's history. */
async function readKey({ settings, input }: Session): Promise<string> {
  if (settings.apiKey.from === '--api-key') return settings.apiKey.value ?? ''
  const text = input.isTerminal
    ? await input.secret(`API key for ${settings.apiUrl.value}: `)
    : new TextDecoder().decode(await input.bytes())
  return text.trim()
}

export const logout = command({
  summary: 'Forget the API key that was kept for this service',
  flags: {},
  examples: [
    ['logout', 'Removes the key from the file'],
    ['logout --api-url https://winnow.example.com', 'The key of another service'],
  ],
  async run(_, { out, configFile, settings }) {
    const { value: apiUrl } = settings.apiUrl
    const saved = await readSavedSettings(configFile)
    const isKept = Object.hasOwn(saved.keys, apiUrl)
    const rest = withoutKeyOf(apiUrl, saved)
    await writeSavedSettings(configFile, rest)
    const others = Object.keys(rest.keys)
    if (others.length > 0) out.note(`Keys that are still kept: for ${others.join(', ')}`)
    const text = isKept
      ? `The key for ${apiUrl} is removed from ${configFile}`
      : `No key was kept for ${apiUrl}.`
    await out.result({ text, data: { removed: isKept, apiUrl } })
    return EXIT.ok
  },
})

function withoutKeyOf(apiUrl: string, saved: SavedSettings): SavedSettings {
  const { [apiUrl]: _, ...keys } = saved.keys
  return { ...saved, keys }
}

export const config = command({
  summary: 'Settings and where they come from',
  takes: '[set api-url <url> | unset <name>]',
  about:
    'Options come before the environment (SERVICE_API_…, WINNOW_API_…), then the file, then FIRECRAWL_API_…, then what ' +
    'is usual. A key of the file is only sent to the service it was kept for.',
  flags: {},
  examples: [
    ['config', 'All settings; keys are shown only in part'],
    ['config set api-url https://winnow.example.com', 'Keep another address'],
    ['config unset api-url', 'Back to the usual one'],
  ],
  async run({ words }, session) {
    const { out, settings, configFile } = session
    const [verb, name] = words
    if (verb === undefined) {
      const { apiUrl, apiKey } = settings
      const key = apiKey.value === undefined ? '' : masked(apiKey.value)
      const lines = [
        `api-url  ${apiUrl.value}  (${apiUrl.from})`,
        `api-key  ${key || '-'}  (${apiKey.from})`,
        `file     ${configFile}`,
      ]
      await out.result({
        text: lines.join('\n'),
        data: { apiUrl, apiKey: { value: key || null, from: apiKey.from }, file: configFile },
      })
      return EXIT.ok
    }
    const saved = await readSavedSettings(configFile)
    await writeSavedSettings(configFile, applyChange(saved, words, settings.apiUrl.value))
    await out.result({
      text: `${name} is ${verb === 'set' ? 'kept' : 'removed'} in ${configFile}`,
      data: { file: configFile },
    })
    return EXIT.ok
  },
})

function applyChange(
  saved: SavedSettings,
  [verb, name, value]: readonly string[],
  apiUrl: string,
): SavedSettings {
  if (verb === 'set' && name === 'api-url' && value)
    return { ...saved, apiUrl: rootOf({ value, from: 'config set' }) }
  if (verb === 'set' && name === 'api-key')
    throw new UsageError('A key does not belong on a command line.', 'winnow login')
  if (verb === 'unset' && name === 'api-url') return { keys: saved.keys }
  if (verb === 'unset' && name === 'api-key') return withoutKeyOf(apiUrl, saved)
  throw new UsageError(
    `config does not take "${[verb, name].filter(Boolean).join(' ')}".`,
    'winnow config set api-url <url>, winnow config unset api-url | api-key',
  )
}
