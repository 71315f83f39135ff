/** One data directory for all services of a test run, so that Chromium is unpacked once. */
export function sharedDataDir(): string {
  const folder = process.env.TEST_DATA_DIR
  if (folder === undefined) throw new Error("Run the tests with 'npm test': it makes the folder they share.")
  return folder
}
