/** An address that may be opened: http or https and nothing else (S43). */
export function webAddress(url: string, base?: string): string | undefined {
  try {
    const { protocol, href } = new URL(url, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
