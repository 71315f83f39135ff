#!/usr/bin/env node
// Checks the import rules, and that the check found modules at all: without any, the cruiser reports success.
import { readdirSync } from 'node:fs'
import { cruise } from 'dependency-cruiser'
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config'
import configuration from '../.dependency-cruiser.mjs'

const FOLDERS = ['src', 'packages', 'test', 'bench']

const { output, exitCode } = await cruise(
  FOLDERS,
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
  await cruise(FOLDERS, configuration.options, undefined, {
    tsConfig: extractTSConfig('tsconfig.json'),
  })
).output
const modules = seen.modules.filter(({ source }) => /^(src|packages|test|bench)\//.test(source)).length
const files = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true }).filter((name) => name.endsWith('.ts')),
).length
console.log(output)
console.log(`import rules: ${modules} modules checked, ${files} files on disk`)
process.exit(exitCode > 0 || modules < files * 0.95 ? 1 : 0)
