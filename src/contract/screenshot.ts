import { z } from 'zod'

/** How a picture of the page is taken, as a format and as an action. */
export const screenshotFields = {
  fullPage: z.boolean().default(false).describe('The whole page instead of what the viewport shows.'),
  quality: z.int().min(1).max(100).optional().describe('From 1 (small file) to 100 (best picture).'),
  viewport: z
    .strictObject({ width: z.int().min(1).max(7680), height: z.int().min(1).max(4320) })
    .optional()
    .describe('The size of the window in pixels.'),
}
