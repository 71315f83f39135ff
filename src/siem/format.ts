import type { Siem } from '../contract/siem.ts'
import { cef } from './cef.ts'
import { ecs } from './ecs.ts'
import type { Product, SiemEvent } from './event.ts'
import { ocsf } from './ocsf.ts'

export type Formatted = object | string

export const FORMATS: Record<Siem['format'], (event: SiemEvent, product: Product) => Formatted> = {
  ocsf,
  ecs,
  cef,
}

export function lineOf(formatted: Formatted): string {
  return typeof formatted === 'string' ? formatted : JSON.stringify(formatted)
}
