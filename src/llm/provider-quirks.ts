import { isStrict } from './provider-of.ts'
import type { Quirk, OutputMode, CompletionRequest } from './provider.ts'

/** An endpoint may be replaced by a newer one behind the same address. */
const REMEMBERED_MS = 60 * 60 * 1000

const MIN_PROMPT_TOKENS = 2000

/** What was learned about how an endpoint wants to be asked, so that it need not refuse the same thing twice. */
export class ProviderQuirks {
  readonly known = new Set<Quirk>()
  /** How many tokens a question may have, by what was too long before. */
  maxPromptTokens = Infinity
  readonly #disabledUntil = new Map<OutputMode, number>()

  lowerMaxPromptTokens(tokens: number): void {
    this.maxPromptTokens = Math.min(this.maxPromptTokens, Math.max(MIN_PROMPT_TOKENS, Math.floor(tokens / 4)))
  }

  isAvailable(mode: OutputMode): boolean {
    return (this.#disabledUntil.get(mode) ?? 0) <= performance.now()
  }

  /** What the endpoint's complaint means for the next wording; undefined when it is about nothing known. */
  learn(errorMessage: string, request: CompletionRequest): Quirk | undefined {
    // What was learned since the question was put is reason enough to put it again.
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

/** In what order complaints are understood. Each is heeded once, so that an endpoint cannot ask for both sides forever. */
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
