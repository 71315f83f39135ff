#!/usr/bin/env node
// Checks the sizes of functions, files, folders and documents, how many files a scrape reaches, and that ARCHITECTURE.md
// and the READMEs in src/ match the source.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import ts from 'typescript'
import { DOMAIN, MAY_IMPORT } from '../.dependency-cruiser.mjs'

const MOST_LINES_OF_A_FUNCTION = 80
const MOST_LINES_OF_A_FILE = 400
const MOST_FILES_IN_SRC = 8
const MOST_FILES_OF_A_SCRAPE = 80
const MOST_BYTES_OF_THE_MAP = 10_000
const MOST_LINES_OF_A_README = 60

/** Non-test lines that each part of `src/` aims at. Everything else shares the last row. */
const BUDGETS = [
  [['interact'], 11_000],
  [['extract', 'agent'], 20_000],
  [['documents'], 19_000],
  [['content', 'scrape'], 13_000],
  [['browser'], 11_000],
  [['store'], 10_000],
  [undefined, 31_000],
]

/** Written by `npm run generate:client`. */
const GENERATED = new Set(['packages/client/src/wire.ts'])

/** A scrape is followed from its route; what lies behind these folders' first files is their own matter. */
const SCRAPE_ROUTE = 'src/http/pages/scrape.ts'
const NOT_FOLLOWED = /^src\/(extract|documents|browser|llm)\//

const problems = []

const parsed = sourcesIn('src', 'packages').map((file) => {
  const text = readFileSync(file, 'utf8')
  return {
    file,
    lines: text.split('\n').length - 1,
    tree: ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true),
  }
})
for (const { file, lines, tree } of parsed) {
  if (lines > MOST_LINES_OF_A_FILE && !GENERATED.has(file)) {
    problems.push(`${file} has ${lines} lines; the limit is ${MOST_LINES_OF_A_FILE}.`)
  }
  checkFunctions(tree, file, tree)
}

const loose = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isFile())
if (loose.length > MOST_FILES_IN_SRC) {
  problems.push(
    `src/ has ${loose.length} files of its own; the limit is ${MOST_FILES_IN_SRC}. Move some into a folder.`,
  )
}

for (const folder of Object.keys(MAY_IMPORT)) {
  if (!existsSync(join('src', folder)))
    problems.push(`The import rules name src/${folder}, which does not exist.`)
}

const reached = reach(SCRAPE_ROUTE)
if (reached.length > MOST_FILES_OF_A_SCRAPE) {
  problems.push(`A scrape reaches ${reached.length} files; the limit is ${MOST_FILES_OF_A_SCRAPE}.`)
}

const map = readFileSync('ARCHITECTURE.md', 'utf8')
const mapBytes = Buffer.byteLength(map)
if (mapBytes > MOST_BYTES_OF_THE_MAP) {
  problems.push(`ARCHITECTURE.md has ${mapBytes} bytes; the limit is ${MOST_BYTES_OF_THE_MAP}.`)
}
checkImportTable()
const isThere = pathFinder()
checkNames('ARCHITECTURE.md', map)
for (const folder of readdirSync('src')) {
  const readme = `src/${folder}/README.md`
  if (!existsSync(readme)) continue
  const text = readFileSync(readme, 'utf8')
  const lines = text.split('\n').length - 1
  if (lines > MOST_LINES_OF_A_README) {
    problems.push(`${readme} has ${lines} lines; the limit is ${MOST_LINES_OF_A_README}.`)
  }
  checkNames(readme, text)
}

const ours = parsed.filter(({ file }) => file.startsWith('src/'))
for (const [folders, most] of BUDGETS) {
  const lines = ours
    .filter(({ file }) => isIn(folders, file.split('/')[1]))
    .reduce((sum, { lines }) => sum + lines, 0)
  const name = folders?.join(' + ') ?? 'everything else'
  console.log(`${name}: ${lines} of ${most} lines`)
}
console.log(
  `src: ${ours.reduce((sum, { lines }) => sum + lines, 0)} lines in ${ours.length} files; a scrape reaches ${reached.length} files`,
)
if (process.argv.includes('--reach')) console.log(reached.join('\n'))
for (const problem of problems) console.error(problem)
process.exit(problems.length > 0 ? 1 : 0)

function isIn(folders, folder) {
  return folders ? folders.includes(folder) : !BUDGETS.some(([others]) => others?.includes(folder))
}

function sourcesIn(...folders) {
  return folders
    .flatMap((folder) => readdirSync(folder, { recursive: true }).map((name) => join(folder, name)))
    .filter(
      (file) => /\.(ts|js|mjs)$/.test(file) && !file.endsWith('.test.ts') && !file.includes('node_modules'),
    )
}

function checkFunctions(node, file, tree) {
  if (ts.isFunctionLike(node) && node.body) {
    const first = tree.getLineAndCharacterOfPosition(node.getStart()).line
    const lines = tree.getLineAndCharacterOfPosition(node.end).line - first + 1
    if (lines > MOST_LINES_OF_A_FUNCTION) {
      problems.push(
        `${file}:${first + 1} is a function of ${lines} lines; the limit is ${MOST_LINES_OF_A_FUNCTION}.`,
      )
    }
  }
  ts.forEachChild(node, (child) => checkFunctions(child, file, tree))
}

/** The files that one file loads, itself included: values only, since types are gone when it runs. */
function reach(start) {
  const trees = new Map(parsed.map(({ file, tree }) => [file, tree]))
  const seen = new Set([start])
  for (const file of seen) {
    if (NOT_FOLLOWED.test(file) && file !== start) continue
    for (const statement of trees.get(file)?.statements ?? []) {
      const target = loads(statement) && normalize(join(dirname(file), statement.moduleSpecifier.text))
      if (target && trees.has(target)) seen.add(target)
    }
  }
  return [...seen].sort()
}

function loads(statement) {
  if (ts.isImportDeclaration(statement)) return !statement.importClause?.isTypeOnly
  return ts.isExportDeclaration(statement) && statement.moduleSpecifier !== undefined && !statement.isTypeOnly
}

/** Adds a problem for each file or folder that a document names and that does not exist. */
function checkNames(document, text) {
  const named = text.matchAll(/`([\w.-][\w./-]*(?:\/|\.(?:ts|js|mjs|sql|json|txt|py|md|html)))`/g)
  for (const name of new Set([...named].map(([, name]) => name))) {
    if (name === 'robots.txt' || isThere(name) || existsSync(join(dirname(document), name))) continue
    problems.push(`${document} names ${name}, which does not exist.`)
  }
}

function pathFinder() {
  const paths = ['src', 'packages', 'bin', 'test', 'bench', 'docs', 'examples'].flatMap((root) =>
    readdirSync(root, { recursive: true }).map((name) => `/${join(root, name)}`),
  )
  return (name) => existsSync(name) || paths.some((path) => path.endsWith(`/${name.replace(/\/$/, '')}`))
}

/** Each row of the import table names a folder and, in its last cell, the folders that it may import. */
function checkImportTable() {
  const rows = [...map.matchAll(/^\| \[?`([a-z]+)\/`.*\| ([a-z, ]*)\|$/gm)].map(([, folder, names]) => [
    folder,
    names.match(/[a-z]+/g) ?? [],
  ])
  const listed = new Map(rows)
  for (const [folder, allowed] of Object.entries(MAY_IMPORT)) {
    const names = listed.get(folder)?.flatMap((name) => (name === 'domain' ? DOMAIN : [name]))
    if (names === undefined || names.toSorted().join() !== allowed.toSorted().join()) {
      problems.push(`ARCHITECTURE.md must say that ${folder} may import: ${allowed.join(', ') || 'nothing'}.`)
    }
  }
}
