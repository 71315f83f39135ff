/** Changes whenever the same bytes may give other fields than before: what was derived earlier is then derived anew. */
export const ENGINE_VERSION = '10'
