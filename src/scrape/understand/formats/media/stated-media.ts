import type { Element } from 'domhandler'
import { textContent } from 'domutils'
import type { Page } from '../../../../content/parse/page.ts'
import { tryParseJson } from '../../../../language/try-parse-json.ts'
import { mediaUrl, qualityOf, SCORES } from './media-candidate.ts'
import type { MediaCandidate } from './media-candidate.ts'
import { fileKindOfType, kindOfUrl, kindOfType, MEDIA_ENDINGS } from './media-kind.ts'
import type { MediaKind } from './media-kind.ts'

/** What the page tells machines about its media: JSON-LD, tags for sharing, and data of its scripts. */
export function statedMedia({ landmarks, base }: Page): MediaCandidate[] {
  const budget = { chars: MOST_SCRIPT_CHARS, nodes: MOST_NODES }
  const found: MediaCandidate[] = sharedMedia(landmarks, base)
  for (const script of landmarks) {
    if (script.name !== 'script' || script.attribs['src'] !== undefined) continue
    const text = textContent(script)
    budget.chars -= text.length
    if (budget.chars < 0) break
    const isLinked = /^application\/ld\+json/i.test(script.attribs['type'] ?? '')
    found.push(...(isLinked ? describedMedia(text, base, budget) : scriptedMedia(text, base)))
  }
  return found
}

const MOST_SCRIPT_CHARS = 8_000_000
const MOST_NODES = 50_000

/** Tags for sharing come in groups: an address, then what describes it. */
function sharedMedia(landmarks: readonly Element[], base: string | undefined): MediaCandidate[] {
  const groups: { kind: MediaKind; values: Map<string, string> }[] = []
  for (const { name, attribs } of landmarks) {
    if (name !== 'meta') continue
    const property = (attribs['property'] ?? attribs['name'] ?? '').toLowerCase()
    const [, kind, part = ''] =
      /^(?:og:)?(audio|video|twitter:player:stream)(?::([a-z_:]+))?$/.exec(property) ?? []
    const isSharing = property.startsWith('og:') || property.startsWith('twitter:')
    if (kind === undefined || !isSharing || groups.length >= MOST_GROUPS) continue
    if (part === '' || groups.length === 0) {
      groups.push({ kind: kind === 'audio' ? 'audio' : 'video', values: new Map() })
    }
    const { values } = groups.at(-1)!
    if (!values.has(part)) values.set(part, attribs['content'] ?? '')
  }
  return groups.flatMap(({ kind, values }) => {
    const reference = values.get('secure_url') || values.get('url') || values.get('')
    const address = mediaUrl(reference, base)
    const type = values.get('type') ?? values.get('content_type')
    if (address === undefined) return []
    const is = fileKindOfType(type) ?? kindOfUrl(address)
    // Without a type or an ending, it is mostly a player: files are named.
    const isPlayer =
      is === undefined && kind === 'video' && (type === undefined || kindOfType(type) === 'player')
    if (is === undefined && !isPlayer) return []
    const quality = qualityOf(values.get('height'))
    return [{ address, is: is ?? 'player', score: SCORES.shared, quality }]
  })
}

const MOST_GROUPS = 50

const MOST_DESCRIBED = 500

function describedMedia(text: string, base: string | undefined, budget: { nodes: number }): MediaCandidate[] {
  const found: MediaCandidate[] = []
  const rest: unknown[] = [tryParseJson(text)]
  for (let at = 0; at < rest.length && budget.nodes > 0 && found.length < MOST_DESCRIBED; at++) {
    budget.nodes--
    const value = rest[at]
    if (typeof value !== 'object' || value === null) continue
    if (!Array.isArray(value)) found.push(...describedIn(value as Record<string, unknown>, base))
    for (const part of Object.values(value))
      if (typeof part === 'object' && rest.length < MOST_NODES) rest.push(part)
  }
  return found
}

function describedIn(object: Record<string, unknown>, base: string | undefined): MediaCandidate[] {
  const types = [object['@type']].flat().slice(0, 10)
  const type = types.map(written).join(' ').slice(0, 300)
  const [, called] = /\b(Audio|Video|Media)Object\b|\bPodcastEpisode\b|\bMusicRecording\b/.exec(type) ?? []
  if (called === undefined) return []
  const format = object['encodingFormat'] ?? object['fileFormat']
  const quality = qualityOf(written(object['videoQuality'] ?? object['height'] ?? object['bitrate']))
  const address = mediaUrl(object['contentUrl'], base)
  const player = mediaUrl(object['embedUrl'], base)
  const byFormat = fileKindOfType(typeof format === 'string' ? format : undefined)
  const byCall = called === 'Audio' ? 'audio' : called === 'Video' ? 'video' : undefined
  const is = address && (byFormat ?? kindOfUrl(address) ?? byCall)
  return [
    ...(address && is ? [{ address, is, score: SCORES.described, quality }] : []),
    ...(player && called === 'Video'
      ? [{ address: player, is: 'player' as const, score: SCORES.described, quality }]
      : []),
  ]
}

/** What is nested may be so deep that turning it into text fails. */
function written(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}

const FILE_NAME = new RegExp(`\\.(?:${MEDIA_ENDINGS.join('|')})(?![\\w.-])`, 'gi')
const MOST_SCRIPTED = 50
const MOST_LOOKED_AT = 2000
const LONGEST = 600

/** Addresses of files in the data of scripts: whole ones only, from their scheme to the quotation mark. */
function scriptedMedia(text: string, base: string | undefined): MediaCandidate[] {
  const found: MediaCandidate[] = []
  let looked = 0
  for (const { index } of text.matchAll(FILE_NAME)) {
    if (found.length >= MOST_SCRIPTED || looked++ >= MOST_LOOKED_AT) break
    const before = text.slice(Math.max(index - LONGEST, 0), index)
    const start = before.lastIndexOf('http')
    if (start < 0) continue
    const after = /^[^"'`\s<>)]*/.exec(text.slice(index, index + LONGEST))![0]
    const written = before.slice(start) + after
    if (/["'`\s<>]/.test(written)) continue
    const address = mediaUrl(unescaped(written), base)
    const is = address && kindOfUrl(address)
    if (address && is)
      found.push({ address, is, score: SCORES.scripted, quality: qualityOf(address.replace(/\.\w+$/, '')) })
  }
  return found
}

function unescaped(written: string): string {
  return written
    .replaceAll(/\\u([0-9a-f]{4})/gi, (_, code: string) => String.fromCodePoint(Number.parseInt(code, 16)))
    .replaceAll('\\/', '/')
    .replaceAll('&amp;', '&')
    .replace(/\\+$/, '')
}
