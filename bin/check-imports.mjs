#!/usr/bin/env node
// Checks the import rules, and that there was something to check: a cruiser that sees no modules is always content.
import { readdirSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import configuration from '../.dependency-cruiser.mjs'

const { output, exitCode } = await cruise(
  ['src', 'test', 'bench'],
  {
    ...configuration.options,
    ruleSet: { forbidden: configuration.forbidden },
    validate: true,
    outputType: 'err-long',
  },
  undefined,
  { tsConfig: extractTSConfig('tsconfig.json') },
)
const seen = (
  await cruise(['src', 'test', 'bench'], configuration.options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  })
).output
const modules = seen.modules.filter(({ source }) => /^(src|test|bench)\//.test(source)).length
const files = ['src', 'test', 'bench'].flatMap((folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts')),
).length
console.log(output)
console.log(`import rules: ${modules} modules seen, ${files} files on disk`)
process.exit(exitCode > 0 || modules < files * 0.95 ? 1 : 0)
