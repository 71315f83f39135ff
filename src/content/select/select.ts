import type { ChildNode } from 'domhandler'
import type { Page } from '../parse/page.ts'
import { bodyOf } from './body.ts'
import { decide, poolTemplates } from './decide.ts'
import type { Decision } from './decide.ts'
import { withHeadings } from './headings.ts'
import { CONSENT_REGION, REGIONS } from './regions.ts'
import { blockLikelihoods, typeLikelihoods } from './likelihoods.ts'
import { shippedModel } from './model.ts'
import type { Model } from './model.ts'
import { nodesOf } from './nodes.ts'
import { outlineOf } from './outline.ts'
import type { Block, Outline } from './outline.ts'
import { PAGE_TYPES } from './page-type.ts'
import type { PageType } from './page-type.ts'
import { pageTraits } from './page-traits.ts'
import { prune } from './prune.ts'
import { survey } from './survey.ts'
import { withTitle } from './title.ts'
import { blockGroupsOf } from './block-groups.ts'

export interface MainContent {
  /** Whether the node is part of it, or holds a part of it. */
  has: (node: ChildNode) => boolean
  type: PageType
  /** From 0 to 1: how well it is expected to match what a person would choose. */
  confidence: number
  /** How many characters, white space aside, it is expected to have. */
  expectedChars: number
}

export function mainContentOf(page: Page, model: Model = shippedModel()): MainContent {
  const outline = outlineOf(bodyOf(page))
  const { blocks, body } = outline
  if (blocks.length > MOST_BLOCKS) {
    return { has: () => true, type: 'listing', confidence: 0.5, expectedChars: body.chars }
  }
  const traits = pageTraits(page, outline)
  const types = typeLikelihoods(traits, model)
  const type = PAGE_TYPES[types.indexOf(Math.max(...types))]!
  const surveyed = survey(outline, traits.title, model)
  const { pooled, leastShare, isTitleContent } = POLICIES[type]
  const odds = blockLikelihoods(surveyed, traits, types, model)
  const likely = prune(surveyed, poolTemplates(odds, surveyed.templates, pooled))
  const { taken, confidence } = choose(outline, likely, leastShare)
  const isShort = sumOver(0, blocks.length, (at) => blocks[at]!.words) < SHORT_PAGE
  const titled = isTitleContent || isShort ? withTitle(surveyed, taken) : taken
  const nodes = nodesOf(outline, dropScriptNotices(blocks, titled))
  const expectedChars = sumOver(0, blocks.length, (at) =>
    isShown(blocks[at]!) ? likely[at]! * blocks[at]!.chars : 0,
  )
  return { has: (node) => nodes.has(node), type, confidence, expectedChars }
}

/** A page of so many blocks is data; it is given whole, before judging it takes longer than reading it. */
const MOST_BLOCKS = 50_000

function isShown({ inner }: Block): boolean {
  return (inner.regions & (REGIONS.hidden | CONSENT_REGION)) === 0
}

function choose(outline: Outline, likely: ArrayLike<number>, leastShare: number): Decision {
  const { blocks } = outline
  const wholes = blockGroupsOf(outline)
  const words = wholes.map(({ first, end }) => sumOver(first, end, (at) => blocks[at]!.words))
  const odds = wholes.map(({ first, end }, at) =>
    end - first === 1
      ? likely[first]!
      : sumOver(first, end, (block) => likely[block]! * blocks[block]!.words) / Math.max(1e-9, words[at]!),
  )
  const decision = decide({ likely: odds, words }, leastShare)
  const taken = new Uint8Array(blocks.length)
  wholes.forEach(({ first, end }, at) => taken.fill(decision.taken[at]!, first, end))
  return { taken: withHeadings(blocks, likely, taken), confidence: decision.confidence }
}

function sumOver(first: number, end: number, value: (at: number) => number): number {
  let sum = 0
  for (let at = first; at < end; at++) sum += value(at)
  return sum
}

interface Policy {
  /** How far blocks of one template are decided together. */
  pooled: number
  /** How much of its words a page is at least expected to be there for. */
  leastShare: number
  /** Whether the title is part of the content; those who mark up articles count it as metadata, as we do. */
  isTitleContent: boolean
}

/** On a page of so few words the title is a good part of what there is to read. */
const SHORT_PAGE = 150

const POLICIES: Record<PageType, Policy> = {
  article: { pooled: 0, leastShare: 0.1, isTitleContent: false },
  documentation: { pooled: 0.3, leastShare: 0.15, isTitleContent: true },
  service: { pooled: 0, leastShare: 0.1, isTitleContent: true },
  forum: { pooled: 0.8, leastShare: 0.2, isTitleContent: true },
  listing: { pooled: 0.5, leastShare: 0.1, isTitleContent: true },
  product: { pooled: 0.3, leastShare: 0.1, isTitleContent: true },
  collection: { pooled: 0.8, leastShare: 0.1, isTitleContent: true },
}

/** Some pages have their text only for readers without scripts; otherwise what is meant for those repeats or pleads. */
function dropScriptNotices(blocks: readonly Block[], taken: Uint8Array): Uint8Array {
  const isForOthers = ({ inner }: Block) => (inner.regions & REGIONS.noscript) !== 0
  const seen = taken.map((value, at) => (isForOthers(blocks[at]!) ? 0 : value))
  return charsOf(blocks, taken) > charsOf(blocks, seen) * 5 ? taken : seen
}

function charsOf(blocks: readonly Block[], taken: Uint8Array): number {
  return blocks.reduce((sum, { chars }, at) => sum + chars * taken[at]!, 0)
}
