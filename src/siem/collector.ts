import { hostname } from 'node:os'
import type { Egress } from '../egress/egress.ts'
import type { Product } from './event.ts'
import { fileCollector } from './file-collector.ts'
import { httpCollector } from './http-collector.ts'
import type { Collector } from './shipment.ts'
import { syslogCollector } from './syslog-collector.ts'

export type DefaultPlace = { url: string } | { file: string } | undefined

type WaysOut = Pick<Egress, 'request' | 'connect'>

export function collectorAt(address: string, ways: WaysOut, product: Product): Collector {
  const url = new URL(address)
  const reporter = { ...product, host: hostname() }
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  return isHttp ? httpCollector(url, ways.request, reporter) : syslogCollector(url, ways.connect, reporter)
}

export function defaultCollector(
  place: NonNullable<DefaultPlace>,
  ways: WaysOut,
  product: Product,
): Collector {
  return 'file' in place ? fileCollector(place.file, product) : collectorAt(place.url, ways, product)
}
