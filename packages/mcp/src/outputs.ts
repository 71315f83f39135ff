import { z } from 'zod'

/**
 * What the tools answer. The service has the last word on its answers, so everything is open to more fields, and nothing is
 * required that an older or newer service might leave out.
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
  screenshot: z.string().optional().describe('The address of the picture.'),
  json: z.unknown().optional().describe('The data that was asked for.'),
  answer: z.string().optional(),
  highlights: z.string().optional(),
  metadata: z
    .looseObject({
      scrapeId: z.string().optional().describe('What winnow_interact takes.'),
      statusCode: z.number().optional(),
    })
    .optional(),
}

/** A page or file. */
export const DocumentOutput = z.looseObject({ ...documentFields, ...notes })

/** A file, or where to put it first. */
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
  id: z.string().optional().describe('What winnow_search_feedback takes.'),
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
  id: z.string().optional().describe('What the status tool takes.'),
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
    .describe('The pages, as winnow_scrape answers them.'),
  nextSkip: z.number().optional().describe('There are more pages: ask the status tool with this as skip.'),
  errors: z.array(z.looseObject({})).optional().describe('Pages that failed, and why.'),
  robotsBlocked: z.array(z.string()).optional(),
})

/** An agent's task or an extraction. */
export const TaskOutput = z.looseObject({
  ...job,
  data: z.unknown().optional().describe('What was found, once the task is completed.'),
  error: z.string().optional().describe('Why the task failed.'),
  sources: z.record(z.string(), z.array(z.string())).optional(),
})

/** A program or a wish in a live page. */
export const RunOutput = z.looseObject({
  success: z.boolean().optional().describe('Whether it did what was asked.'),
  scrapeId: z.string().optional(),
  output: z.string().optional(),
  stdout: z.string().optional(),
  stderr: z.string().optional(),
  exitCode: z.number().nullish(),
  ...notes,
})

/** Anything else the service says, whole. */
export const AnyOutput = z.looseObject({ success: z.boolean().optional(), ...notes })
