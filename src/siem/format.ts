import type { Siem } from '../contract/siem.ts'
import { cef } from './cef.ts'
import { ecs } from './ecs.ts'
import type { Product, SiemEvent } from './event.ts'
import { ocsf } from './ocsf.ts'

/** An event as its collector reads it: an object, or a line of text. */
export type Formatted = object | string

/** How an event is written in each form; the product is who reports it. */
export const FORMATS: Record<Siem['format'], (event: SiemEvent, product: Product) => Formatted> = {
  ocsf,
  ecs,
  cef,
}

/** On one line, whatever stands in the event. */
export function lineOf(formatted: Formatted): string {
  return typeof formatted === 'string' ? formatted : JSON.stringify(formatted)
}
