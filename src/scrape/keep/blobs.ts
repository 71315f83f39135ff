export interface Blobs {
  /** Keeps a blob and gives its id; refused with PAYLOAD_TOO_LARGE above 64 MiB. */
  keep(blob: { bytes: Uint8Array; contentType: string; teamId: string; expiresInMs: number }): Promise<string>
  has(blobId: string): Promise<boolean>
  find(blobId: string): Promise<{ bytes: Uint8Array; contentType: string } | undefined>
}
