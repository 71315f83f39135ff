import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { replaceSection, tableOf } from '../bin/docs/marked-section.ts'
import { PRINTED, shown } from './figures.ts'
import type { Rows } from './figures.ts'

/** How the tables that a command prints become a section of docs/reference/quality.md. */
interface Section {
  /** The name of the section, from the arguments of the command. */
  name(words: readonly string[]): string
  /** The measurement and its data. */
  about: string
  /** The titles of the tables that go into the docs. */
  tables: RegExp
  /** Rows that stay out, as too detailed. */
  without?: RegExp
  /** The columns that go into the docs, and their names there; all when absent. */
  columns?: Record<string, string>
}

/** By the name of the command. */
const SECTIONS: Record<string, Section> = {
  content: {
    name: () => 'content',
    about:
      'Main content and Markdown of 1,661 real pages: WCXB (260 test and 637 development pages, word F1), AEB (98 pages, shingle F1), the segments of trafilatura (478 pages, F1), and the goldens of readability (67) and defuddle (121), word F1. The shipped model has learned from these pages. "Out of fold" is the figure to expect on new pages: each page is scored by a model that has seen no page of its site.',
    tables: /^(?:measure|Markdown round trip, F1)$/,
  },
  documents: {
    name: (words) => (words.includes('speed') ? 'documents speed' : 'documents'),
    about:
      'Documents as Markdown through the running service, with liteparse alone beside it. Scores are from 0 to 1; the number of documents, rules or facts is in parentheses.',
    tables: /^documents$|small text PDFs$/,
    columns: {
      overall: 'Overall',
      nid: 'Reading order (NID)',
      teds: 'Tables (TEDS)',
      tedsAll: 'All tables (TEDS, strict)',
      mhs: 'Headings (MHS)',
      rules: 'Rules passed',
      facts: 'Facts found',
      failed: 'Failed',
      'pages per CPU second': 'Pages per CPU second',
    },
  },
  everyday: {
    name: ([folder]) => `everyday ${basename(folder!)}`,
    about: 'Without a model, and without a service around it. The rules of the set decide what is right.',
    tables: /^kind$/,
    columns: {
      tasks: 'Tasks',
      'all right': 'All right',
      recall: 'Recall',
      precision: 'Precision',
      'kept empty': 'Absent fields left empty',
      trials: 'Instructions',
      solved: 'Solved',
      honest: 'Failed and said so',
      claim: 'False claim',
      deed: 'Wrong action',
      broken: 'Error',
    },
  },
  'extract fixtures': {
    name: () => 'extract fixtures',
    about:
      'The pages of `test/extraction`, with a schema for each. The extraction was developed on these pages.',
    tables: /^kind of page$/,
  },
  'extract answers': {
    name: () => 'extract answers',
    about: 'Questions about the pages of `test/answers` and `test/pages`, without a model.',
    tables: /^set of questions$/,
  },
  'extract swde': {
    name: () => 'extract swde',
    about:
      'Marked values of 480 pages of the SWDE data set (2011; cars, books, cameras and jobs), each field asked for by its name alone. The text must match exactly. "Bare" accepts `Knopf` for a text marked as `Publisher: Knopf`. "Alone" is without other pages of the site. The extraction has not learned from these pages.',
    tables: /^with siblings/,
    without: /^ /,
    columns: {
      F1: 'F1',
      P: 'Precision',
      'F1 bare': 'F1, bare',
      'P bare': 'Precision, bare',
      'F1 alone': 'F1, alone',
      'P alone': 'Precision, alone',
    },
  },
  'extract pii': {
    name: () => 'extract pii',
    about:
      'Personal data in 900 generated sentences of presidio-research. A value counts as found when no part of it is left. The tagger of names has learned from these sentences, so expect less on new text. Over-redaction is the share of other words that were removed.',
    tables: /^shipped model/,
    without: /^(?:ORGANIZATION|GPE|DATE_TIME|TITLE|DOMAIN_NAME|NRP)$/,
    columns: { recall: 'Recall', of: 'Values', '%': 'Per cent', 'of words': 'Words' },
  },
  crawl: {
    name: () => 'crawl',
    about: 'A crawl of 1,000 pages beside crawlee and turndown on the same machine.',
    tables: /median of/,
  },
  fetch: { name: () => 'fetch', about: 'Pages that need a browser, 4 at once.', tables: /^pages by script/ },
}

/** The option that writes the printed tables into the docs. */
export const WRITE_DOCS = '--write-docs'

const QUALITY = new URL('../docs/reference/quality.md', import.meta.url)

/** Writes the tables that a command has just printed into its section of the docs. */
export function writeFigures(command: string, words: readonly string[]): void {
  const section = SECTIONS[command]
  if (!section) throw new Error(`"${command}" has no section in docs/reference/quality.md.`)
  const tables = PRINTED.filter(({ title }) => section.tables.test(title)).map((one) =>
    tableFor(one, section),
  )
  if (tables.length === 0) throw new Error(`"${command}" printed no table for docs/reference/quality.md.`)
  const shownWords = words.map((word) => (word.includes('/') ? '<folder>' : word)).join(' ')
  const body = [
    section.about,
    ...tables,
    `Measured on ${new Date().toISOString().slice(0, 10)} at commit ${commitNow()} by \`npm run bench -- ${command} ${shownWords}`.trim() +
      ` ${WRITE_DOCS}\`.`,
  ].join('\n\n')
  const name = section.name(words)
  writeFileSync(QUALITY, replaceSection(readFileSync(QUALITY, 'utf8'), { kind: 'figures', name }, body))
  console.log(`written to docs/reference/quality.md: ${name}`)
}

/** Whether a command has a section to write. */
export function hasSection(command: string): boolean {
  return Object.hasOwn(SECTIONS, command)
}

function tableFor({ title, rows }: { title: string; rows: Rows }, { without, columns }: Section): string {
  const found = [...new Set(Object.values(rows).flatMap((row) => Object.keys(row)))]
  const names = columns ? Object.keys(columns).filter((name) => found.includes(name)) : found
  const kept = Object.entries(rows).filter(([name]) => !without?.test(name))
  const cells = names.map((name) => shown(kept.map(([, row]) => row[name])))
  return tableOf(
    [capital(title), ...names.map((name) => columns?.[name] ?? capital(name))],
    kept.map(([name], at) => [name.trim(), ...cells.map((column) => column[at]!)]),
  )
}

function capital(text: string): string {
  return `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`
}

function commitNow(): string {
  const git = (...words: string[]) => execFileSync('git', words, { encoding: 'utf8' }).trim()
  const isChanged = git('status', '--porcelain', '--', 'src') !== ''
  return `${git('rev-parse', '--short', 'HEAD')}${isChanged ? ' with local changes' : ''}`
}
