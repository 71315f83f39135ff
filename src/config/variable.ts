import { parseIpRange } from '../contract/api-keys.ts'

/** One environment variable: its parser, its description and its default. */
export interface Variable<Value> {
  parse(text: string): Value
  defaultValue: Value
  accepts: string
  /** The default as shown in the documentation. */
  shownDefault: string
  description: string
  /** A secret can also be read from the file given by `NAME_FILE`. */
  secret?: true
  /** Read and validated, but without effect in this version; the start reports it. */
  unused?: true
}

export function number(
  defaultValue: number,
  min: number,
  max: number,
  description: string,
): Variable<number> {
  const accepts = `a whole number from ${min} to ${max}`
  const parse = (given: string) => {
    const value = Number(given)
    if (!/^\d+$/.test(given) || value < min || value > max)
      throw new Error(`must be ${accepts}, not '${given}'.`)
    return value
  }
  return { parse, defaultValue, accepts, shownDefault: `\`${defaultValue}\``, description }
}

export function text(defaultValue: string, description: string): Variable<string> {
  return {
    parse: (given) => given,
    defaultValue,
    accepts: 'text',
    shownDefault: `\`${defaultValue}\``,
    description,
  }
}

export function optionalText(
  description: string,
  shownDefault: string,
  accepts = 'text',
): Variable<string | undefined> {
  return { parse: (given) => given, defaultValue: undefined, accepts, shownDefault, description }
}

/** A short secret can be guessed, so the start fails. */
export function secretText(description: string, shownDefault: string): Variable<string | undefined> {
  const accepts = 'at least 16 characters'
  const parse = (given: string) => {
    if (given.length < 16) throw new Error(`must have ${accepts}.`)
    return given
  }
  return { parse, defaultValue: undefined, accepts, shownDefault, description }
}

export function bearerToken(description: string, shownDefault: string): Variable<string | undefined> {
  const accepts = '16 to 512 visible ASCII characters, no spaces'
  const parse = (given: string) => {
    if (!/^[!-~]{16,512}$/.test(given))
      throw new Error(`must be ${accepts}: a bearer header allows no other characters.`)
    return given
  }
  return { parse, defaultValue: undefined, accepts, shownDefault, description }
}

export function apiKey(description: string, shownDefault: string): Variable<string | undefined> {
  const accepts = '`fc-` and 32 hexadecimal digits'
  const parse = (given: string) => {
    if (!/^fc-[0-9a-f]{32}$/.test(given)) throw new Error(`must be fc- and 32 lower-case hexadecimal digits.`)
    return given
  }
  return { parse, defaultValue: undefined, accepts, shownDefault, description }
}

export function url(description: string, protocols = ['http:', 'https:']): Variable<string | undefined> {
  const accepts = `a URL (${protocols.map((protocol) => `\`${protocol}//\``).join(', ')})`
  const parse = (given: string) => {
    // A database on a socket has no host, which the URL parser rejects.
    const parsable = given.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)\//, '$1localhost/')
    if (!URL.canParse(parsable) || !protocols.includes(new URL(parsable).protocol)) {
      throw new Error(
        `must be a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
    }
    return given.replace(/\/+$/, '')
  }
  return { parse, defaultValue: undefined, accepts, shownDefault: 'unset', description }
}

/** A URL to which paths are appended: only a host and a path are allowed. */
export function rootUrl(description: string): Variable<string | undefined> {
  const urlVariable = url(description)
  return {
    ...urlVariable,
    parse(given) {
      const { username, password, search, hash, href } = new URL(urlVariable.parse(given)!)
      if (username !== '' || password !== '' || search !== '' || hash !== '')
        throw new Error(
          'must be a URL without credentials, query and fragment, because paths are appended to it.',
        )
      return href.replace(/\/+$/, '')
    },
  }
}

export function choice<const Name extends string, Default extends Name | undefined>(
  names: readonly Name[],
  defaultValue: Default,
  description: string,
): Variable<Name | Default> {
  const accepts = `one of ${names.map((name) => `\`${name}\``).join(', ')}`
  return {
    parse: (given) => oneOf(names, given),
    defaultValue,
    accepts,
    shownDefault: defaultValue === undefined ? 'unset' : `\`${defaultValue}\``,
    description,
  }
}

function oneOf<Name extends string>(names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new Error(`must be one of ${names.join(', ')}, not '${given}'.`)
  return found
}

/** At least one of the names, in the given order. */
export function choices<const Name extends string>(
  names: readonly Name[],
  defaultValue: Name[],
  description: string,
): Variable<Name[]> {
  const parse = (given: string) => {
    const found = splitList(given).map((one) => oneOf(names, one))
    if (found.length === 0) throw new Error(`must be at least one of ${names.join(', ')}.`)
    return found
  }
  const quoted = (some: readonly Name[]) => some.map((name) => `\`${name}\``).join(', ')
  return {
    parse,
    defaultValue,
    accepts: `one or more of ${quoted(names)}, separated by commas`,
    shownDefault: quoted(defaultValue),
    description,
  }
}

export interface Prices {
  input: number
  output: number
  cached: number
}

export function prices(description: string): Variable<Prices | undefined> {
  const accepts = '`input/output` or `input/output/cached`, such as `3/15/0.3`'
  const parse = (given: string) => {
    const numbers = given
      .split('/')
      .map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : undefined))
    const [input, output, cached = input] = numbers
    if (numbers.includes(undefined) || output === undefined || numbers.length > 3) {
      throw new Error(`must be ${accepts.replaceAll('`', '')}, not '${given}'.`)
    }
    return { input: input!, output, cached: cached! }
  }
  return { parse, defaultValue: undefined, accepts, shownDefault: 'unset', description }
}

export function splitList(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function ipRanges(given: string): string[] {
  return splitList(given).map((item) => {
    const range = parseIpRange(item)
    if (range === undefined) {
      throw new Error(`must be IP addresses or CIDR ranges, separated by commas, not '${item}'.`)
    }
    if (range.bits === 0)
      throw new Error(`must be the IP addresses of your proxies; '${item}' would trust every address.`)
    return item
  })
}

export function secret<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, secret: true }
}

export function unused<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, unused: true }
}
