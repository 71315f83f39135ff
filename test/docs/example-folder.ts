import { execFile } from 'node:child_process'
import { chmod, cp, mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { inCheckout } from '../support/run-node.ts'
import { REPORT_DOCX, REPORT_PDF } from './example-files.ts'

/** Prepares a folder that pages of the docs run in: packages, programs and the files that they upload. */
export async function prepareExampleFolder(root: string): Promise<{ programs: string }> {
  const [programs, modules] = [join(root, 'bin'), join(root, 'node_modules')]
  await mkdir(programs)
  await mkdir(join(modules, '@winnow', 'client'), { recursive: true })
  const names = (await readdir(inCheckout('node_modules'))).filter((name) => !/^(?:\.|@winnow$)/.test(name))
  await Promise.all(names.map((name) => symlink(inCheckout(`node_modules/${name}`), join(modules, name))))
  await cp(inCheckout('packages/client/package.json'), join(modules, '@winnow/client/package.json'))
  await promisify(execFile)(process.execPath, [
    inCheckout('packages/client/build.mjs'),
    join(modules, '@winnow/client/dist'),
    '--code',
  ])
  await Promise.all(
    Object.entries(PROGRAMS).map(async ([name, script]) => {
      await writeFile(join(programs, name), script)
      await chmod(join(programs, name), 0o755)
    }),
  )
  return { programs }
}

/** The working folder of one page. */
export async function makePageFolder(root: string, name: string): Promise<string> {
  const folder = join(root, name, 'work')
  await mkdir(folder, { recursive: true })
  await cp(inCheckout('examples'), join(folder, 'examples'), { recursive: true })
  await writeFile(join(folder, 'report.pdf'), REPORT_PDF)
  await writeFile(join(folder, 'report.docx'), REPORT_DOCX)
  return folder
}

const MISSING = 'is not available to the docs. Mark the block: <!-- syntax only: reason -->'

/** `npx` runs only what the checkout has, and `npm` only its command line. */
const PROGRAMS = {
  node: `#!/bin/sh\nexec '${process.execPath}' --disable-warning=ExperimentalWarning "$@"\n`,
  npx: `#!/bin/sh
[ "$1" = -y ] && shift
name=\${1%@[0-9]*}
[ -x '${inCheckout('node_modules/.bin')}'/"$name" ] || { echo "npx $1 ${MISSING}" >&2; exit 127; }
shift
exec '${inCheckout('node_modules/.bin')}'/"$name" "$@"
`,
  npm: `#!/bin/sh
[ "$1 $2 $3" = 'run winnow --' ] || { echo "npm $* ${MISSING}" >&2; exit 127; }
shift 3
exec npx winnow "$@"
`,
}
