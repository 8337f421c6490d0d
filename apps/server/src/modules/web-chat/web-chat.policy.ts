interface From {
  /** As a browser says it; programs that are no browser say nothing. */
  origin: string | undefined
  host: string | undefined
}

/** Whether a page may use a chat: any page if no origins are named, those that are, and always our own page of it. */
export function mayUse(origins: readonly string[], publicUrl: URL, { origin, host }: From): boolean {
  if (origin === undefined || origins.length === 0) return true
  if (origin === publicUrl.origin || hostOf(origin) === host) return true
  return origins.some((allowed) => URL.canParse(allowed) && new URL(allowed).origin === origin)
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : '')
