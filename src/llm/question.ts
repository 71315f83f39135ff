/** What a model is asked. */
export interface Question {
  /** The only place for instructions; what comes from elsewhere belongs into the prompt. */
  system: string
  prompt: string
  /** Left to the endpoint when undefined; left out where the endpoint does not take it. */
  temperature?: number
  /** How long the answer may get; left to the endpoint when undefined. */
  outputTokens?: number
  /** Has the answer sent in pieces, so that a long one does not look like silence on the way. */
  isLong?: boolean
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
}

/** What a model answered. */
export interface Answer<Value> {
  value: Value
  usage: Usage
  /** The model was cut off by its limit: what stands in the answer is right, but there would be more. */
  isCut: boolean
}

export function sumOfUsage(...usages: readonly Usage[]): Usage {
  return {
    inputTokens: usages.reduce((sum, { inputTokens }) => sum + inputTokens, 0),
    outputTokens: usages.reduce((sum, { outputTokens }) => sum + outputTokens, 0),
  }
}
