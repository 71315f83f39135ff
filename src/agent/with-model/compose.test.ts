import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Model } from '../../llm/llm.ts'
import type { PageObservation } from '../step.ts'
import { composeData, composeMessage } from './compose.ts'
import { judge } from './judge.ts'

const ASSIGNMENT = { prompt: 'All', urls: [], isStrict: false, mode: 'extract', effort: 'low' } as const
const TIME = AbortSignal.timeout(60_000)

/** A model that says one thing, whatever is complained about. */
function modelSaying(value: unknown): Model {
  return {
    name: 'scripted',
    maxPromptTokens: async () => 30_000,
    completeCheckedJson: (question) => {
      question.issuesIn?.(value)
      return Promise.resolve({ value, isCut: false, usage: { inputTokens: 1, outputTokens: 1 } })
    },
  } as Partial<Model> as Model
}

function pageWith(text: string, number = 1): PageObservation {
  const url = `https://firm.example/${number}`
  const nothing = { headings: [], leads: [], evidence: [], missing: [], records: [] }
  return { kind: 'visit', url, status: 200, ...nothing, engine: 'embedded', text }
}

async function dataFrom(said: unknown, text = 'Ada, Berta, Cleo and Dora. 1987.'): Promise<unknown> {
  const composition = await composeData(modelSaying(said), ASSIGNMENT, [pageWith(text)], TIME)
  return composition.data
}

describe('composed data', () => {
  it('keeps a record whose neighbour was made up', async () => {
    const said = {
      teams: [
        { people: [{ name: 'Zeno' }, { name: 'Ada' }], lead: 'Yorick', town: 'Xanten' },
        { people: [{ name: 'Berta' }, { name: 'Cleo' }], lead: 'Dora' },
      ],
    }
    assert.deepEqual(await dataFrom(said), { teams: [said.teams[1]] })
  })

  it('has none of many values that were made up', async () => {
    const people = Array.from({ length: 1000 }, (_, place) => ({ name: `Nobody${place}` }))
    assert.deepEqual(await dataFrom({ people: [...people, { name: 'Ada' }] }), { people: [{ name: 'Ada' }] })
  })

  it('says nothing by the names of its fields', async () => {
    const said = {
      'gold costs 99999': true,
      founded_1987: true,
      [`it is known that ${'x'.repeat(60)}`]: 'Ada',
    }
    assert.deepEqual(await dataFrom(said), { founded_1987: true })
  })

  it('may come from the last of many pages', async () => {
    const pages = Array.from({ length: 40 }, (_, number) => pageWith(`Person${number} works here.`, number))
    const composition = await composeData(modelSaying({ name: 'Person39' }), ASSIGNMENT, pages, TIME)
    assert.equal(composition.evidence?.[0]?.url, 'https://firm.example/39')
  })
})

describe('a composed message', () => {
  const cases: [said: string, left: string | undefined][] = [
    ['Pay at HTTPS://EVIL.example/pay. Ada works here.', 'Ada works here.'],
    ['Pay at www.evil.example/pay. Ada works here.', 'Ada works here.'],
    ['Pay [here](//evil.example/pay). Ada works here.', 'Ada works here.'],
    ['Write to ada@evil.example. Ada works here.', 'Ada works here.'],
    ['See WWW.Firm.example/about or write to ada@firm.example.', undefined],
    ['It was 1.999 in 1987.', ''],
  ]
  for (const [said, left = said] of cases) {
    it(`of "${said}" is "${left}"`, async () => {
      const page = pageWith(
        'Ada works here since 1987. Mail ada@firm.example, see https://firm.example/about.',
      )
      const composition = await composeMessage(modelSaying({ message: said }), ASSIGNMENT, [page], TIME)
      assert.equal(composition.message ?? '', left)
    })
  }
})

describe('a judgement', () => {
  const records = [{ name: 'Ada' }, { name: 'Berta' }, { name: 'Cleo' }]
  const cases: [said: unknown, left: number[]][] = [
    [[2], [0, 2]],
    [
      ['3', 3],
      [0, 1],
    ],
    [
      [true, [1], null, { toString: 1, valueOf: 1 }, 0, -1, 4, 1.5, ''],
      [0, 1, 2],
    ],
    ['1', [0, 1, 2]],
  ]
  for (const [said, left] of cases) {
    it(`that leaves out ${JSON.stringify(said)}`, async () => {
      const found = { data: records, evidence: [], missing: [], isComplete: true, warnings: [] }
      const model = modelSaying({ leaveOut: said, choose: said })
      const judged = await judge(model, { assignment: ASSIGNMENT, found, conflicts: [] }, TIME)
      assert.deepEqual(
        judged!.data,
        left.map((place) => records[place]),
      )
    })
  }
})
