import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export const version = readVersion()

function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
  const isManifest = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return isManifest && typeof manifest.version === 'string' ? manifest.version : '0.0.0'
}
