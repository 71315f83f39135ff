export interface Question {
  /** The only place for instructions. Content from elsewhere belongs in the prompt. */
  system: string
  prompt: string
  /**
   * Texts before the prompt that stay the same in the next question of a conversation, so that the endpoint
   * can cache them.
   */
  history?: readonly string[]
  images?: readonly Image[]
  temperature?: number
  outputTokens?: number
  /** Streams the response, so that proxies do not close a long request as idle. */
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
  /** Lists what is wrong with an answer. The model gets the issues and one chance to correct it. */
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
  /** The output limit cut off the model. The content is usable but incomplete. */
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
