import type { RedactPii } from '../contract/redact-pii.ts'
import { findBirths } from './detect/birth.ts'
import { findCoordinates, findLabelled } from './detect/places.ts'
import { findEmails } from './detect/email.ts'
import { findIbans, findWallets } from './detect/accounts.ts'
import { findLetterIds } from './detect/letter-ids.ts'
import { findNetworkAddresses, findSecrets } from './detect/secrets.ts'
import { findNumbers } from './detect/numbers.ts'
import { findCuedNames } from './detect/person.ts'
import { findPhoneLinks } from './detect/phone.ts'
import { findStreets } from './detect/street.ts'
import { merge } from './span.ts'
import type { Detector, Entity, PiiSpan } from './span.ts'
import { findListedNames, findTagged } from './names/find-names.ts'
import { shippedTagger } from './names/tagger.ts'
import type { Tagger } from './names/tagger.ts'
import { createZoneFilter } from './zones.ts'

const DETECTORS: { entities: Entity[]; find: Detector }[] = [
  { entities: ['EMAIL'], find: findEmails },
  { entities: ['SECRET'], find: findSecrets },
  { entities: ['SECRET'], find: findNetworkAddresses },
  { entities: ['FINANCIAL'], find: findIbans },
  { entities: ['FINANCIAL'], find: findLetterIds },
  { entities: ['FINANCIAL'], find: findWallets },
  { entities: ['PHONE'], find: findPhoneLinks },
  { entities: ['FINANCIAL', 'PHONE'], find: findNumbers },
  { entities: ['FINANCIAL', 'LOCATION'], find: findLabelled },
  { entities: ['LOCATION'], find: findCoordinates },
  { entities: ['LOCATION'], find: findStreets },
  { entities: ['PERSON'], find: findBirths },
  { entities: ['PERSON'], find: findCuedNames },
]

export function findPii(
  text: string,
  { mode, entities }: Pick<RedactPii, 'mode' | 'entities'>,
  tagger: () => Tagger = shippedTagger,
): PiiSpan[] {
  const wanted = new Set(entities)
  const spans: PiiSpan[] = []
  const isInText = createZoneFilter(text)
  const collect = (found: Iterable<PiiSpan>) => {
    for (const span of found) if (wanted.has(span.entity) && isInText(span)) spans.push(span)
  }
  for (const { entities: possible, find } of DETECTORS) {
    if (possible.some((entity) => wanted.has(entity))) collect(find(text, mode === 'aggressive'))
  }
  if (wanted.has('PERSON') || wanted.has('LOCATION')) {
    const cuedNames = spans.filter(({ kind }) => kind === 'name')
    const isAggressive = mode === 'aggressive'
    collect(mode === 'fast' ? findListedNames(text) : findTagged(text, tagger(), { isAggressive, cuedNames }))
  }
  return merge(spans)
}
