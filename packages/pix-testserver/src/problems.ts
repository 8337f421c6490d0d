/** Errors of this server. A test fails if there are any: either a feature is missing here, or the client misbehaves. */
export class Problems {
  readonly list: { text: string; error?: unknown }[] = []

  unknown(what: string): void {
    this.list.push({ text: `unknown: ${what}` })
  }

  differs(from: string, how: string): void {
    this.list.push({ text: `differs from ${from}: ${how}` })
  }

  failed(error: unknown): void {
    this.list.push({ text: `failed: ${String(error)}`, error })
  }
}
