import { isStrict } from './provider-of.ts'
import type { Quirk, OutputMode, CompletionRequest } from './provider.ts'

/** The endpoint behind this URL may be upgraded. */
const REMEMBERED_MS = 60 * 60 * 1000

const MIN_PROMPT_TOKENS = 2000

/** Remembers an endpoint's quirks, so that it does not reject the same kind of request twice. */
export class ProviderQuirks {
  readonly known = new Set<Quirk>()
  /** The longest prompt, in tokens, derived from requests that were too long. */
  maxPromptTokens = Infinity
  readonly #disabledUntil = new Map<OutputMode, number>()

  lowerMaxPromptTokens(tokens: number): void {
    this.maxPromptTokens = Math.min(this.maxPromptTokens, Math.max(MIN_PROMPT_TOKENS, Math.floor(tokens / 4)))
  }

  isAvailable(mode: OutputMode): boolean {
    return (this.#disabledUntil.get(mode) ?? 0) <= performance.now()
  }

  /** Derives a quirk from the endpoint's error message. Returns undefined if no known quirk matches. */
  learn(errorMessage: string, request: CompletionRequest): Quirk | undefined {
    // A quirk learned from another request in the meantime also justifies a retry.
    const found = QUIRKS.find(
      ({ quirk, pattern, appliesTo }) =>
        !request.quirks.has(quirk) && pattern.test(errorMessage) && appliesTo(request),
    )?.quirk
    if (found !== undefined) this.known.add(found)
    return found
  }

  disable(modes: readonly OutputMode[]): void {
    for (const mode of modes) this.#disabledUntil.set(mode, performance.now() + REMEMBERED_MS)
  }
}

/**
 * Error messages are matched in this order. Each quirk applies once per request, so that an endpoint cannot
 * alternate between two demands forever.
 */
const QUIRKS: readonly { quirk: Quirk; pattern: RegExp; appliesTo(request: CompletionRequest): boolean }[] = [
  {
    quirk: 'no-images',
    pattern: /image|vision|modal|content.{0,60}\bstr(ing)?\b/i,
    appliesTo: ({ messages }) => messages.some(({ images = [] }) => images.length > 0),
  },
  {
    quirk: 'no-temperature',
    pattern: /temperature/i,
    appliesTo: ({ temperature }) => temperature !== undefined,
  },
  {
    quirk: 'completion-limit',
    pattern: /max_completion_tokens/i,
    appliesTo: ({ outputTokens }) => outputTokens !== undefined,
  },
  {
    quirk: 'no-limit',
    pattern: /max_?(completion_?|output_?)?tokens/i,
    appliesTo: ({ outputTokens }) => outputTokens !== undefined,
  },
  {
    quirk: 'no-stream-options',
    pattern: /stream_options/i,
    appliesTo: ({ isStreamed }) => isStreamed,
  },
  { quirk: 'streamed', pattern: /\bstream/i, appliesTo: ({ isStreamed }) => !isStreamed },
  { quirk: 'unstreamed', pattern: /\bstream/i, appliesTo: ({ isStreamed }) => isStreamed },
  {
    quirk: 'no-strict',
    pattern: /strict|additionalProperties|required|keyword|not permitted/i,
    appliesTo: (request) =>
      (request.shape?.mode === 'schema' || request.shape?.mode === 'tool') && isStrict(request),
  },
]
