import { z } from 'zod'
import { screenshotFields, DefaultFalse } from './fields.ts'

const Selector = z.string().min(1).describe('A CSS selector.')

const WaitAction = z
  .strictObject({
    type: z.literal('wait'),
    milliseconds: z.int().positive().optional().describe('Milliseconds to wait.'),
    selector: Selector.optional().describe('CSS selector of the element to wait for.'),
  })
  .refine(
    ({ milliseconds, selector }) => (milliseconds === undefined) !== (selector === undefined),
    'needs either milliseconds or selector, not both',
  )

const ActionObject = z.discriminatedUnion('type', [
  WaitAction,
  z.strictObject({
    type: z.literal('click'),
    selector: Selector,
    all: DefaultFalse.describe('Click every matching element instead of the first one.'),
  }),
  z.strictObject({
    type: z.literal('write'),
    text: z.string().describe('The text to type into the focused element.'),
  }),
  z.strictObject({
    type: z.literal('press'),
    key: z.string().min(1).meta({ description: 'The key to press.', example: 'Enter' }),
  }),
  z.strictObject({
    type: z.literal('scroll'),
    direction: z.enum(['up', 'down']).default('down'),
    selector: Selector.optional().describe('CSS selector of the element to scroll. Default: the page.'),
  }),
  z.strictObject({ type: z.literal('screenshot'), ...screenshotFields }),
  z.strictObject({ type: z.literal('scrape') }),
  z.strictObject({
    type: z.literal('executeJavascript'),
    script: z
      .string()
      .min(1)
      .meta({ description: 'JavaScript to run in the page.', example: 'return document.title' }),
  }),
  z.strictObject({
    type: z.literal('pdf'),
    format: z
      .enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid', 'Ledger'])
      .default('Letter')
      .describe('The paper size.'),
    landscape: DefaultFalse,
    scale: z.number().min(0.1).max(2).default(1),
  }),
])
export type Action = z.output<typeof ActionObject>

export const Actions = z
  .array(z.preprocess(renameAlias, ActionObject))
  .max(50)
  .describe('Actions on the page before it is read, in order.')

/** The minimum wait of the actions; waiting for an element counts as one second. */
export function totalWaitMs(actions: Action[]): number {
  return actions.reduce(
    (sum, action) => sum + (action.type === 'wait' ? (action.milliseconds ?? 1000) : 0),
    0,
  )
}

/** A published client names the pdf action `generatePDF`. */
function renameAlias(value: unknown): unknown {
  const isAlias =
    typeof value === 'object' && value !== null && 'type' in value && value.type === 'generatePDF'
  return isAlias ? { ...value, type: 'pdf' } : value
}
