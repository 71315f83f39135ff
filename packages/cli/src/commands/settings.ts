import { Winnow, WinnowError } from '../../../client/src/client.ts'
import { command } from '../command.ts'
import type { Session } from '../command.ts'
import { readSaved, writeSaved } from '../config-file.ts'
import { EXIT, UsageError } from '../exit-codes.ts'
import { masked, rootOf } from '../settings.ts'

export const login = command({
  summary: 'Keep an API key for this service',
  about:
    'Asks for the key without showing it, or reads it from standard input, tries it, and keeps it in a file that only ' +
    'you can read. With --api-url the address is kept too.',
  flags: {},
  examples: [
    ['login', 'Asks for the key'],
    ['login --api-url https://winnow.example.com', 'The key of another service'],
    ['login < key.txt', 'From a file or a password manager'],
  ],
  async run(_, session) {
    const { out, settings, configFile, signal } = session
    const key = await keyFrom(session)
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
    const isDefault = settings.apiUrl.from === 'default'
    await writeSaved(configFile, { apiKey: key, ...(!isDefault && { apiUrl: settings.apiUrl.value }) })
    await out.result({
      text: `The key ${masked(key)} for ${settings.apiUrl.value} is kept in ${configFile}`,
      data: { apiKey: masked(key), apiUrl: settings.apiUrl.value, file: configFile },
    })
    return EXIT.ok
  },
})

/** The option is for scripts; a key that is typed belongs neither on the screen nor in the shell's history. */
async function keyFrom({ settings, input }: Session): Promise<string> {
  if (settings.apiKey.from === '--api-key') return settings.apiKey.value ?? ''
  const text = input.isTerminal
    ? await input.secret(`API key for ${settings.apiUrl.value}: `)
    : new TextDecoder().decode(await input.bytes())
  return text.trim()
}

export const logout = command({
  summary: 'Forget the API key that was kept',
  flags: {},
  examples: [['logout', 'Removes the key from the file']],
  async run(_, { out, configFile }) {
    const { apiKey, ...rest } = await readSaved(configFile)
    await writeSaved(configFile, rest)
    const text = apiKey === undefined ? 'No key was kept.' : `The key is removed from ${configFile}`
    await out.result({ text, data: { removed: apiKey !== undefined } })
    return EXIT.ok
  },
})

export const config = command({
  summary: 'Settings and where they come from',
  takes: '[set api-url <url> | unset <name>]',
  about:
    'Options come before the environment, the environment before the file, the file before what is usual.',
  flags: {},
  examples: [
    ['config', 'All settings; keys are shown only in part'],
    ['config set api-url https://winnow.example.com', 'Keep another address'],
    ['config unset api-url', 'Back to the usual one'],
  ],
  async run({ words }, session) {
    const { out, settings, configFile } = session
    const [verb, name, value] = words
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
    const saved = await readSaved(configFile)
    await writeSaved(configFile, changed(saved, verb, name, value))
    await out.result({
      text: `${name} is ${verb === 'set' ? 'kept' : 'removed'} in ${configFile}`,
      data: { file: configFile },
    })
    return EXIT.ok
  },
})

function changed(
  saved: { apiKey?: string; apiUrl?: string },
  verb: string,
  name: string | undefined,
  value: string | undefined,
) {
  const { apiUrl: _url, ...withoutUrl } = saved
  const { apiKey: _key, ...withoutKey } = saved
  if (verb === 'set' && name === 'api-url' && value)
    return { ...saved, apiUrl: rootOf({ value, from: 'config set' }) }
  if (verb === 'set' && name === 'api-key')
    throw new UsageError('A key does not belong on a command line.', 'winnow login')
  if (verb === 'unset' && name === 'api-url') return withoutUrl
  if (verb === 'unset' && name === 'api-key') return withoutKey
  throw new UsageError(
    `config does not take "${[verb, name].filter(Boolean).join(' ')}".`,
    'winnow config set api-url <url>, winnow config unset api-url',
  )
}
