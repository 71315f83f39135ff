import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { z } from 'zod'
import { Winnow } from './client.ts'
import { withJsonSchemas } from './schema.ts'
import type { StandardSchema } from './schema.ts'

const Lamp = z.object({ name: z.string(), price: z.number(), seen: z.string().transform(Number).optional() })

/** A client whose service gives this data for every scrape and task. */
function clientFor(data: unknown) {
  const bodies: Record<string, unknown>[] = []
  const send = (_url: unknown, init?: RequestInit) => {
    if (init?.body) bodies.push(JSON.parse(init.body as string) as Record<string, unknown>)
    const answer = { success: true, id: 'x', status: 'completed', data }
    return Promise.resolve(new Response(JSON.stringify(answer)))
  }
  return { client: new Winnow({ fetch: send as typeof fetch }), bodies }
}

describe('a schema of a library', () => {
  it('is sent as a JSON Schema of what it takes', () => {
    const { formats } = withJsonSchemas({ formats: ['markdown', { type: 'json', schema: Lamp }] }) as {
      formats: [string, { schema: { properties: Record<string, object>; required: string[] } }]
    }
    assert.equal(formats[0], 'markdown')
    const { properties, required } = formats[1].schema
    assert.deepEqual(
      [properties['price'], properties['seen'], required],
      [{ type: 'number' }, { type: 'string' }, ['name', 'price']],
    )
  })

  it('is found inside scrapeOptions too, and a JSON Schema is left alone', () => {
    const schema = { type: 'object', properties: { a: { type: 'string' } } }
    const plain = withJsonSchemas({
      scrapeOptions: { formats: [{ type: 'json', schema: z.object({}) }] },
      schema,
    })
    const { scrapeOptions } = plain as { scrapeOptions: { formats: [{ schema: { type: string } }] } }
    assert.equal(scrapeOptions.formats[0].schema.type, 'object')
    assert.equal(plain['schema'], schema)
  })

  it('gives json its type, and what it makes of it', async () => {
    const { client } = clientFor({ json: { name: 'Harbour', price: 49.9, seen: '7' } })
    const { json } = await client.scrape('http://a.test', {
      formats: ['markdown', { type: 'json', schema: Lamp }],
    })
    const typed: { name: string; price: number; seen?: number | undefined } = json
    assert.deepEqual(typed, { name: 'Harbour', price: 49.9, seen: 7 })
    // @ts-expect-error -- a field that the schema does not have.
    assert.equal(json.colour, undefined)
  })

  it('gives the data of a task its type', async () => {
    const { client, bodies } = clientFor({ name: 'Harbour', price: 49.9 })
    const { data } = await client.agent({ prompt: 'The lamp', schema: Lamp })
    const price: number = data.price
    assert.equal(price, 49.9)
    assert.equal((bodies[0]!['schema'] as { type: string }).type, 'object')
    const { data: unknownData } = await client.extract({ urls: ['http://a.test'], prompt: 'The lamp' })
    // @ts-expect-error -- without a schema of a library nothing is known about the data.
    assert.equal(unknownData.name, 'Harbour')
  })

  it('gives the json of every page of a crawl or batch its type', async () => {
    const pages = [
      { json: { name: 'Harbour', price: 49.9, seen: '7' } },
      { markdown: '# Imprint', json: { name: 'Imprint' }, warning: 'Short.' },
      { markdown: '# Terms' },
    ]
    const formats = ['markdown', { type: 'json', schema: Lamp }] as const
    const { client } = clientFor(pages)
    const crawl = await client.crawl('http://a.test', { limit: 3, scrapeOptions: { formats } })
    const batch = await client.batch(['http://a.test'], { formats })
    for (const { data } of [crawl, batch]) {
      const typed: { name: string; price: number; seen?: number | undefined } | undefined = data[0]!.json
      assert.deepEqual(typed, { name: 'Harbour', price: 49.9, seen: 7 })
      // @ts-expect-error -- a field that the schema does not have.
      assert.equal(data[0]!.json?.colour, undefined)
      const { markdown, json, warning } = data[1]!
      assert.deepEqual([markdown, json], ['# Imprint', undefined])
      assert.match(warning!, /^Short\. The data is not as the schema wants it: /)
      assert.deepEqual(data[2], { markdown: '# Terms' })
    }
    const plain = await client.crawl('http://a.test', {
      scrapeOptions: { formats: [{ type: 'json', schema: { type: 'object' } }] },
    })
    // @ts-expect-error -- nothing is known about the data of a plain JSON Schema.
    assert.equal(plain.data[0]!.json?.name, 'Harbour')
  })

  it('refuses data that is not as it wants, and keeps the answer', async () => {
    const { client } = clientFor({ markdown: '# Lamp', json: { name: 'Harbour' } })
    await assert.rejects(
      client.scrape('http://a.test', { formats: [{ type: 'json', schema: Lamp }] }),
      (failure: Error & { code?: string; details?: unknown }) => {
        const { issues, answer } = failure.details as { issues: object[]; answer: { markdown: string } }
        assert.deepEqual([failure.code, issues.length, answer.markdown], ['INVALID_DATA', 1, '# Lamp'])
        return true
      },
    )
  })

  it('that cannot say itself as a JSON Schema is refused with what to do', () => {
    const schema: StandardSchema = {
      '~standard': { version: 1, vendor: 'homemade', validate: (value) => ({ value }) },
    }
    assert.throws(() => withJsonSchemas({ schema }), { code: 'BAD_OPTION', message: /homemade/ })
  })
})

describe('options', () => {
  it('are checked by name', async () => {
    const { client } = clientFor({})
    // @ts-expect-error -- no such option.
    await client.scrape('http://a.test', { onlyMain: true })
    // @ts-expect-error -- no such format.
    await client.scrape('http://a.test', { formats: ['markdwon'] })
    await assert.rejects(client.crawl('http://a.test', { limit: 1 }, { onProgress() {}, timeoutMs: 1 }))
  })
})
