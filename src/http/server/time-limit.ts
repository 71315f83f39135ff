/** How long one request may take. */
export interface TimeLimit {
  /** Set by the operator. */
  mostTimeoutMs: number
}

/** The same options with no more time than the operator allows. */
export function inTime<Options extends { timeout: number }>(
  { mostTimeoutMs }: TimeLimit,
  options: Options,
): Options {
  return options.timeout <= mostTimeoutMs ? options : { ...options, timeout: mostTimeoutMs }
}
