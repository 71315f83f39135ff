export interface Blobs {
  /** Stores a blob and returns its id. Fails with PAYLOAD_TOO_LARGE above 64 MiB. */
  keep(blob: { bytes: Uint8Array; contentType: string; teamId: string; expiresInMs: number }): Promise<string>
  has(blobId: string): Promise<boolean>
  find(blobId: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
}
