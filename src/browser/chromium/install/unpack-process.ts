import packaged from '@sparticuz/chromium'

// The package unpacks into TMPDIR, which is a folder of our own.
await packaged.executablePath()
