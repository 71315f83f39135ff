import { existsSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { hasSection, WRITE_DOCS, writeFigures } from './write-figures.ts'

interface Command {
  name: string
  /** The arguments; those in angle brackets are required. */
  takes?: string
  does: string
  needs: string
  /** The folder in the first argument must contain one of these files. */
  holds?: readonly string[]
  // oxlint-disable-next-line typescript/no-explicit-any -- each takes as many words as `takes` says.
  load(): Promise<(...words: any[]) => Promise<void> | void>
}

const PAGES = { takes: '<folder>', holds: ['data/manifest.json'] }
const TASKS = { takes: '<folder>…', holds: ['tasks.jsonl'] }

/** The measurements. They print figures and assert nothing, because machines differ and are noisy. */
const COMMANDS: readonly Command[] = [
  {
    name: 'start',
    does: 'time to start and stop, memory and CPU when idle',
    needs: 'starts the service; 1 min',
    load: async () => (await import('./start.ts')).benchStart,
  },
  {
    name: 'access',
    does: 'CPU of key check, rate limit and charge of a request',
    needs: 'starts a database; 1 min',
    load: async () => (await import('./access.ts')).benchAccess,
  },
  {
    name: 'fetch',
    does: 'a page from the cache, over HTTP, in the browser, and a large one',
    needs: 'starts the service; 4 min',
    load: async () => (await import('./fetch.ts')).benchFetch,
  },
  {
    name: 'fairness',
    takes: '[MB]',
    does: "one team's small pages beside another's large ones",
    needs: 'starts the service; 1 min',
    load: async () => (await import('./fairness.ts')).benchFairness,
  },
  {
    name: 'crawl',
    does: 'a crawl of 1,000 pages beside crawlee and turndown',
    needs: 'starts the service; 6 min',
    load: async () => (await import('./crawl/crawl.ts')).benchCrawl,
  },
  {
    name: 'crawl long',
    does: 'memory and CPU of a crawl of 10,000 pages',
    needs: 'starts the service; 8 min',
    load: async () => (await import('./crawl/long.ts')).benchLongCrawl,
  },
  {
    name: 'crawl fair',
    does: "one team's scrapes beside another's crawl",
    needs: 'starts the service; 2 min',
    load: async () => (await import('./crawl/fair.ts')).benchFairCrawl,
  },
  {
    name: 'crawl database',
    takes: '<postgres://…>',
    does: 'crawls on your database server beside the embedded one',
    needs: 'a role that may create databases; starts the service; 6 min',
    load: async () => (await import('./crawl/crawl.ts')).benchDatabases,
  },
  {
    name: 'jobs',
    does: 'jobs per second, and how soon one starts',
    needs: 'starts a database; 1 min',
    load: async () => (await import('./jobs.ts')).benchJobs,
  },
  {
    name: 'ssrf',
    takes: '<file>',
    does: 'tests URLs that must be blocked or allowed',
    needs: 'a list of URLs (JSON: block, allow); 3 min',
    load: async () => (await import('./ssrf.ts')).benchSsrf,
  },
  {
    name: 'content',
    ...PAGES,
    does: 'main content and Markdown of pages, and their speed',
    needs: 'the extraction benchmark; starts the service; 6 min, and 10 before to train',
    load: async () => (await import('./content/content.ts')).benchContent,
  },
  {
    name: 'train',
    ...PAGES,
    does: 'trains the model of main content and writes it into src/',
    needs: 'the extraction benchmark; 10 min',
    load: async () => (await import('./content/content.ts')).benchTraining,
  },
  {
    name: 'search',
    ...PAGES,
    does: 'quality and speed of search in the own index',
    needs: 'the extraction benchmark; starts a database; 8 min',
    load: async () => (await import('./search/search.ts')).benchSearch,
  },
  {
    name: 'documents',
    takes: '<folder> [set, quality or speed]',
    does: 'documents as Markdown beside liteparse, their speed, bad input',
    needs: 'the documents benchmark; starts the service; 8 min',
    holds: ['metrics.mjs'],
    load: async () => (await import('./documents/documents.ts')).benchDocuments,
  },
  {
    name: 'everyday',
    takes: '<folder> [--in-process] [--model <url>]',
    does: 'data, answers, agent tasks or instructions on everyday pages',
    needs:
      'a set of everyday pages or instructions; a model only with --model; starts the service; 2 to 10 min',
    holds: ['tasks.jsonl', 'trials.mjs'],
    load: async () => (await import('./everyday/everyday.ts')).benchEveryday,
  },
  {
    name: 'click',
    does: 'an instruction with one click beside Playwright',
    needs: 'starts Chromium; 1 min',
    load: async () => (await import('./interact/click.ts')).benchClick,
  },
  {
    name: 'extract fixtures',
    does: 'data of the pages in test/extraction',
    needs: 'nothing; 1 min',
    load: async () => (await import('./extract/fixtures.ts')).benchFixtures,
  },
  {
    name: 'extract speed',
    does: 'CPU time of data on pages of 100 kB',
    needs: 'nothing; 1 min',
    load: async () => (await import('./extract/fixtures.ts')).benchSpeed,
  },
  {
    name: 'extract answers',
    takes: '[--misses]',
    does: 'questions, highlights and summaries of the pages in test/answers',
    needs: 'nothing; 1 min',
    load: async () => (await import('./extract/answers.ts')).benchAnswers,
  },
  {
    name: 'extract swde',
    takes: '<folder> [--misses]',
    does: 'labelled values of pages, alone and with siblings',
    needs: 'pages as SWDE has them; 2 min',
    holds: ['manifest.jsonl'],
    load: async () => (await import('./extract/swde.ts')).benchSwde,
  },
  {
    name: 'extract pii',
    takes: '<folder> [corpora] [--misses]',
    does: 'personal data in labelled sentences, and speed',
    needs: 'labelled sentences; corpora of names to cross-validate; 1 min',
    holds: ['sentences.jsonl'],
    load: async () => (await import('./extract/pii.ts')).benchPii,
  },
  {
    name: 'extract validate',
    ...TASKS,
    does: 'cross-validates the choice of values for fields',
    needs: 'sets of everyday pages; 10 min',
    load: async () => (await import('./extract/train.ts')).validate,
  },
  {
    name: 'extract train',
    ...TASKS,
    does: 'trains that choice and writes it into src/',
    needs: 'sets of everyday pages; 10 min',
    load: async () => (await import('./extract/train.ts')).train,
  },
  {
    name: 'extract train-answers',
    takes: '[folder…] [--write]',
    does: 'trains the ranking of answers',
    needs: 'sets of everyday pages; 2 min',
    load: async () => (await import('./extract/train-answers.ts')).trainAnswers,
  },
  {
    name: 'extract train-names',
    takes: '<folder> [corpora]',
    does: 'trains the tagger of names and writes it into src/',
    needs: 'labelled sentences; corpora of names; 5 min',
    holds: ['sentences.jsonl'],
    load: async () => (await import('./extract/train-names.ts')).trainNames,
  },
  {
    name: 'mcp',
    does: 'cost of a tool call beside its request, local and hosted',
    needs: 'starts the service; 1 min',
    load: async () => (await import('./mcp.ts')).benchMcp,
  },
  {
    name: 'oauth',
    does: 'sign-in of a client up to its first tool result',
    needs: 'starts the service; 1 min',
    load: async () => (await import('./oauth.ts')).benchOAuth,
  },
  {
    name: 'client',
    does: 'size and load time of the published client',
    needs: 'nothing; 1 min',
    load: async () => (await import('./client.ts')).benchClient,
  },
]

const words = process.argv.slice(2)
const problem = words.length === 0 ? printList(COMMANDS) : await run(words)
if (problem !== undefined) {
  console.error(problem)
  process.exitCode = 1
}

/** Runs the command with the longest matching name; returns an error message for invalid arguments. */
async function run(given: readonly string[]): Promise<string | undefined> {
  const names = [given.slice(0, 2).join(' '), given[0]]
  const command = names.flatMap((name) => COMMANDS.find((one) => one.name === name) ?? [])[0]
  if (command === undefined) {
    const near = COMMANDS.filter(({ name }) => name.startsWith(`${given[0]} `))
    const known = (near.length > 0 ? near : COMMANDS).map(({ name }) => name).join(', ')
    return `Unknown command "${given.join(' ')}". Known: ${known}. Run "npm run bench" to see the arguments of each.`
  }
  const rest = given.slice(command.name.split(' ').length).filter((word) => word !== WRITE_DOCS)
  const isForDocs = given.includes(WRITE_DOCS)
  if (isForDocs && !hasSection(command.name))
    return `"${command.name}" has no section in docs/reference/quality.md, so ${WRITE_DOCS} has nothing to write.`
  const { takes = '', holds } = command
  const [first] = rest
  if (takes.startsWith('<') && (first === undefined || first.startsWith('--')))
    return `"${command.name}" requires an argument: npm run bench ${command.name} ${takes}`
  if (holds && !holds.some((file) => existsSync(join(first!, file))))
    return `The folder "${first}" contains no ${holds.join(' or ')}. "${command.name}" needs: ${command.needs}.`
  printLoad('before')
  await (
    await command.load()
  )(...rest)
  printLoad('after')
  if (isForDocs) writeFigures(command.name, rest)
  return undefined
}

function printList(commands: readonly Command[]): undefined {
  console.log(
    'npm run bench <command>; put options that begin with -- after a separate --; --write-docs updates docs/reference/quality.md\n',
  )
  const lines = commands.map(({ name, takes = '', does, needs }) => [`${name} ${takes}`.trim(), does, needs])
  const [nameWidth, doesWidth] = [0, 1].map((at) => Math.max(...lines.map((line) => line[at]!.length)))
  for (const [name, does, needs] of lines)
    console.log(`${name!.padEnd(nameWidth!)}  ${does!.padEnd(doesWidth!)}  needs: ${needs}`)
}

function printLoad(when: string): void {
  const loads = loadavg().map((load) => load.toFixed(2))
  console.log(`load average ${when}: ${loads.join(' ')}`)
}
