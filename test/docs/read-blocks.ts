/** A code block of a page, with the comments directly above it. */
export interface Block {
  /** The line of its first fence, from 1. */
  line: number
  language: Language
  code: string
  /** The reason why it cannot run here; it is then only checked for syntax. */
  syntaxOnly?: string
  /** Texts that its output must contain. */
  expects: string[]
  /** Shell variables, and the path of each in the JSON that the block prints. */
  saves: [name: string, path: string][]
}

type Language = 'sh' | 'js' | 'ts' | 'python' | 'other'

/** The code blocks of a Markdown page. Throws where a block or a comment above it is not understood. */
export function readBlocks(markdown: string): Block[] {
  const lines = markdown.split('\n')
  const blocks: Block[] = []
  let comments: Comment[] = []
  for (let at = 0; at < lines.length; at++) {
    const line = lines[at]!
    const [, indent, fence, word] = /^(\s*)(`{3,}|~{3,})\s*([\w+-]*)/.exec(line) ?? []
    if (fence === undefined) {
      const comment = /^\s*<!--\s*(.*?)\s*-->\s*$/.exec(line)
      if (comment) comments.push({ line: at + 1, text: comment[1]! })
      else if (line.trim() !== '') comments = []
      continue
    }
    const end = lines.findIndex((other, place) => place > at && other.trim() === fence)
    if (end < 0) throw new Error(`line ${at + 1}: This code block has no end.`)
    const code = lines
      .slice(at + 1, end)
      .map((one) => one.replace(new RegExp(`^\\s{0,${indent!.length}}`), ''))
    blocks.push(blockOf({ line: at + 1, word: word!, code: code.join('\n'), comments }))
    comments = []
    at = end
  }
  return blocks
}

interface Comment {
  line: number
  text: string
}

interface Raw {
  line: number
  word: string
  code: string
  comments: readonly Comment[]
}

function blockOf({ line, word, code, comments }: Raw): Block {
  const language = LANGUAGES[word.toLowerCase()]
  if (language === undefined) {
    throw new Error(
      word === ''
        ? `line ${line}: This code block names no language. Use \`text\` for output.`
        : `line ${line}: Unknown language \`${word}\`. Use one of ${Object.keys(LANGUAGES).join(', ')}.`,
    )
  }
  const block: Block = { line, language, code, expects: [], saves: [] }
  for (const comment of comments) apply(comment, block)
  return block
}

/** Those that run or are checked, and those that are only shown. */
const LANGUAGES: Record<string, Language> = {
  sh: 'sh',
  bash: 'sh',
  shell: 'sh',
  js: 'js',
  javascript: 'js',
  mjs: 'js',
  ts: 'ts',
  typescript: 'ts',
  py: 'python',
  python: 'python',
  ...Object.fromEntries(
    'json jsonc jsonl text md markdown html css xml yaml yml toml ini sql http csv diff nginx caddy dockerfile mermaid systemd'
      .split(' ')
      .map((name) => [name, 'other' as const]),
  ),
}

function apply({ line, text }: Comment, block: Block): void {
  const [, reason] = /^syntax only:\s*(\S.*)$/.exec(text) ?? []
  const [, expected] = /^expect\s+("(?:[^"\\]|\\.)*")$/.exec(text) ?? []
  const pairs = /^save((?:\s+[A-Za-z_]\w*=\.[\w.[\]-]*)+)$/.exec(text)?.[1]?.trim().split(/\s+/)
  if (reason !== undefined) block.syntaxOnly = reason
  else if (expected !== undefined) block.expects.push(JSON.parse(expected) as string)
  else if (pairs) block.saves.push(...pairs.map((pair) => pair.split('=') as [string, string]))
  else if (/^(?:syntax|expect|save)/.test(text) || block.language !== 'other')
    throw new Error(
      `line ${line}: Unknown comment \`${text}\` above a code block. Write \`save NAME=.path\`, \`expect "text"\` or \`syntax only: reason\`.`,
    )
}
