/** What a model is asked. */
export interface Question {
  /** The only place for instructions; what comes from elsewhere belongs into the prompt. */
  system: string
  prompt: string
  /** Texts before the prompt that are the same in the next question of a conversation, so that an endpoint can cache them. */
  history?: readonly string[]
  /** Shown after the prompt; left out where the endpoint takes none. */
  images?: readonly Image[]
  /** Left to the endpoint when undefined; left out where the endpoint does not take it. */
  temperature?: number
  /** How long the answer may get; left to the endpoint when undefined. */
  outputTokens?: number
  /** Has the answer sent in pieces, so that a long one does not look like silence on the way. */
  isLong?: boolean
}

export interface Image {
  type: 'image/jpeg'
  base64: string
}

/** A question whose answer is an object. */
export interface ObjectQuestion extends Question {
  /** A JSON Schema of an object. */
  schema: object
  /** What the answer is called, in letters, digits, `_` and `-`. */
  name: string
}

/** An object question whose answer is looked at by whoever asks. */
export interface CheckedQuestion extends ObjectQuestion {
  /** What is wrong with an answer. The model is told once, and asked again. */
  complaints?: (value: unknown) => readonly string[]
}

/** Tokens of a model that an answer took. */
export interface Usage {
  inputTokens: number
  outputTokens: number
  /** How many of the input tokens came from the endpoint's prompt cache. */
  cachedTokens?: number
}

/** An answer, with the tokens of all requests that it took. */
export interface Answer<Value> extends Said<Value> {
  usage: Usage
}

export interface Said<Value> {
  value: Value
  /** The model was cut off by its limit: what stands in the answer is right, but there would be more. */
  isCut: boolean
}

export function sumOfUsage(...usages: readonly Usage[]): Usage {
  const sumOf = (part: keyof Usage) => usages.reduce((sum, usage) => sum + (usage[part] ?? 0), 0)
  const cachedTokens = sumOf('cachedTokens')
  return {
    inputTokens: sumOf('inputTokens'),
    outputTokens: sumOf('outputTokens'),
    ...(cachedTokens > 0 && { cachedTokens }),
  }
}
