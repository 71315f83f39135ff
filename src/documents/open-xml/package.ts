import { refuseEncrypted } from '../compound-file/compound-file.ts'
import type { DocumentMetadata } from '../converted.ts'
import { openZip } from '../zip.ts'
import type { Zip } from '../zip.ts'
import { coreProperties } from './core-properties.ts'
import { readRelationships, targetOf } from './relationships.ts'
import type { Relationships } from './relationships.ts'

/** An Office file since 2007: an archive of parts that refer to each other. */
export interface OpenXmlPackage {
  zip: Zip
  /** The part that the package is about. It may be missing in a damaged file. */
  mainPart: string
  /** What the main part refers to. */
  relationships: Relationships
  metadata: DocumentMetadata
}

/** Opens a package. Where it does not say which part it is about, it is the first of the usual ones that is there. */
export async function openPackage(bytes: Uint8Array, usualParts: readonly string[]): Promise<OpenXmlPackage> {
  refuseEncrypted(bytes)
  const zip = await openZip(bytes)
  const whole = await readRelationships(zip, '')
  const mainPart =
    targetOf(whole, 'officeDocument') ?? usualParts.find((part) => zip.has(part)) ?? usualParts[0]!
  const properties = await zip.readText(targetOf(whole, 'core-properties') ?? 'docProps/core.xml')
  return {
    zip,
    mainPart,
    relationships: await readRelationships(zip, mainPart),
    metadata: coreProperties(properties ?? ''),
  }
}
