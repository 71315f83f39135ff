import { RemoteError } from '../remote.ts'

const MAX_LENGTH = 1_500

/**
 * What Playwright says, as a program needs it: the first lines, and what was waited for. Its log of what it tried, and
 * where in its own code it was, are left out.
 */
export function remoteFailure(failure: unknown): RemoteError {
  if (failure instanceof RemoteError) return failure
  if (!(failure instanceof Error)) return new RemoteError(short(String(failure)))
  const [said = '', log = ''] = withoutColours(failure.message).split(/\n\s*Call log:\n?/)
  const lines = said.split('\n').filter((line) => line.trim() !== '' && !/^\s+at .*[:)]/.test(line))
  const waited = /^\s*-\s*(waiting for .+)$/m.exec(log)?.[1]
  const message = waited === undefined ? lines : [...lines, `It was ${waited}.`]
  return new RemoteError(short(message.join('\n')), KINDS.has(failure.name) ? failure.name : 'Error')
}

/** What a program may tell apart. */
const KINDS = new Set(['TimeoutError', 'TypeError', 'SyntaxError'])

/** The numbers of colours on a terminal, which Playwright puts into its log. */
function withoutColours(text: string): string {
  // oxlint-disable-next-line no-control-regex
  return text.replaceAll(/\u001B\[[\d;]*m/g, '')
}

function short(text: string): string {
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text
}
