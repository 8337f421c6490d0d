import type { Stanza } from './wire/nodes.ts'

/** What went wrong on the server's side: an error, or a stanza without a handler. */
export interface Problem {
  text: string
  error?: unknown
  stanza?: Stanza
}

/** Collects problems. A test fails if there are any: either this server lacks a feature, or the client misbehaves. */
export class Problems {
  readonly list: Problem[] = []

  unknown(stanza: Stanza): void {
    const { xmlns, type } = stanza.attrs
    const inside = Array.isArray(stanza.content) ? stanza.content.map(({ tag }) => tag).join(' ') : ''
    this.list.push({ text: ['unknown:', stanza.tag, xmlns, type, inside].filter(Boolean).join(' '), stanza })
  }

  failed(error: unknown): void {
    this.list.push({ text: `failed: ${String(error)}`, error })
  }
}
