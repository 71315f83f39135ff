import { z } from 'zod'
import { screenshotFields, DefaultFalse } from './fields.ts'

const Selector = z.string().min(1).describe('A CSS selector.')

const WaitAction = z
  .strictObject({
    type: z.literal('wait'),
    milliseconds: z.int().positive().optional().describe('How long to wait.'),
    selector: Selector.optional().describe('An element to wait for.'),
  })
  .refine(
    ({ milliseconds, selector }) => (milliseconds === undefined) !== (selector === undefined),
    'takes either milliseconds or selector',
  )

const ActionObject = z.discriminatedUnion('type', [
  WaitAction,
  z.strictObject({
    type: z.literal('click'),
    selector: Selector,
    all: DefaultFalse.describe('Every matching element instead of the first one.'),
  }),
  z.strictObject({
    type: z.literal('write'),
    text: z.string().describe('Typed into the element that has the focus.'),
  }),
  z.strictObject({
    type: z.literal('press'),
    key: z.string().min(1).meta({ description: 'The key to press.', example: 'Enter' }),
  }),
  z.strictObject({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    selector: Selector.optional().describe('An element to scroll instead of the page.'),
  }),
  z.strictObject({ type: z.literal('screenshot'), ...screenshotFields }),
  z.strictObject({ type: z.literal('scrape') }),
  z.strictObject({
    type: z.literal('executeJavascript'),
    script: z.string().min(1).meta({ description: 'Run in the page.', example: 'return document.title' }),
  }),
  z.strictObject({
    type: z.literal('pdf'),
    format: z
      .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
      .default('Letter')
      .describe('The size of the paper.'),
    landscape: DefaultFalse,
    scale: z.number().min(0.1).max(2).default(1),
  }),
])
export type Action = z.output<typeof ActionObject>

export const Actions = z
  .array(z.preprocess(renameAlias, ActionObject))
  .max(50)
  .describe('What to do on the page before it is read, in order.')

/** How long the actions wait in any case; waiting for an element counts as a second. */
export function totalWaitMs(actions: Action[]): number {
  return actions.reduce(
    (sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 1000) : 0),
    0,
  )
}

/** One published client calls the pdf action `generatePDF`. */
function renameAlias(value: unknown): unknown {
  const isAlias =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'generatePDF'
  return isAlias ? { ...value, type: 'pdf' } : value
}
