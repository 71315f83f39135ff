import { reasonOf, WinnowError } from '../../client/src/failure.ts'
import { UsageError } from './exit-codes.ts'
import type { Settings } from './settings.ts'

/** A failure as text for people: what happened and what to do. */
export function failureText(
  failure: unknown,
  settings: Settings | undefined,
): { message: string; hint: string | undefined } {
  if (failure instanceof UsageError) return { message: failure.message, hint: failure.hint }
  if (isUnreachable(failure)) {
    const { value, from } = settings?.apiUrl ?? { value: 'the service', from: 'default' }
    return {
      message: `${value} (${from}) cannot be reached: ${reasonOf(failure)}`,
      hint: 'Start it with `npm start` in a checkout of the service, or name another one with --api-url. `winnow doctor` shows more.',
    }
  }
  if (!(failure instanceof WinnowError)) return { message: reasonOf(failure), hint: undefined }
  const code = failure.code && !failure.message.includes(failure.code) ? ` (${failure.code})` : ''
  return { message: `${failure.message}${code}`, hint: hintFor(failure, settings) }
}

/** Advice for failures that the user can fix. */
function hintFor(failure: WinnowError, settings: Settings | undefined): string | undefined {
  const { status, code, retryAfterSeconds, details, message } = failure
  if (status === 401) {
    const from = settings?.apiKey.from ?? 'not set'
    return from === 'not set'
      ? 'No API key is set. Set one: winnow login'
      : `The key comes from ${from}. Set another one: winnow login`
  }
  if (status === 402) return 'See what is left: winnow usage'
  if (status === 429 && retryAfterSeconds !== undefined) return `Retry in ${retryAfterSeconds} s.`
  if (code === 'BAD_REQUEST' && Array.isArray(details))
    return details
      .filter((detail: { message?: unknown }) => !message.includes(String(detail.message)))
      .map(
        (detail: { path?: unknown; message?: unknown }) =>
          `  ${[detail.path].flat().join('.')}: ${String(detail.message)}`,
      )
      .join('\n')
  return undefined
}

function isUnreachable(failure: unknown): boolean {
  if (failure instanceof WinnowError) return failure.status === undefined && failure.code === 'NETWORK'
  return failure instanceof TypeError && failure.message === 'fetch failed'
}
