import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import type { Block } from './read-blocks.ts'

/** Throws when a block is not in its language; Python only where there is one. */
export async function checkSyntax(block: Block, { folder }: { folder: string }): Promise<void> {
  if (block.language === 'js' || block.language === 'ts') return checkScript(block.code)
  const [program, words] =
    block.language === 'sh'
      ? ['bash', ['-n']]
      : ['python3', ['-c', 'import ast, sys; ast.parse(open(sys.argv[1]).read())']]
  const file = join(folder, '..', 'syntax.txt')
  await writeFile(file, block.code)
  await run(program, [...words, file]).catch((error: Error & { code?: unknown }) => {
    if (error.code !== 'ENOENT' || program === 'bash') throw error
  })
}

const run = promisify(execFile)

function checkScript(code: string): void {
  const { diagnostics = [] } = ts.transpileModule(code, {
    reportDiagnostics: true,
    compilerOptions: { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ESNext },
  })
  const [first] = diagnostics
  if (first) throw new Error(ts.flattenDiagnosticMessageText(first.messageText, '\n'))
}
