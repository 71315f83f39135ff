import { randomUUID } from 'node:crypto'
import { zstdCompressSync } from 'node:zlib'
import type { Queryable } from '../../src/store/database/database.ts'

/** Inserts a row with the word into every table that holds content of teams; returns the tables. */
export async function fillTeam(db: Queryable, teamId: string, word: string): Promise<string[]> {
  const ids = {
    crawl: randomUUID(),
    task: randomUUID(),
    copy: randomUUID(),
    upload: randomUUID(),
    recording: randomUUID(),
    grant: Buffer.from(randomUUID()),
  }
  const json = JSON.stringify({ word })
  const packed = zstdCompressSync(Buffer.from(json))
  const rows: Record<string, [string, unknown[]]> = {
    scrapes: [
      `insert into scrapes (id, team_id, request, document, size) values ($1, $2, $3, $3, 1)`,
      [randomUUID(), teamId, json],
    ],
    crawls: [
      `insert into crawls (id, team_id, kind, url, base_url, request, public_url, page_credits, page_limit, state, ended_at)
       values ($1, $2, 'crawl', $3, '', '{}', '', 1, 1, 'completed', now())`,
      [ids.crawl, teamId, word],
    ],
    crawl_pages: [
      `insert into crawl_pages (crawl_id, key, kind, state, url, host, rank, depth)
       values ($1, '', 'page', 'done', $2, '', 1, 1)`,
      [ids.crawl, word],
    ],
    crawl_marks: [
      `insert into crawl_marks (mark, crawl_id, key, url) values ($2, $1, '', '')`,
      [ids.crawl, randomUUID()],
    ],
    crawl_documents: [
      `insert into crawl_documents (crawl_id, seq, document, size, url) values ($1, 1, $2, 1, 'u')`,
      [ids.crawl, json],
    ],
    // Of a separate crawl whose content must not be shown.
    job_keys: [
      `with sealed as (
         insert into crawls (id, team_id, kind, url, base_url, request, public_url, page_credits, page_limit, sealed)
         values (gen_random_uuid(), $1, 'crawl', 'sealed', '', '{}', '', 1, 1, true) returning id
       ) insert into job_keys (job_id, sealed) select id, $2 from sealed`,
      [teamId, Buffer.from(word)],
    ],
    crawl_paces: [
      `insert into crawl_paces (host, team_id, delay_ms, next_at) values ($2, $1, 1, now())`,
      [teamId, word],
    ],
    idempotency_keys: [`insert into idempotency_keys (team_id, key) values ($1, $2)`, [teamId, randomUUID()]],
    agent_tasks: [
      `insert into agent_tasks (id, team_id, kind, plan, reason, thread_id, turn, state, ended_at, result)
       values ($1, $2, 'agent', $3, 'agent', gen_random_uuid(), 1, 'completed', now(), $4)`,
      [ids.task, teamId, json, packed],
    ],
    agent_steps: [
      `insert into agent_steps (task_id, seq, move, seen, credits, summary, began_at) values ($1, 1, '{}', $2, 0, '{}', now())`,
      [ids.task, packed],
    ],
    searches: [`insert into searches (id, team_id) values ($1, $2)`, [randomUUID(), teamId]],
    feedback: [
      `insert into feedback (team_id, endpoint, job_id, said) values ($1, 'scrape', $2, $3)`,
      [teamId, randomUUID(), json],
    ],
    browser_sessions: [
      `insert into browser_sessions (id, team_id, process_id, stream_web_view, activity_ttl_seconds, expires_at, ended_at,
         end_cause, duration_ms, credits_billed) values ($1, $2, $1, true, 1, now(), now(), 'stopped', 1, 0)`,
      [randomUUID(), teamId],
    ],
    recordings: [
      `insert into recordings (session_id, team_id, expires_at) values ($1, $2, now() + interval '1 day')`,
      [ids.recording, teamId],
    ],
    recorded_steps: [
      `insert into recorded_steps (session_id, number, step) values ($1, 1, $2)`,
      [ids.recording, json],
    ],
    profiles: [
      `insert into profiles (team_id, name, state) values ($1, $2, 'sealed cookies')`,
      [teamId, word],
    ],
    blobs: [
      `insert into blobs (id, team_id, content_type, bytes, size, expires_at)
       values ($1, $2, 'image/png', $3, 1, now() + interval '1 day')`,
      [randomUUID(), teamId, Buffer.from(word)],
    ],
    uploads: [
      `insert into uploads (id, team_id, secret_hash, file_name, content_type, state, expires_at)
       values ($1, $2, '', $3, '', 'filled', now())`,
      [ids.upload, teamId, word],
    ],
    upload_pieces: [`insert into upload_pieces (upload_id, number, bytes) values ($1, 0, '')`, [ids.upload]],
    snapshots: [
      `insert into snapshots (team_id, page_key, standing, markdown, size, taken_at) values ($1, $2, 'there', $3, 1, now())`,
      [teamId, Buffer.from(word), packed],
    ],
    page_copies: [
      `insert into page_copies (id, scope, key, head, body, size, expires_at)
       values ($1, $2, '', $3, $4, 1, now() + interval '1 day')`,
      [ids.copy, teamId, json, packed],
    ],
    page_memos: [
      `insert into page_memos (copy_id, derive_key, value, size) values ($1, '', $2, 1)`,
      [ids.copy, json],
    ],
    page_traces: [
      `insert into page_traces (scope, host, page, trace) values ($1, '', '', $2)`,
      [teamId, json],
    ],
    seen_pages: [`insert into seen_pages (team_id, host, key, url) values ($1, '', '', $2)`, [teamId, word]],
    search_pages: [
      `with page as (
         insert into search_pages (team_id, key, url, title, description, language, content, digest, size)
         values ($1, $2, '', '', '', 'en', $3, '', 1) returning id
       ) insert into search_terms (page_id, dated, length, title_length, terms) select id, now(), 1, 1, '' from page`,
      [teamId, Buffer.from(teamId), word],
    ],
    // Belongs to the page above.
    search_terms: ['select', []],
    search_languages: [`insert into search_languages (team_id, language) values ($1, 'en')`, [teamId]],
    webhooks: [
      `insert into webhooks (job_id, team_id, events, sealed) values ($1, $2, '{crawl.page}', 'sealed headers')`,
      [ids.crawl, teamId],
    ],
    oauth_grants: [
      `insert into oauth_grants (id, team_id, client_id, client_name, expires_at)
       values ($1, $2, 'client', $3, now() + interval '1 day')`,
      [ids.grant, teamId, word],
    ],
    oauth_records: [
      `insert into oauth_records (kind, id, grant_id, sealed, expires_at)
       values ('RefreshToken', $1, $2, '', now() + interval '1 day')`,
      [Buffer.from(randomUUID()), ids.grant],
    ],
    webhook_deliveries: [
      `insert into webhook_deliveries (id, job_id, team_id, type, success, data, state, ended_at)
       values ($1, $2, $3, 'crawl.page', true, $4, 'delivered', now())`,
      // Of a job other than the one above, with a key: reports of such jobs are encrypted.
      [randomUUID(), randomUUID(), teamId, json],
    ],
  }
  for (const [text, values] of Object.values(rows)) await db.rows(text, values)
  return Object.keys(rows)
}
