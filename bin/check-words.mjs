#!/usr/bin/env node
// Checks that comments, messages, test names and documents use ordinary words. The rules are in CONTRIBUTING.md.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import ts from 'typescript'

const IP_OR_MAIL =
  /\b(?:IP|IPv[46]|e-?mails?|mail\w*|postal|street|city|network|loopback|private|public|internal|client|DNS|resolve[sd]?|port|listens?|bind|socket|peer|ranges?|person\w*|phones?|contact|billing|shipping|delivery|senders?|recipients?|wallets?|memory|MAC|CIDR|block lists?|\d+\.\d+\.\d+)\b/i

/** Each rule: what no sentence may match, what to write instead, and what makes a sentence right after all. */
const RULES = [
  [/\b(?:flights?|passengers?|pilots?|boarding)\b/i, 'shared fetch, leader, follower'],
  [/\b(?:journeys?|deeds?|tongues?|errands?|vigils?)\b/i, 'crawl context, action, language, heartbeat'],
  [/\b(?:the|a|its|embedded|model) minds?\b|\bminds\b/i, 'strategy'],
  [/\b(?:the|its|our|their) hands\b/i, 'tools'],
  [/\b(?:who|what|which)ever\b/i, 'any, every, each'],
  [/\b(?:some|no|any)body\b/i, 'the noun: a caller, no process'],
  [/(?:^|[.!:] )(?:Who|What) (?!(?:is new|if|it means|for)\b)[a-z][^?]*(?:$|[.;])/, 'subject and verb first'],
  [
    /\b(?:is|are|was|were|be|been) answered with\b|\banswers? with [45]\d\d\b/i,
    'gets, returns, responds with',
  ],
  [/\b(?:is|are|was|were|be|been) (?:told|said)\b/i, 'reports, gets, names'],
  [/\bno more(?=[.,;]|$)|\bany more(?=[.,;]|$)|\bonce more\b|\banew\b/i, 'no longer, again'],
  [/\b(?:was|were|is|are|been|be) had\b|\bto be had\b/i, 'stored, available'],
  [/\ball the same\b|\bas well as not\b|\bso to speak\b|\bby and by\b|\bin silence\b/i, 'plain words'],
  [/\bof (?:ours|theirs|yours)\b|\bsake\b|\bwithout end\b/i, 'our, for, unlimited'],
  [/\bnothing (?:parts|is asked|is wanted|is known)\b/i, 'name the thing'],
  [/\b(?:lies|lie|lay) in\b/i, 'is stored in, is in'],
  [/\b(?:thereof|therein|thereby|whereby|wherein|hitherto|whence|thence|henceforth)\b/i, 'plain words'],
  [/\bin the name of\b/i, 'for, owned by'],
  [/\btroubles?\b/i, 'error, failure, problem'],
  [/\bcomplain(?:s|ts?|ed|ing)?\b/i, 'issue, error, warning'],
  [/\bwish(?:es|ed)?\b/i, 'option, request, field'],
  [/\baddress(?:es)?\b/i, 'URL', IP_OR_MAIL],
]

/** Not ours: pages and data that tests read, generated files, and word lists. */
const NOT_OURS =
  /^(?:test\/(?:pages|answers|extraction|extraction-shop|flows\/fixtures)\/|examples\/|packages\/client\/src\/wire\.ts|bin\/check-words\.mjs|test\/checks\/)/

/** The sentences of one file that break a rule, each with its line. */
export function hitsIn(file, text) {
  return proseIn(file, text).flatMap(({ start, prose }) => {
    const plain = prose
      .replaceAll(/`[^`]*`|"[^"]*"|“[^”]*”|\$\{[^}]*\}|https?:\/\/\S+/g, '…')
      .replaceAll(/\s*\n\s*(?:\/\/|\*|--)?\s*/g, ' ')
    const sentences = plain.split(/(?<=[.!?;:]) /)
    return RULES.flatMap(([pattern, instead, unless]) => {
      const broken = sentences.find((sentence) => pattern.test(sentence) && !unless?.test(plain))
      if (broken === undefined) return []
      const line = text.slice(0, start).split('\n').length
      return [`${file}:${line} "${broken.trim().slice(0, 120)}" – write: ${instead}`]
    })
  })
}

function proseIn(file, text) {
  if (file.endsWith('.md')) return paragraphsOf(text)
  if (file.endsWith('.sql')) return matchesOf(text, /--[^\n]*/g)
  if (file.endsWith('.html')) return matchesOf(text, /(?<=>)[^<>{}]+(?=<)/g)
  return proseOfCode(file, text)
}

function matchesOf(text, pattern) {
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    start: index,
    prose: found.replace(/^--\s*/, ''),
  }))
}

/** Paragraphs, list items and cells of a document. Code is a quotation. */
function paragraphsOf(text) {
  const withoutCode = text.replaceAll(/^```[^]*?^```|<!--[^]*?-->|`[^`\n]*`/gm, (code) =>
    code.replaceAll(/[^\n]/g, '…'),
  )
  return matchesOf(withoutCode, /[^\n|]+(?:\n(?!\n|[#|>-])[^\n|]+)*/g).map(({ start, prose }) => ({
    start,
    prose: prose.replace(/^[\s#>*-]+/, ''),
  }))
}

/** Comments, strings of three words or more, and the names of tests. */
function proseOfCode(file, text) {
  const tree = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const isTest = file.endsWith('.test.ts') || file.startsWith('test/')
  const found = new Map()
  const add = (start, prose) => found.set(start, { start, prose })
  const visit = (node) => {
    const comments = [
      ...(ts.getLeadingCommentRanges(text, node.pos) ?? []),
      ...(ts.getTrailingCommentRanges(text, node.end) ?? []),
    ]
    for (const { pos, end } of comments)
      add(pos, text.slice(pos, end).replaceAll(/^\/[/*]+\s*|\s*\*\/$/g, ''))
    if (isText(node) && (!isTest || namesTest(node))) {
      const prose = text.slice(node.getStart(tree) + 1, node.end - 1)
      if (SENTENCE.test(prose) && !isSql(node, prose)) add(node.getStart(tree), prose)
    }
    for (const child of node.getChildren(tree)) visit(child)
  }
  visit(tree)
  return [...found.values()]
}

/** A list of words or a selector has none of these. */
const SENTENCE =
  /^[A-Z].*\.$|\w \S+ \w[^]*\b(?:an?|the|is|are|was|of|to|for|in|and|or|not|no|with|by|must|cannot)\b|\b(?:an?|the|is|of|not|no)\b[^]*\w \S+ \w/i

function isSql(node, prose) {
  return (
    ts.isTaggedTemplateExpression(node.parent) ||
    /^\s*(?:select|insert|update|delete|with|create|alter)\b/.test(prose)
  )
}

function isText(node) {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)
}

function namesTest(node) {
  const call = node.parent
  return (
    ts.isCallExpression(call) &&
    call.arguments[0] === node &&
    /^(?:it|describe|test)$/.test(call.expression.getText())
  )
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  const files = execFileSync('git', ['ls-files'], { encoding: 'utf8' })
    .split('\n')
    .filter((file) => /\.(?:ts|mjs|js|md|sql|html)$/.test(file) && !NOT_OURS.test(file))
  const hits = files.flatMap((file) => hitsIn(file, readFileSync(file, 'utf8')))
  for (const hit of hits) console.error(hit)
  console.log(`words: ${hits.length} sentences in ${files.length} files break a rule of bin/check-words.mjs`)
  process.exitCode = hits.length > 0 ? 1 : 0
}
