// The import rules. ARCHITECTURE.md has them as a table.
export const DOMAIN = [
  'access',
  'documents',
  'scrape',
  'extract',
  'redact',
  'crawl',
  'search',
  'agent',
  'interact',
  'webhooks',
  'screening',
  'siem',
]
const INFRASTRUCTURE = ['egress', 'store', 'jobs', 'browser', 'llm', 'mail', 'oauth']

/** Every folder may import these. Their files are public, like those of contract/. */
const EVERYWHERE = ['language', 'learned', 'concurrency']

/** Imports allowed to each folder, besides itself, EVERYWHERE, fault.ts and log.ts. */
export const MAY_IMPORT = {
  language: [],
  learned: [],
  concurrency: [],
  config: ['contract', 'egress', 'screening', 'search'],
  contract: [],
  egress: [],
  access: ['contract', 'egress'],
  documents: [],
  content: ['contract', 'documents'],
  scrape: ['contract', 'content', 'documents', 'egress', 'extract', 'redact', 'browser', 'llm'],
  redact: ['contract'],
  extract: ['contract', 'llm'],
  crawl: ['contract', 'access', 'egress', 'extract', 'llm'],
  search: ['contract', 'egress', 'jobs', 'extract', 'llm'],
  agent: ['contract', 'egress', 'jobs', 'extract', 'llm'],
  interact: ['contract', 'access', 'browser', 'extract', 'llm'],
  webhooks: ['contract', 'egress'],
  screening: ['contract', 'egress'],
  siem: ['contract', 'access', 'egress', 'jobs'],
  jobs: ['egress'],
  browser: ['contract', 'egress'],
  llm: ['egress'],
  oauth: ['contract', 'access', 'egress', 'mail'],
  store: ['contract', 'jobs', 'oauth', ...DOMAIN],
  http: ['contract', 'jobs', 'oauth', ...DOMAIN],
  admin: ['contract', 'access', 'oauth', 'store'],
  mail: ['egress'],
}

/** Imports allowed to each package, besides itself. */
const PACKAGES = { client: [], mcp: ['client'], cli: ['client'] }

const packageRules = Object.entries(PACKAGES).map(([name, allowed]) => ({
  name: `package-${name}-imports`,
  severity: 'error',
  comment: `packages/${name} may import ${[...allowed, 'itself'].join(', ')} and nothing of the service.`,
  from: { path: `^packages/${name}/src/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^(src|packages|test|bench)/', pathNot: `^packages/(${[name, ...allowed].join('|')})/src/` },
}))

/** The MCP tools of the package are also those of the hosted server. */
const PACKAGE_DOORS = '^packages/(mcp/src/tool-server|client/src/client)\\.ts$'

const folderRules = Object.entries(MAY_IMPORT).map(([folder, allowed]) => ({
  name: `${folder}-imports`,
  severity: 'error',
  comment: `src/${folder} may import ${[...allowed, ...EVERYWHERE, 'fault', 'log'].join(', ')} and itself.`,
  from: { path: `^src/${folder}/`, pathNot: '\\.test\\.ts$' },
  to: {
    path: '^(src|packages)/',
    pathNot: `${folder === 'http' ? `${PACKAGE_DOORS}|` : ''}^src/((${[folder, ...allowed, ...EVERYWHERE].join('|')})/|(fault|fault-help|log)\\.ts$)`,
  },
}))

const frontDoors = [...DOMAIN, ...INFRASTRUCTURE, 'http', 'admin'].map((folder) => ({
  name: `${folder}-front-door`,
  severity: 'error',
  comment: `From outside, src/${folder} is entered by ${folder}.ts, or by that of a folder of its own, such as scrape/fetch/fetch.ts.`,
  from: { path: '^src/', pathNot: `^src/${folder}/|\\.test\\.ts$` },
  to: {
    path: `^src/${folder}/`,
    pathNot: `^src/${folder}/${folder === 'scrape' ? '(([a-z]+)/\\2|scrape)' : folder}\\.ts$`,
  },
}))

/** Some packages and built-in modules have one importer, so that there is one place to look. */
const ONLY_IMPORTER = [
  ['undici', '^src/egress/'],
  // The other one takes them away from programs of callers.
  ['(node:)?(dns|tls|https?)(/promises)?', '^src/(egress/|interact/code/worker/seal\\.mjs$)'],
  ['pg|pg-copy-streams|(node:)?sqlite', '^src/store/'],
  ['pg-boss', '^src/jobs/'],
  ['fastify|@fastify/.*', '^src/http/'],
  ['playwright-core', '^src/browser/'],
  ['oidc-provider', '^src/oauth/'],
  ['nodemailer', '^src/mail/'],
  ['@modelcontextprotocol/.*', '^src/http/'],
  ['@llamaindex/liteparse', '^src/documents/(pdf|ocr)/'],
  ['tesseract\\.js-core', '^src/documents/ocr/'],
  ['yauzl|cfb|postal-mime|@kenjiuno/msgreader', '^src/documents/'],
]

const importerRules = ONLY_IMPORTER.map(([what, where]) => ({
  name: `only-${where.replaceAll(/\W|src/g, '')}-imports-${what.replaceAll(/\W+/g, '-')}`,
  severity: 'error',
  from: { path: '^src/', pathNot: `${where}|\\.test\\.ts$` },
  to: { path: `^(node_modules/)?(${what})(/|$)` },
}))

export default {
  forbidden: [
    ...folderRules,
    ...packageRules,
    {
      name: 'client-depends-on-nothing',
      severity: 'error',
      from: { path: '^packages/client/src/', pathNot: '\\.test\\.ts$' },
      to: { path: 'node_modules' },
    },
    ...frontDoors,
    ...importerRules,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'parse-not-select-not-markdown',
      severity: 'error',
      from: { path: '^src/content/parse/' },
      to: { path: '^src/content/(select|markdown)/' },
    },
    {
      name: 'select-not-markdown',
      severity: 'error',
      from: { path: '^src/content/select/', pathNot: '\\.test\\.ts$' },
      to: { path: '^src/content/markdown/' },
    },
    {
      name: 'only-scrape-opens-content',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/(content|scrape)/|\\.test\\.ts$' },
      to: { path: '^src/content/' },
    },
    {
      name: 'app-is-the-root',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/main\\.ts$' },
      to: { path: '^src/(app|main)\\.ts$' },
    },
    {
      name: 'only-app-composes',
      severity: 'error',
      from: { path: '^src/', pathNot: '^src/((app|main)\\.ts$|compose/)' },
      to: { path: '^src/compose/' },
    },
    {
      name: 'no-test-in-source',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^(test|bench)/|\\.test\\.ts$' },
    },
    // Files that are built before publishing do not exist in a checkout.
    {
      name: 'resolvable',
      severity: 'error',
      from: {},
      to: { couldNotResolve: true, pathNot: '^\\.\\./dist/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    moduleSystems: ['es6'],
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'types', 'default'],
    },
  },
}
