import { randomBytes } from 'node:crypto'
import type { App } from '../access/app.ts'

/** A file that is uploaded in parts, for the example of a template or a profile picture. */
export class UploadSession {
  readonly kind = 'upload'
  readonly id = `upload:${randomBytes(24).toString('base64url')}`
  readonly app: App
  readonly length: number
  readonly mimeType: string
  received = Buffer.alloc(0)
  /** Stands for the whole file. */
  readonly handle = `4::${randomBytes(24).toString('base64')}`

  constructor(app: App, length: number, mimeType: string) {
    this.app = app
    this.length = length
    this.mimeType = mimeType
  }

  get isWhole(): boolean {
    return this.received.length === this.length
  }
}
