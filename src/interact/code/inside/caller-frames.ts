/** What the program is called in stacks. */
const PROGRAM = 'program.js'

/** The lines of a stack that are in the program itself. */
export function callerFrames({ stack }: { stack?: unknown }): string {
  const lines = String(stack ?? '').split('\n')
  return lines.filter((line) => line.includes(PROGRAM)).join('\n')
}
