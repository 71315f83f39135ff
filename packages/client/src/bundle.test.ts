import assert from 'node:assert/strict'
import { test } from 'node:test'
import { build } from 'esbuild'

test('is at most 40 kB when minified, and has no dependencies, also in browsers', async () => {
  const { outputFiles, metafile } = await build({
    entryPoints: [new URL('client.ts', import.meta.url).pathname],
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    metafile: true,
  })
  assert.ok(outputFiles[0]!.contents.length <= 40_000, `${outputFiles[0]!.contents.length} bytes`)
  const inputs = Object.keys(metafile.inputs)
  assert.deepEqual(
    inputs.filter((file) => !file.includes('packages/client/src/')),
    [],
  )
  assert.deepEqual(
    Object.values(metafile.outputs).flatMap(({ imports }) => imports),
    [],
  )
})
