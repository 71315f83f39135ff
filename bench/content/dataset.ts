import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import type { PageType } from '../../src/content/select/page-type.ts'

/** A page of the benchmark as its manifest lists it. */
export interface Sample {
  id: string
  url: string
  html: string
  gt: string
  source: 'aeb' | 'wcxb-dev' | 'wcxb-test' | 'traf' | 'readability' | 'defuddle'
  type: PageType | null
  bytes: number
}

/** The content as marked by people, or for two of the sources by other programs. */
export interface Truth {
  text?: string
  html?: string
  markdown?: string
  with?: string[]
  without?: string[]
}

/** The pages of a folder that has a `manifest.json`. */
export class Dataset {
  readonly samples: readonly Sample[]
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    this.samples = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'))
  }

  html(sample: Sample): string {
    return this.read(sample.html)
  }

  truth(sample: Sample): Truth {
    return JSON.parse(this.read(sample.gt))
  }

  private read(name: string): string {
    const bytes = readFileSync(join(this.folder, name))
    return (name.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  }
}

export const FOLDS = 5

/**
 * The fold of a page. Pages of one site share a fold, so that no site is used for both training and scoring.
 */
export function foldOf(sample: Sample): number {
  return createHash('md5').update(siteOf(sample)).digest()[0]! % FOLDS
}

function siteOf({ id, url }: Sample): string {
  const host = URL.parse(url)?.hostname ?? ''
  return host === '' || NO_SITE.test(host) ? id : host.split('.').slice(-2).join('.')
}

/** Host names that list pages of many sites. */
const NO_SITE = /(?:^|\.)(?:example\.(?:org|com)|fakehost|web\.archive\.org)$/
