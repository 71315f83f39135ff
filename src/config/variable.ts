import { readIpRange } from '../contract/api-keys.ts'

/** One environment variable: what it takes, what it means, and what holds when it is unset. */
export interface Variable<Value> {
  read(text: string): Value
  otherwise: Value
  takes: string
  /** The default as the documentation shows it. */
  shown: string
  meaning: string
  /** A secret may also come from the file that `NAME_FILE` names. */
  secret?: true
  /** Read and checked, but nothing in this version acts on it: the start says so. */
  unused?: true
}

export function number(otherwise: number, min: number, max: number, meaning: string): Variable<number> {
  const takes = `a whole number from ${min} to ${max}`
  const read = (given: string) => {
    const value = Number(given)
    if (!/^\d+$/.test(given) || value < min || value > max) throw new Error(`takes ${takes}, not '${given}'.`)
    return value
  }
  return { read, otherwise, takes, shown: `\`${otherwise}\``, meaning }
}

export function text(otherwise: string, meaning: string): Variable<string> {
  return { read: (given) => given, otherwise, takes: 'text', shown: `\`${otherwise}\``, meaning }
}

export function optionalText(meaning: string, shown: string, takes = 'text'): Variable<string | undefined> {
  return { read: (given) => given, otherwise: undefined, takes, shown, meaning }
}

/** A secret short enough to be guessed is worse than a refused start. */
export function longText(meaning: string, shown: string): Variable<string | undefined> {
  const takes = 'at least 16 characters'
  const read = (given: string) => {
    if (given.length < 16) throw new Error(`takes ${takes}.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

export function bearer(meaning: string, shown: string): Variable<string | undefined> {
  const takes = '16 to 512 visible ASCII characters, no spaces'
  const read = (given: string) => {
    if (!/^[!-~]{16,512}$/.test(given))
      throw new Error(`takes ${takes}: a bearer header can carry nothing else.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

export function key(meaning: string, shown: string): Variable<string | undefined> {
  const takes = '`fc-` and 32 hexadecimal digits'
  const read = (given: string) => {
    if (!/^fc-[0-9a-f]{32}$/.test(given)) throw new Error(`takes fc- and 32 lower-case hexadecimal digits.`)
    return given
  }
  return { read, otherwise: undefined, takes, shown, meaning }
}

export function url(meaning: string, protocols = ['http:', 'https:']): Variable<string | undefined> {
  const takes = `a URL (${protocols.map((protocol) => `\`${protocol}//\``).join(', ')})`
  const read = (given: string) => {
    // A database on a socket is written without a host, which is no URL to the parser.
    const parsable = given.replace(/^(postgres(?:ql)?:\/\/(?:[^/@]*@)?)\//, '$1localhost/')
    if (!URL.canParse(parsable) || !protocols.includes(new URL(parsable).protocol)) {
      throw new Error(
        `takes a URL that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}.`,
      )
    }
    return given.replace(/\/+$/, '')
  }
  return { read, otherwise: undefined, takes, shown: 'unset', meaning }
}

/** A URL that paths can be put behind: nothing of it but its host and path may say something. */
export function root(meaning: string): Variable<string | undefined> {
  const plain = url(meaning)
  return {
    ...plain,
    read(given) {
      const { username, password, search, hash, href } = new URL(plain.read(given)!)
      if (username !== '' || password !== '' || search !== '' || hash !== '')
        throw new Error(
          'takes a URL without credentials, query and fragment, because paths are put behind it.',
        )
      return href.replace(/\/+$/, '')
    },
  }
}

export function choice<const Name extends string, Otherwise extends Name | undefined>(
  names: readonly Name[],
  otherwise: Otherwise,
  meaning: string,
): Variable<Name | Otherwise> {
  const takes = `one of ${names.map((name) => `\`${name}\``).join(', ')}`
  return {
    read: (given) => oneOf(names, given),
    otherwise,
    takes,
    shown: otherwise === undefined ? 'unset' : `\`${otherwise}\``,
    meaning,
  }
}

function oneOf<Name extends string>(names: readonly Name[], given: string): Name {
  const found = names.find((name) => name === given)
  if (found === undefined) throw new Error(`takes one of ${names.join(', ')}, not '${given}'.`)
  return found
}

/** At least one of the names, in the order given. */
export function several<const Name extends string>(
  names: readonly Name[],
  otherwise: Name[],
  meaning: string,
): Variable<Name[]> {
  const read = (given: string) => {
    const found = list(given).map((one) => oneOf(names, one))
    if (found.length === 0) throw new Error(`takes at least one of ${names.join(', ')}.`)
    return found
  }
  const quoted = (some: readonly Name[]) => some.map((name) => `\`${name}\``).join(', ')
  return {
    read,
    otherwise,
    takes: `some of ${quoted(names)}, separated by commas`,
    shown: quoted(otherwise),
    meaning,
  }
}

export interface Prices {
  input: number
  output: number
  cached: number
}

export function prices(meaning: string): Variable<Prices | undefined> {
  const takes = '`input/output` or `input/output/cached`, such as `3/15/0.3`'
  const read = (given: string) => {
    const numbers = given
      .split('/')
      .map((part) => (/^\d+(\.\d+)?$/.test(part.trim()) ? Number(part) : undefined))
    const [input, output, cached = input] = numbers
    if (numbers.includes(undefined) || output === undefined || numbers.length > 3) {
      throw new Error(`takes ${takes.replaceAll('`', '')}, not '${given}'.`)
    }
    return { input: input!, output, cached: cached! }
  }
  return { read, otherwise: undefined, takes, shown: 'unset', meaning }
}

export function list(given: string): string[] {
  return given
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '')
}

export function addressList(given: string): string[] {
  return list(given).map((item) => {
    const range = readIpRange(item)
    if (range === undefined) {
      throw new Error(`takes addresses or CIDR ranges, separated by commas, not '${item}'.`)
    }
    if (range.bits === 0)
      throw new Error(`takes the addresses of your proxies; '${item}' would believe every address.`)
    return item
  })
}

export function secret<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, secret: true }
}

export function unused<Value>(variable: Variable<Value>): Variable<Value> {
  return { ...variable, unused: true }
}
