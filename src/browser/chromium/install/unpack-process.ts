import packaged from '@sparticuz/chromium'

// The package unpacks into TMPDIR, which is set to a folder that is ours alone.
await packaged.executablePath()
