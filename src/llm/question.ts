export interface Question {
  /** The only place for instructions; what comes from elsewhere belongs into the prompt. */
  system: string
  prompt: string
  /** Texts before the prompt that are the same in the next question of a conversation, so that an endpoint can cache them. */
  history?: readonly string[]
  images?: readonly Image[]
  temperature?: number
  outputTokens?: number
  /** Has the answer sent in pieces, so that a long one does not look like silence on the way. */
  isLong?: boolean
}

export interface Image {
  type: 'image/jpeg'
  base64: string
}

export interface ObjectQuestion extends Question {
  schema: object
  name: string
}

export interface CheckedQuestion extends ObjectQuestion {
  /** What is wrong with an answer. The model is told once, and asked again. */
  issuesIn?: (value: unknown) => readonly string[]
}

export interface Usage {
  inputTokens: number
  outputTokens: number
  cachedTokens?: number
}

export interface ModelResult<Value> extends ModelOutput<Value> {
  usage: Usage
}

export interface ModelOutput<Value> {
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
