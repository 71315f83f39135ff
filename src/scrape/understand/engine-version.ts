/**
 * Increase it after each change that derives other fields from the same bytes, so that stored fields are
 * derived again.
 */
export const ENGINE_VERSION = '10'
