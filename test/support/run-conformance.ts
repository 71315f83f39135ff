import { runNode } from './run-node.ts'

interface Verdict {
  code: number | null
  /** One line for each scenario, then the sums. */
  summary: string
  /** All that was said. */
  output: string
}

/** The published checks of the protocol, unchanged. */
export async function runConformance(
  words: readonly string[],
  onOutput?: (out: string) => void,
): Promise<Verdict> {
  const program = 'node_modules/@modelcontextprotocol/conformance/dist/index.js'
  const { code, out, err } = await runNode(program, words, onOutput)
  const output = out + err
  return { code, output, summary: output.split('=== SUMMARY ===')[1]?.trim() ?? output }
}
