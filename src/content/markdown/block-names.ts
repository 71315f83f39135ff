/** Elements that are displayed as blocks. */
export const BLOCK_NAMES: ReadonlySet<string> = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li listing main menu nav ol optgroup option p ' +
    'plaintext pre search section summary table tbody td tfoot th thead tr ul xmp'
  ).split(' '),
)
