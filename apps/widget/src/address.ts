/** The URL if it is http or https; anything else must not be opened. */
export function webAddress(url: string, base?: string): string | undefined {
  try {
    const { protocol, href } = new URL(url, base)
    return /^https?:$/.test(protocol) ? href : undefined
  } catch {
    return undefined
  }
}
