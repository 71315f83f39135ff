import { z } from 'zod'

/**
 * Outputs of the tools. The service defines its responses, so all objects allow further fields, and no field
 * is required that an older or newer service might omit.
 */
const notes = {
  warning: z.string().optional(),
  notes: z.array(z.string()).optional(),
}

const documentFields = {
  markdown: z.string().optional(),
  html: z.string().optional(),
  rawHtml: z.string().optional(),
  summary: z.string().optional(),
  links: z.array(z.string()).optional(),
  images: z.array(z.string()).optional(),
  screenshot: z.string().optional().describe('URL of the image.'),
  json: z.unknown().optional().describe('The extracted data.'),
  answer: z.string().optional(),
  highlights: z.string().optional(),
  metadata: z
    .looseObject({
      scrapeId: z.string().optional().describe('Pass it to winnow_interact.'),
      statusCode: z.number().optional(),
    })
    .optional(),
}

/** A page or file. */
export const DocumentOutput = z.looseObject({ ...documentFields, ...notes })

/** A file, or how to upload it first. */
export const ParseOutput = z.looseObject({
  ...documentFields,
  ...notes,
  mode: z
    .string()
    .optional()
    .describe('`hosted-upload-ref-awaiting-upload`: run upload.command, then make nextToolCall.'),
  upload: z
    .looseObject({
      command: z.string(),
      uploadUrl: z.string(),
      uploadRef: z.string(),
      expiresAt: z.string().optional(),
      maxSizeBytes: z.number().optional(),
    })
    .optional(),
  nextToolCall: z.looseObject({ name: z.string(), arguments: z.looseObject({}) }).optional(),
})

const SearchHits = z.array(z.looseObject({ url: z.string().optional(), title: z.string().optional() }))

export const SearchOutput = z.looseObject({
  id: z.string().optional().describe('Pass it to winnow_search_feedback.'),
  creditsUsed: z.number().optional(),
  data: z
    .looseObject({ web: SearchHits.optional(), news: SearchHits.optional(), images: SearchHits.optional() })
    .optional(),
  ...notes,
})

export const MapOutput = z.looseObject({
  id: z.string().optional(),
  links: z.array(z.looseObject({ url: z.string().optional(), title: z.string().optional() })).optional(),
  ...notes,
})

const job = {
  id: z.string().optional().describe('Pass it to the status tool.'),
  status: z.string().optional().describe('`completed`, `failed` and `cancelled` are final.'),
  creditsUsed: z.number().optional(),
  expiresAt: z.string().optional(),
  ...notes,
}

/** A crawl or batch. */
export const PagesOutput = z.looseObject({
  ...job,
  completed: z.number().optional(),
  total: z.number().optional(),
  data: z
    .array(z.looseObject({ markdown: z.string().optional(), metadata: z.looseObject({}).optional() }))
    .optional()
    .describe('The pages, as in winnow_scrape.'),
  nextSkip: z.number().optional().describe('More pages: call the status tool with this as skip.'),
  errors: z.array(z.looseObject({})).optional().describe('Failed pages and the reasons.'),
  robotsBlocked: z.array(z.string()).optional(),
})

/** An agent task or an extraction. */
export const TaskOutput = z.looseObject({
  ...job,
  data: z.unknown().optional().describe('The data of a completed task.'),
  error: z.string().optional().describe('The reason for a failed task.'),
  sources: z.record(z.string(), z.array(z.string())).optional(),
})

/** The result of code or a prompt in a live page. */
export const RunOutput = z.looseObject({
  success: z.boolean().optional().describe('Whether the prompt was carried out.'),
  scrapeId: z.string().optional(),
  output: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  exitCode: z.number().nullish(),
  ...notes,
})

/** Any other response of the service, unchanged. */
export const AnyOutput = z.looseObject({ success: z.boolean().optional(), ...notes })
