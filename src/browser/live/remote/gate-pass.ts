/** What was said to the gate, the session's pass among it: Playwright shows it with the headers of a request. */
export function isToGate(header: string): boolean {
  return /^proxy-/i.test(header)
}

/** Headers as a program may see them. */
export function withoutPass(headers: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !isToGate(name)))
}
