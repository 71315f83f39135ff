import { FAULTS } from './fault.ts'
import type { FaultCode } from './fault.ts'

interface Help {
  meaning: string
  remedy: string
  /** A page of docs/ that says more. */
  page?: { title: string; path: string }
}

/** The meaning and the remedy of every error code, in Markdown. docs/reference/errors.md is generated from it. */
export const FAULT_HELP: Readonly<Record<FaultCode, Help>> = {
  BAD_REQUEST: {
    meaning: 'A field is missing, has a wrong value or is unknown, or the body exceeds a limit.',
    remedy: 'Correct the field that `error` and `details` name.',
    page: { title: 'Limits', path: 'operate/running.md' },
  },
  BAD_REQUEST_INVALID_JSON: {
    meaning: 'The body is not valid JSON.',
    remedy: 'Check quotes and commas, and send the body as UTF-8.',
  },
  UNSUPPORTED_FILE_TYPE: {
    meaning: 'The uploaded file is of a type that cannot be parsed.',
    remedy: 'Convert the file to PDF, a Word document or another supported type.',
    page: { title: 'Documents', path: 'guides/parse.md' },
  },
  PARSE_UNSUPPORTED_OPTIONS: {
    meaning: 'The option works on a page, not on a file.',
    remedy: 'Remove the option, or use `POST /v2/scrape` with a URL.',
  },
  SCRAPE_ACTIONS_NOT_SUPPORTED: {
    meaning: 'The URL leads to a file, and actions work only on pages; or the service has no browser.',
    remedy: 'Remove `actions`, or retry when `GET /ready` reports that the browser is ready.',
  },
  SCRAPE_JSON_CONTENT_TOO_LARGE: {
    meaning: 'The page is too large for structured output.',
    remedy: 'This version does not send this code.',
  },
  UNAUTHORIZED: {
    meaning: 'The API key is missing, malformed, unknown, expired or deleted.',
    remedy: 'Send `Authorization: Bearer <API key>` with a valid key.',
    page: { title: 'Teams and keys', path: 'operate/teams.md' },
  },
  PAYMENT_REQUIRED: {
    meaning: 'The team has fewer credits than the request needs.',
    remedy: 'Lower the number of pages, or ask the operator for credits.',
    page: { title: 'Teams and keys', path: 'operate/teams.md' },
  },
  FORBIDDEN: {
    meaning:
      'The request is not allowed: the target is a private address, the organization or the key forbids the option, or the upload or link belongs to another team.',
    remedy:
      'Read `error` for the reason. `details.needs` is `apiKey` when the request needs an API key, and `scope` when the key lacks the scope in `details.scope`.',
    page: { title: 'Teams and keys', path: 'operate/teams.md' },
  },
  UNSUPPORTED_SITE: {
    meaning: 'The service does not scrape this site.',
    remedy: 'This version does not send this code.',
  },
  unsafe_domain_blocked: {
    meaning: 'Threat protection blocked the URL.',
    remedy: 'Read `details.reason`. An administrator of the organization can allow the domain in its policy.',
    page: { title: 'Threat protection', path: 'operate/threat-protection.md' },
  },
  SCRAPE_PROMPT_INJECTION_DETECTED: {
    meaning: 'The page contains instructions to a model, and the request has `checkPromptInjection`.',
    remedy: 'Do not pass this page to a model. To scrape it anyway, remove `checkPromptInjection`.',
  },
  SCRAPE_OUTSIDE_CONSTRAINT: {
    meaning: 'An agent followed a link to a URL that its task may not visit. The URL was not requested.',
    remedy:
      'Read `details.url`, and add it to `urls` or remove `strictConstrainToURLs` if it should be visited.',
  },
  NOT_FOUND: {
    meaning: 'The path does not exist, or your team has nothing with this ID.',
    remedy: 'Check the path and the ID. Results expire after a day unless the operator keeps them longer.',
    page: { title: 'Retention', path: 'operate/retention.md' },
  },
  thread_not_found: {
    meaning: 'Your team has no thread with this ID, or the thread has expired.',
    remedy: 'Start a new thread: send the request without `threadId`.',
  },
  SCRAPE_NO_CACHED_DATA: {
    meaning: 'The request has `minAge`, and the cache has no entry for the URL that is old enough.',
    remedy: 'Remove `minAge` to fetch the page.',
  },
  SCRAPE_LOCKDOWN_CACHE_MISS: {
    meaning: 'The request has `lockdown`, and the cache has no entry for the URL.',
    remedy: 'Remove `lockdown` to fetch the page.',
  },
  METHOD_NOT_ALLOWED: {
    meaning: 'The path exists, but not with this HTTP method.',
    remedy: 'Use a method that `error` names.',
  },
  SCRAPE_TIMEOUT: {
    meaning:
      'The page did not arrive within `timeout` or the limit of the operator, or the site did not accept a connection within 10 seconds.',
    remedy: 'Retry, or raise `timeout`. The operator can raise the limit with `WINNOW_MAX_TIMEOUT`.',
  },
  REQUEST_TIMEOUT: {
    meaning: 'The body of the request did not arrive in time, or a step in a browser session took too long.',
    remedy: 'Retry. For a browser session, raise `timeout`.',
  },
  MAP_TIMEOUT: {
    meaning: 'No URL of the site was found within `timeout`.',
    remedy: 'Raise `timeout`.',
  },
  CONCURRENCY_QUEUE_TIMEOUT: {
    meaning: 'No concurrency slot of the team became free within two thirds of `timeout`.',
    remedy: 'Send fewer requests at once, raise `timeout`, or ask the operator for more slots.',
    page: { title: 'Teams and keys', path: 'operate/teams.md' },
  },
  CONFLICT: {
    meaning:
      'The object exists already or is in use, or the stored headers of a scrape cannot be decrypted because the root secret has changed.',
    remedy: 'Read `error`. Choose another name, wait until the object is free, or scrape the page again.',
  },
  thread_busy: {
    meaning: 'A task of this thread is still running.',
    remedy: 'Wait until the task in `details.runId` has ended, or cancel it.',
  },
  GONE: {
    meaning: 'The browser session has ended.',
    remedy: 'Read `error` for the reason and open another session.',
  },
  PAYLOAD_TOO_LARGE: {
    meaning: 'The JSON body exceeds 10 MiB, or a browser profile would exceed 16 MB.',
    remedy: 'Send less data in one request.',
  },
  UNSUPPORTED_MEDIA_TYPE: {
    meaning: 'The body is not of the content type that the endpoint accepts.',
    remedy: 'Send `Content-Type: application/json`.',
  },
  RATE_LIMITED: {
    meaning: 'The team or the client sent too many requests, or all its browser sessions are in use.',
    remedy: 'Wait for the number of seconds in `Retry-After`.',
    page: { title: 'Teams and keys', path: 'operate/teams.md' },
  },
  KEYLESS_LIMIT_REACHED: {
    meaning:
      'The IP address has used its daily limit of requests without an API key. `reason` is `requests` or `credits`.',
    remedy: 'Send an API key, or wait for the number of seconds in `retry_after_seconds`.',
    page: { title: 'Without a key', path: 'operate/keyless.md' },
  },
  PARSE_UPLOAD_UNPARSED_LIMIT_REACHED: {
    meaning: 'The team has ten uploads of the last 24 hours that were not parsed.',
    remedy: 'Parse some of them first.',
  },
  SCRAPE_DNS_RESOLUTION_ERROR: {
    meaning: 'The host name does not resolve. Existing clients expect status 200 with `success: false`.',
    remedy: 'Check the host name for typing errors.',
  },
  SCRAPE_SSL_ERROR: {
    meaning: "The site's TLS certificate is not valid.",
    remedy: 'If you trust the site, set `skipTlsVerification`.',
  },
  SCRAPE_SITE_ERROR: {
    meaning: 'The site refused, reset or closed the connection.',
    remedy: 'Retry later.',
  },
  SCRAPE_UNSUPPORTED_FILE_ERROR: {
    meaning:
      'The URL leads to a file that cannot be read: its type is unsupported, it is too large, damaged or protected by a password.',
    remedy: 'Read `details.reason`.',
    page: { title: 'Documents', path: 'guides/parse.md' },
  },
  SCRAPE_ACTION_ERROR: {
    meaning: 'An action on the page failed.',
    remedy: 'Read `error`: it names the action and the reason, for example a selector that matches nothing.',
  },
  SCRAPE_BRANDING_NOT_SUPPORTED: {
    meaning: 'The URL leads to a file, and `branding` works only on pages; or the service has no browser.',
    remedy: 'Remove `branding`, or retry when `GET /ready` reports that the browser is ready.',
  },
  SCRAPE_AUDIO_UNSUPPORTED_URL: {
    meaning: 'The page names no audio file of its own.',
    remedy: 'Use the URL of a page that embeds an audio file.',
  },
  SCRAPE_VIDEO_UNSUPPORTED_URL: {
    meaning: 'The page names no video file of its own.',
    remedy: 'Use the URL of a page that embeds a video file.',
  },
  SCRAPE_PROXY_SELECTION_ERROR: {
    meaning: 'The upstream proxy refused the connection or could not be reached.',
    remedy: 'Retry. The operator can check `WINNOW_PROXY_URL` and `WINNOW_STEALTH_PROXY_URL`.',
    page: { title: 'Configuration', path: 'reference/configuration.md' },
  },
  SCRAPE_ALL_ENGINES_FAILED: {
    meaning: 'Neither HTTP nor the browser could load the page, for example because of a bot challenge.',
    remedy:
      'Retry later, or set `proxy` to `auto` or `stealth` if the operator has configured a proxy for it.',
  },
  SCRAPE_JOB_CANCELLED: {
    meaning: 'The work was cancelled, usually because the client closed the connection.',
    remedy: 'Send the request again and keep the connection open.',
  },
  MAP_FAILED: {
    meaning:
      'The start page of a map has an error status or robots.txt forbids it, and no other URL of the site is known.',
    remedy: 'Start from another page of the site.',
  },
  SEARCH_FAILED: {
    meaning: 'All search providers failed.',
    remedy:
      'Read `error` for the reason of each provider, then retry. The operator can configure another provider.',
    page: { title: 'Search', path: 'guides/search.md' },
  },
  UNKNOWN_ERROR: {
    meaning: 'The service has a defect. The details are in its log under `requestId`.',
    remedy: 'Retry once. Then report the defect with the `requestId`.',
  },
  NOT_IMPLEMENTED: {
    meaning: 'This version of the service does not have the endpoint or the option that `error` names.',
    remedy: 'Leave out the option.',
  },
  BROWSER_FAILED: {
    meaning: 'The browser of a session did not start, or it crashed.',
    remedy: 'Retry.',
  },
  UNAVAILABLE: {
    meaning: 'The service is starting or stopping, or it cannot reach its database.',
    remedy: 'Retry after the number of seconds in `Retry-After`.',
  },
  INSUFFICIENT_STORAGE: {
    meaning: 'The disk of the service is full. The request was neither stored nor charged.',
    remedy: 'Retry when the operator has freed space.',
    page: { title: 'Running the service', path: 'operate/running.md' },
  },
}

/** The help of a code as plain text; nothing for a code that does not exist. */
export function helpFor(code: string): string | undefined {
  if (!Object.hasOwn(FAULTS, code)) return undefined
  const { meaning, remedy, page } = FAULT_HELP[code as FaultCode]
  return `${meaning} ${remedy}${page ? ` See docs/${page.path}.` : ''}`
}
