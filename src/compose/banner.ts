import { fileURLToPath } from 'node:url'

interface Started {
  role: string
  url: string | undefined
  generatedKeys: { apiKey?: string; adminKey?: string }
  /** Whether the operator set the key of the default team. */
  hasConfiguredKey: boolean
}

/** The text printed after a start. Generated keys appear only here. */
export function banner(app: Started): string {
  if (app.url === undefined) return `\nWinnow is running (${app.role}).\n\n`
  if (app.role === 'worker') return `\nWinnow is running (worker).\n\n  Probes    ${app.url}/ready\n\n`
  const key = shellQuote(`Authorization: Bearer ${app.generatedKeys.apiKey ?? '<your API key>'}`)
  const header = app.hasConfiguredKey ? '"Authorization: Bearer $WINNOW_API_KEY"' : key
  const sample = fileURLToPath(new URL('../../examples/sample.html', import.meta.url))
  const lines = [
    '',
    `Winnow is running (${app.role}).`,
    '',
    `  Console   ${app.url}/`,
    `  API docs  ${app.url}/docs`,
    '',
    ...(app.generatedKeys.apiKey ? [`  API key    ${app.generatedKeys.apiKey}`] : []),
    ...(app.generatedKeys.adminKey ? [`  Admin key  ${app.generatedKeys.adminKey}`] : []),
    ...(app.generatedKeys.apiKey || app.generatedKeys.adminKey
      ? ['  Save these keys now. They are not shown again.', '']
      : []),
    'Parse a file (works offline):',
    `  curl -s ${app.url}/v2/parse -H ${header} -F ${shellQuote(`file=@${sample}`)}`,
    '',
    'Scrape a page:',
    `  curl -s ${app.url}/v2/scrape -H ${header} -H 'Content-Type: application/json' -d '{"url": "https://example.com"}'`,
    '',
    '',
  ]
  return lines.join('\n')
}

/** Quotes for a POSIX shell, because a path may contain any character. */
function shellQuote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
