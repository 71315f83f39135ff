import type { Zip } from '../zip.ts'
import { readPart } from './part.ts'

/** A link from one part of an Office package to another one, or out of it. */
interface Relationship {
  /** The last word of its type, which the two editions of the standard agree on: `slide`, `image`, `hyperlink`. */
  type: string
  /** The name of the part, or an address when it is external. */
  target: string
  isExternal: boolean
}

/** What a part refers to, by the names it uses for that. */
export type Relationships = ReadonlyMap<string, Relationship>

/** The links of a part; none when it has no such list. The part '' is the package itself. */
export async function readRelationships(zip: Zip, part: string): Promise<Relationships> {
  const relationships = new Map<string, Relationship>()
  const slash = part.lastIndexOf('/') + 1
  const folder = part.slice(0, slash)
  const text = await zip.readText(`${folder}_rels/${part.slice(slash)}.rels`)
  readPart(text ?? '', {
    onOpen(name, { Id = '', Type = '', Target = '', TargetMode }) {
      if (name !== 'Relationship') return
      const isExternal = TargetMode === 'External'
      const target = isExternal ? Target : resolvePart(folder, Target)
      relationships.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target, isExternal })
    },
  })
  return relationships
}

/** The part that is linked to as this, the first if there are several. */
export function targetOf(relationships: Relationships, type: string): string | undefined {
  for (const link of relationships.values()) if (link.type === type) return link.target
  return undefined
}

/** The name of a part from what is written about it in a part of this folder. */
function resolvePart(folder: string, target: string): string {
  const steps = target.startsWith('/') ? [] : folder.split('/').slice(0, -1)
  for (const step of target.split('/')) {
    if (step === '..') steps.pop()
    else if (step !== '.' && step !== '') steps.push(step)
  }
  return steps.join('/')
}
